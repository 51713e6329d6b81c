import { batches } from '../alongside.ts';
import type { Check } from '../check.ts';
import type { Look } from '../look.ts';
import {
  type AttemptRow,
  ATTEMPTS,
  DELIVERIES,
  type DeliveryRow,
  ENDPOINTS,
  MATCHED_EVENTS,
  PENDING_DELIVERIES,
  QUEUES,
} from '../webhook-documents.ts';
import { deliveryFaults } from './delivery-faults.ts';
import { attemptsAreKnown, findsAreSound } from './delivery-traces.ts';

const AT_ONCE = 200;

export const deliveriesCheck: Check = {
  invariant: 4,
  name: 'deliveries',
  promise:
    'Every stored event has one delivery for each endpoint that it was matched with; each is delivered, failed, or still due and looked after.',
  mayPass: true,
  run: async (look) => {
    await eventsHaveTheirs(look);
    for await (const deliveries of batches(look.rows(DELIVERIES), AT_ONCE)) await compareEach(deliveries, look);
    await findsAreSound(look);
    await attemptsAreKnown(look);
  },
};

async function eventsHaveTheirs({ rows, findings }: Look): Promise<void> {
  const matched = rows(MATCHED_EVENTS, { filter: { 'endpoints.0': { $exists: true } } });
  for await (const events of batches(matched, AT_ONCE)) {
    findings.compared('events', events.length);
    const filter = {
      tenant: { $in: unique(events.map(({ tenant }) => tenant)) },
      endpoint_id: { $in: unique(events.flatMap(({ endpoints }) => endpoints)) },
      event_id: { $in: events.map(({ id }) => id) },
    };
    const found = new Map<string, number>();
    for await (const delivery of rows(DELIVERIES, { filter }))
      found.set(pairOf(delivery), (found.get(pairOf(delivery)) ?? 0) + 1);
    for (const { id, endpoints } of events) {
      for (const endpointId of endpoints) {
        const count = found.get(pairOf({ event_id: id, endpoint_id: endpointId })) ?? 0;
        if (count !== 1) findings.differs(`event ${id}: it has ${count} deliveries to ${endpointId}`);
      }
    }
  }
}

async function compareEach(deliveries: readonly DeliveryRow[], { rows, findings, now }: Look): Promise<void> {
  findings.compared('deliveries', deliveries.length);
  const eventIds = deliveries.map(({ event_id: id }) => id);
  const endpointIds = unique(deliveries.map(({ endpoint_id: id }) => id));
  const events = await byId(rows(MATCHED_EVENTS, { filter: { _id: { $in: eventIds } } }));
  const endpoints = await byId(rows(ENDPOINTS, { filter: { _id: { $in: endpointIds } } }));
  const batchIds = deliveries.flatMap(({ batch_id: id }) => (id === undefined ? [] : [id]));
  const inBatches = await byId(rows(DELIVERIES, { filter: { _id: { $in: unique(batchIds) } } }));
  const queues = await byId(rows(QUEUES, { filter: { _id: { $in: endpointIds } } }));
  const found = await byId(rows(PENDING_DELIVERIES, { filter: { _id: { $in: deliveries.map(({ id }) => id) } } }));
  const tries = await attemptsOf(deliveries, rows);
  for (const made of tries.values()) findings.compared('attempts', made.length);
  for (const delivery of deliveries) {
    const faults = deliveryFaults(delivery, {
      event: events.get(delivery.event_id),
      endpoint: endpoints.get(delivery.endpoint_id),
      queue: queues.get(delivery.endpoint_id),
      batch: delivery.batch_id === undefined ? undefined : inBatches.get(delivery.batch_id),
      attempts: tries.get(delivery.id) ?? [],
      isFound: found.has(delivery.id),
      now,
    });
    for (const fault of faults) findings.differs(`delivery ${delivery.id} of ${delivery.event_id}: ${fault}`);
  }
}

/** By delivery, each in the order of their numbers. */
async function attemptsOf(deliveries: readonly DeliveryRow[], rows: Look['rows']): Promise<ReadonlyMap<string, AttemptRow[]>> {
  const records = deliveries.flatMap(({ tenant, recorded_in: recordedIn }) => recordedIn.map((record) => `${tenant}/${record}`));
  const ids = new Set(deliveries.map(({ id }) => id));
  const attempts: AttemptRow[] = [];
  for await (const { made } of rows(ATTEMPTS, { filter: { _id: { $in: unique(records) } } }))
    attempts.push(...made.filter(({ delivery_id: id }) => ids.has(id)));
  return Map.groupBy(
    attempts.toSorted((a, b) => a.n - b.n),
    ({ delivery_id: id }) => id,
  );
}

function pairOf({ event_id: event, endpoint_id: endpoint }: Pick<DeliveryRow, 'event_id' | 'endpoint_id'>): string {
  return `${event} ${endpoint}`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

async function byId<Row extends { readonly id: string }>(rows: AsyncIterable<Row>): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  for await (const row of rows) found.set(row.id, row);
  return found;
}
