import type { EventFacts } from '../events/event-documents.ts';
import { wantsEvent } from '../events/wants-event-store.ts';
import type { BitContext } from './replay-bits-store.ts';

/** Characters of bodies at which one bit of a replay ends: an event has up to 900 KB. */
const MOST_READ = 4_000_000;

export interface Wanted {
  readonly wanted: readonly EventFacts[];
  /** Up to which position it was decided. */
  readonly through: number;
}

/** Of events that an endpoint never got, in their order, those that it would get as it is now. */
export async function wantedOf(
  unknown: readonly EventFacts[],
  { session, collections, endpoint }: Pick<BitContext, 'session' | 'collections' | 'endpoint'>,
): Promise<Wanted> {
  const { _id: endpointId, filter } = endpoint;
  const withoutFilter = { ...endpoint, filter: null };
  const ofItsTypes = unknown.filter((event) => event.not_to !== endpointId && wantsEvent({ ...event, body: '' })(withoutFilter));
  if (filter === null) return { wanted: ofItsTypes, through: Infinity };
  const byId = new Map(ofItsTypes.map((event) => [idOf(event), event]));
  const bodies = collections.events
    .find({ _id: { $in: [...byId.keys()] } }, { session, projection: { position: 1, type: 1, body: 1 } })
    .sort({ position: 1 });
  const wanted: EventFacts[] = [];
  let read = 0;
  for await (const { _id, type, body, position } of bodies) {
    const facts = byId.get(_id);
    if (facts && wantsEvent({ type, body })(endpoint)) wanted.push(facts);
    read += body.length;
    if (read > MOST_READ) return { wanted, through: position };
  }
  return { wanted, through: Infinity };
}

const idOf = ({ _id }: EventFacts): string => _id;
