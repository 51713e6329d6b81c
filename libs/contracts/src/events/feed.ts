import { z } from 'zod';
import { type FeedEvent, feedEvent, SUBSCRIBABLE_TYPES, type SubscribableType } from './delivered-events.ts';
import { id, listQuery, pageOf } from '../fields.ts';

const TYPE = SUBSCRIBABLE_TYPES.map((type) => type.replace('.', String.raw`\.`)).join('|');

/** Each type once, in the order of the catalogue, however they were listed. */
const typeList = z
  .string()
  .regex(new RegExp(`^(?:${TYPE})(?:,(?:${TYPE}))*$`), `a comma-separated list of ${SUBSCRIBABLE_TYPES.join(', ')}`)
  .transform((list): readonly SubscribableType[] => {
    const asked = list.split(',');
    return SUBSCRIBABLE_TYPES.filter((type) => asked.includes(type));
  });

/** Which part of the feed is asked for. */
export const listEventsQuery = z.strictObject({
  ...listQuery,
  after: id('evt')
    .optional()
    .describe('Starts after this event: the last one that was handled, of any type. A `cursor`, as in `Link`, takes precedence.'),
  types: typeList.optional().describe('Event types, comma-separated. Default: all.'),
});
export type ListEventsQuery = z.output<typeof listEventsQuery>;

/** A page of the feed, oldest first. */
export const eventPage = pageOf(feedEvent.meta({ id: 'Event' })).meta({ id: 'EventPage' });

/**
 * An event's parsed body as it was stored. Its schema has read it then, and does not again: it would move the members.
 *
 * @throws ZodError if it is no object.
 */
export const storedEvent = z.custom<FeedEvent>((value) => typeof value === 'object' && value !== null);
