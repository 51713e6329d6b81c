import { z } from 'zod';
import { EVENTS, LOCATION_FACTS, type LocationFactsRow, LOCATIONS } from '../compared-collections.ts';
import { type Check, eventKeyOf, isKept, type Look, type Range } from '../look.ts';
import { all } from '../merge-join.ts';
import { findLostEvents, recordEvents, type Stored } from '../read-record-events.ts';

export const locationEventsCheck: Check = {
  invariant: 3,
  name: 'location events',
  promise: 'Every version of a location has its event, in their order; the last shows what the location is.',
  isTransient: true,
  run: async (look) => {
    await look.pieces({ source: LOCATION_FACTS }, compareLocations);
    await findLostEvents(look, {
      schema: locationEvent,
      record: 'location',
      find: ({ rows }, locations) => rows(LOCATIONS, { filter: { _id: { $in: locations.map(({ id }) => id) } } }),
    });
  },
};

async function compareLocations(look: Look, range: Range): Promise<void> {
  const { compared, differs } = look.findings;
  const locations = await all(look.rows(LOCATION_FACTS, { filter: range, sort: { tenant: 1, _id: 1 } }));
  const events = recordEvents(look, locationEvent, locations);
  let since: { readonly tenant: string; readonly at: Date | undefined } | undefined;
  for (const location of locations) {
    const { tenant, id } = location;
    if (since?.tenant !== tenant) since = { tenant, at: await firstEventAt(look, tenant) };
    const found = await all(events.of(eventKeyOf(location)));
    compared('locations');
    compared('events', found.length);
    for (const fault of faultsOf(location, found, { now: look.now, toldSince: since.at })) differs(`${tenant} ${id}: ${fault}`);
  }
}

const TYPES = ['location.created', 'location.updated', 'location.archived'] as const;

const facts = z.object({
  type: z.string(),
  code: z.string(),
  name: z.string().nullable(),
  parent_id: z.string().nullable(),
  path: z.string(),
  status: z.string(),
});

const locationEvent = z.object({
  type: z.enum(TYPES),
  sequence: z.int(),
  data: z.object({ ...facts.shape, version: z.int() }),
});
type LocationEvent = z.output<typeof locationEvent> & Stored;

/** When the first event of a location was told that the tenant has: earlier releases told of none. */
async function firstEventAt({ rows }: Look, tenant: string): Promise<Date | undefined> {
  const filter = { tenant, type: { $in: [...TYPES] }, test: { $ne: true } };
  const [first] = await all(rows(EVENTS, { filter, sort: { position: 1 }, limit: 1 }));
  return first?.created_at;
}

interface Terms {
  readonly now: Date;
  /** When the first event of the tenant's locations was told; undefined where none is kept. */
  readonly toldSince: Date | undefined;
}

/** Processes of the release before may have gone on for a while, and told of nothing. */
const CHANGEOVER_MS = 3_600_000;

function faultsOf(location: LocationFactsRow, events: readonly LocationEvent[], { now, toldSince }: Terms): string[] {
  const [first] = events;
  const last = events.at(-1);
  const isTold = toldSince !== undefined && location.created_at.getTime() > toldSince.getTime() + CHANGEOVER_MS;
  const faults = events.flatMap((event, place) => stepFaults(event, events[place - 1], now));
  if ((first?.sequence ?? 2) > 1 && isTold && isKept(location.created_at, now)) faults.push('its creation has no event');
  return last ? [...faults, ...endFaults(location, last, now)] : faults;
}

function stepFaults({ id, type, sequence, data }: LocationEvent, last: LocationEvent | undefined, now: Date): string[] {
  const faults: string[] = [];
  if (data.version !== sequence) faults.push(`event ${id}: it is of version ${sequence} and shows version ${data.version}`);
  if (type === 'location.created' && sequence !== 1) faults.push(`event ${id}: it is created with version ${sequence}`);
  if (type === 'location.archived' && data.status !== 'archived')
    faults.push(`event ${id}: it is archived, and shows ${data.status}`);
  if (!last) return faults;
  if (sequence === last.sequence) return [...faults, `version ${sequence} is told twice`];
  if (sequence < last.sequence) return [...faults, `version ${sequence} is stored after version ${last.sequence}`];
  if (sequence > last.sequence + 1 && isKept(last.created_at, now)) faults.push(`version ${last.sequence + 1} has no event`);
  return faults;
}

function endFaults(location: LocationFactsRow, { sequence, data, created_at: at }: LocationEvent, now: Date): string[] {
  if (sequence < location.version) return isKept(at, now) ? [`version ${sequence + 1} has no event`] : [];
  return facts
    .keyof()
    .options.filter((name) => data[name] !== location[name])
    .map((name) => `its last event shows ${name} ${JSON.stringify(data[name])}, it is ${JSON.stringify(location[name])}`);
}
