import { jsonOrNothing } from '@fulfilment/kernel';
import { z } from 'zod';
import { EVENT_BODIES, type EventRow, EVENTS, type ScanRow, SCANS } from '../compared-collections.ts';
import { type Check, isKept, type Look } from '../look.ts';
import { batches } from '../merge-join.ts';

const AT_ONCE = 1_000;
// Bodies may be 900 KB.
const BODIES_AT_ONCE = 100;
const RESULTS = { done: 'scan.applied', refused: 'scan.refused' } as const;

export const scanEventsCheck: Check = {
  invariant: 3,
  name: 'scan events',
  promise:
    'Every scan has its event, and behind it one event of its result, where it has one; there is no other event of a result.',
  isTransient: true,
  run: async (look) => {
    await look.pieces({ source: SCANS }, async (at, range) => {
      for await (const scans of batches(at.rows(SCANS, { filter: range }), AT_ONCE)) await compareScans(scans, at);
    });
    await look.pieces({ source: EVENTS }, async (at, range) => {
      const filter = { ...range, type: { $in: Object.values(RESULTS) }, test: { $ne: true } };
      for await (const events of batches(at.rows(EVENTS, { filter }), BODIES_AT_ONCE)) await compareResults(events, at);
    });
  },
};

const about = z.object({ data: z.object({ id: z.string() }) });

/** Each event of a result is the one that its scan names. */
async function compareResults(events: readonly EventRow[], { rows, findings }: Look): Promise<void> {
  const scanOf = new Map<string, string>();
  for await (const { id, body } of rows(EVENT_BODIES, { filter: { _id: { $in: events.map((event) => event.id) } } })) {
    const parsed = about.safeParse(jsonOrNothing(body));
    if (parsed.success) scanOf.set(id, parsed.data.data.id);
  }
  const known = new Set<string>();
  for await (const { tenant, result_event: result } of rows(SCANS, { filter: { _id: { $in: [...scanOf.values()] } } }))
    if (result) known.add(`${tenant} ${result.id}`);
  for (const { id, tenant, type } of events)
    if (!known.has(`${tenant} ${id}`)) findings.differs(`event ${id} of ${tenant}: no scan has this ${type}`);
}

async function compareScans(scans: readonly ScanRow[], { rows, findings, now }: Look): Promise<void> {
  const ids = scans.flatMap(({ event_id: id, result_event: result }) => (result ? [id, result.id] : [id]));
  const events = new Map<string, EventRow>();
  for await (const event of rows(EVENTS, { filter: { _id: { $in: ids } } })) events.set(event.id, event);
  for (const scan of scans) {
    const isDue = isKept(new Date(scan.scan.received_at), now);
    if (isDue) findings.compared('scans');
    for (const fault of [...(isDue ? recordedFaults(scan, events) : []), ...resultFaults(scan, events, now)])
      findings.differs(`${scan.tenant} ${scan.id}: ${fault}`);
  }
}

type Events = ReadonlyMap<string, EventRow>;

function recordedFaults({ tenant, event_id: id }: ScanRow, events: Events): string[] {
  const event = events.get(id);
  return event?.type === 'scan.completed' && event.tenant === tenant ? [] : ['the scan has no event'];
}

/** Scans that an earlier release gave their results have no event of them. */
function resultFaults(
  { tenant, event_id, scan: { applied }, result_event: result }: ScanRow,
  events: Events,
  now: Date,
): string[] {
  if (!result) return [];
  if (applied !== 'done' && applied !== 'refused')
    return [`it has the event of a result, and is ${applied ?? 'not to be applied'}`];
  const due = RESULTS[applied];
  const event = events.get(result.id);
  if (!event) return isKept(result.at, now) ? [`its ${due} has no event`] : [];
  if (event.type !== due || event.tenant !== tenant) return [`it is ${applied}, its event is a ${event.type} of ${event.tenant}`];
  const recorded = events.get(event_id);
  return recorded && recorded.position > event.position ? [`its ${due} is stored before the scan`] : [];
}
