import { z } from 'zod';
import { DELIVERED_TYPES } from '../events/delivered-events.ts';
import { operation } from '../operation.ts';
import { inEnvironment } from './keys.ts';

const FILTER =
  'Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and ' +
  '`reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, ' +
  '`{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. ' +
  'At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered.';
/** A filter as documents show it. */
export const FILTER_EXAMPLE = { data: { location: [{ prefix: 'A3/' }], device_id: [{ 'anything-but': 'gun-7' }] } };

const isObject = (given: unknown): boolean => typeof given === 'object' && given !== null && !Array.isArray(given);

/** A content filter as it is given: what it may hold is checked where it is read. */
export const contentFilter = z
  .unknown()
  .refine(isObject, 'an object')
  .meta({ type: 'object', description: FILTER, examples: [FILTER_EXAMPLE] });
/** A content filter, or null where there is none. */
export const filterOrNone = z
  .unknown()
  .refine((given) => given === null || isObject(given), 'an object, or null')
  .meta({ type: ['object', 'null'], description: `${FILTER} Null: no filter.`, examples: [FILTER_EXAMPLE] });

/** A filter and an event to try it on. */
export const testFilterBody = z
  .strictObject({
    filter: contentFilter,
    event: z.unknown().refine(isObject, 'an object').meta({ type: 'object', description: 'An event as it is delivered.' }),
  })
  .meta({
    id: 'FilterTest',
    examples: [
      { filter: { data: { location: [{ prefix: 'A3/' }] } }, event: { type: 'scan.completed', data: { location: 'A3/S2' } } },
    ],
  });

/** The result of a filter for an event. */
export const filterFindings = z
  .strictObject({
    matches: z.boolean().describe('Whether the event would be delivered.'),
    fields: z
      .array(
        z
          .strictObject({
            pointer: z.string().describe('JSON pointer into the event (RFC 6901).'),
            fits: z.boolean().describe('Whether a condition matches there.'),
            exists: z.boolean().describe('Whether the event has a value there.'),
            found: z.unknown().meta({ description: 'The value there; null where there is none.' }),
          })
          .meta({ id: 'FilterFinding' }),
      )
      .describe('One entry for each path of the filter.'),
  })
  .meta({
    id: 'FilterFindings',
    examples: [{ matches: true, fields: [{ pointer: '/data/location', fits: true, exists: true, found: 'A3/S2' }] }],
  });

/** The catalogue of events. */
export const eventTypeList = z
  .strictObject({
    data: z
      .array(
        z
          .strictObject({
            type: z.enum(DELIVERED_TYPES).describe('Event type, as in the `events` of an endpoint.'),
            description: z.string().describe('When it is sent.'),
            selectable: z.boolean().describe('Whether endpoints can select it; `webhook.test` is sent on request alone.'),
            in_feed: z.boolean().describe('Whether it is in the feed, `GET /v1/events`.'),
            sample: z.unknown().meta({ type: 'object', description: 'Sample event as it is delivered.' }),
          })
          .meta({ id: 'EventTypeEntry' }),
      )
      .describe('Every type of event, in a fixed order.'),
  })
  .meta({ id: 'EventTypes' });

const common = { api: 'account', service: 'webhooks', permission: 'webhooks:read' } as const;
const query = z.strictObject(inEnvironment);

const testFilter = operation({
  ...common,
  id: 'testFilter',
  method: 'POST',
  path: '/webhooks/filter-test',
  summary: 'Try a content filter on an event',
  description:
    'Stores and sends nothing. Shows for each path of the filter whether it matches and which value the event has there.',
  query,
  body: testFilterBody,
  replies: { 200: { description: 'The result of the filter.', body: filterFindings } },
});

const listEventTypes = operation({
  ...common,
  id: 'listEventTypes',
  method: 'GET',
  path: '/event-types',
  summary: 'List every type of event',
  description: 'Describes each type, with a sample as it is delivered.',
  query,
  replies: { 200: { description: 'The catalogue.', body: eventTypeList } },
});

/** Which events there are, and which of them a content filter takes. */
export const webhookEventOperations = { testFilter, listEventTypes } as const;
