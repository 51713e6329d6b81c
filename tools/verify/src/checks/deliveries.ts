import { batches } from '../merge-join.ts';
import {
  type AttemptRow,
  ATTEMPTS,
  DELIVERIES,
  type DeliveryRow,
  ENDPOINTS,
  MATCHED_EVENTS,
  PENDING_DELIVERIES,
  type PendingRow,
  QUEUES,
} from '../compared-collections.ts';
import type { Check, Look, Range } from '../look.ts';

const AT_ONCE = 200;

export const deliveriesCheck: Check = {
  invariant: 4,
  name: 'deliveries',
  promise:
    'Every stored event has one delivery for each endpoint that it was matched with; each is delivered, failed, or still due and looked after.',
  isTransient: true,
  run: async (look) => {
    await look.pieces({ source: MATCHED_EVENTS }, eventsHaveTheirs);
    await look.pieces({ source: DELIVERIES }, async (at, range) => {
      for await (const deliveries of batches(at.rows(DELIVERIES, { filter: range }), AT_ONCE)) await compareEach(deliveries, at);
    });
    await look.pieces({ source: PENDING_DELIVERIES }, findsAreSound);
    await look.pieces({ source: ATTEMPTS }, attemptsAreKnown);
  },
};

async function eventsHaveTheirs({ rows, findings }: Look, range: Range): Promise<void> {
  const matched = rows(MATCHED_EVENTS, { filter: { ...range, 'endpoints.0': { $exists: true } } });
  for await (const events of batches(matched, AT_ONCE)) {
    findings.compared('events', events.length);
    // By tenant: a range of the index for each event and endpoint of all tenants would be many times those that are there.
    const ofTenants = Array.from(
      Map.groupBy(events, ({ tenant }) => tenant),
      ([tenant, own]) => ({
        tenant,
        endpoint_id: { $in: unique(own.flatMap(({ endpoints }) => endpoints)) },
        event_id: { $in: own.map(({ id }) => id) },
      }),
    );
    const found = new Map<string, number>();
    for await (const delivery of rows(DELIVERIES, { filter: { $or: ofTenants } }))
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

/** The attempts of each delivery, in the order of their numbers. */
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

/** Each has up to 250 attempts. */
const RECORDS_AT_ONCE = 10;
/** The two times are taken by two statements of one transaction. */
const SAME_TIME_MS = 60_000;

/** Compares the pending projection with the deliveries that it stands for. Those that it lacks are seen from the deliveries. */
async function findsAreSound({ rows, findings }: Look, range: Range): Promise<void> {
  for await (const found of batches(rows(PENDING_DELIVERIES, { filter: range }), AT_ONCE)) {
    findings.compared('pending', found.length);
    const deliveries = await byId(rows(DELIVERIES, { filter: { _id: { $in: found.map(({ id }) => id) } } }));
    for (const each of found) {
      const fault = findFault(each, deliveries.get(each.id));
      if (fault !== undefined) findings.differs(`delivery ${each.id}: ${fault}`);
    }
  }
}

function findFault(found: PendingRow, delivery: DeliveryRow | undefined): string | undefined {
  if (!delivery) return 'workers find it, and it is not there';
  if (delivery.state !== 'pending') return `it is ${delivery.state}, and workers still find it`;
  if (found.tenant !== delivery.tenant || found.endpoint_id !== delivery.endpoint_id)
    return `it is for ${delivery.endpoint_id}, workers find it for ${found.endpoint_id}`;
  if (found.attempts !== delivery.attempts) return `it has made ${delivery.attempts} attempts, workers find ${found.attempts}`;
  const apartMs = delivery.next_at ? Math.abs(found.next_at.getTime() - delivery.next_at.getTime()) : SAME_TIME_MS;
  return apartMs < SAME_TIME_MS ? undefined : 'it is due at another time than workers find';
}

/** An attempt that is kept is known to its delivery, or what came of it was lost. */
async function attemptsAreKnown({ rows, findings }: Look, range: Range): Promise<void> {
  for await (const records of batches(rows(ATTEMPTS, { filter: range }), RECORDS_AT_ONCE)) {
    const ids = records.flatMap(({ made }) => made.map(({ delivery_id: id }) => id));
    const deliveries = await byId(rows(DELIVERIES, { filter: { _id: { $in: unique(ids) } } }));
    for (const { id: record, made } of records) {
      for (const { delivery_id: id, n } of made) {
        const delivery = deliveries.get(id);
        if (delivery && n <= delivery.attempts - MOST_RECORDED) continue;
        const isKnown = delivery?.recorded_in.some((known) => `${delivery.tenant}/${known}` === record);
        if (isKnown === false) findings.differs(`delivery ${id}: its attempt ${n} is kept, and it does not know it`);
      }
    }
  }
}

/** The records that belong to a delivery; undefined where one is not there. */
interface DeliverySurroundings {
  readonly event: { readonly tenant: string; readonly endpoints: readonly string[] } | undefined;
  readonly endpoint:
    | { readonly tenant: string; readonly status: 'active' | 'paused' | 'disabled'; readonly suspended: boolean }
    | undefined;
  /** The delivery that it is batched in. */
  readonly batch: Pick<DeliveryRow, 'endpoint_id' | 'members'> | undefined;
  /** By which workers find what is due to the endpoint. */
  readonly queue: { readonly due_at: Date | null } | undefined;
  /** By number. */
  readonly attempts: readonly Pick<AttemptRow, 'n' | 'outcome'>[];
  /** True if workers find it. */
  readonly isFound: boolean;
  readonly now: Date;
}

const DAY_MS = 86_400_000;
/** Attempts that a delivery knows of, the last. */
const MOST_RECORDED = 1_000;
/** Events and attempts go 30 days after they came, a delivery 30 days after it ended; its tries take 4 days at most. */
const COMPARED_DAYS = 25;

/** The disagreements of a delivery with its event, its endpoint or its attempts. */
function deliveryFaults(delivery: DeliveryRow, around: DeliverySurroundings): string[] {
  const isRecent = around.now.getTime() - delivery.created_at.getTime() < COMPARED_DAYS * DAY_MS;
  const past = isRecent ? [...eventFaults(delivery, around), ...attemptFaults(delivery, around)] : [];
  // Deliveries that workers find and should not are found by `findsAreSound`.
  const isLost = delivery.state === 'pending' && !around.isFound;
  const lost = isLost ? ['it is pending, and no worker finds it'] : [];
  return [...past, ...batchFaults(delivery, around), ...lost, ...endpointFaults(delivery, around)];
}

function eventFaults({ tenant, endpoint_id: endpointId, members }: DeliveryRow, { event }: DeliverySurroundings): string[] {
  if (members) return members.length > 0 ? [] : ['it is a batch of nothing'];
  if (!event) return ['there is no such event'];
  if (event.tenant !== tenant) return [`it is of ${tenant}, the event of ${event.tenant}`];
  return event.endpoints.includes(endpointId) ? [] : [`the event was not matched with ${endpointId}`];
}

/** A batched delivery has no outcome of its own: its batch has it. */
function batchFaults({ id, endpoint_id: endpointId, state, batch_id: batchId }: DeliveryRow, { batch }: DeliverySurroundings) {
  if (state !== 'batched') return [];
  if (batch?.endpoint_id !== endpointId) return [`it is batched in ${batchId ?? 'nothing'}, and that is not there`];
  const isIn = batch.members?.some(({ delivery_id: member }) => member === id) === true;
  return isIn ? [] : [`it is batched in ${batchId}, and not a member of it`];
}

function attemptFaults(
  { state, attempts: count, schedule_from: from }: DeliveryRow,
  { attempts }: DeliverySurroundings,
): string[] {
  const gap = attemptGap(
    count,
    attempts.map(({ n }) => n),
  );
  if (gap !== undefined) return [gap];
  // The last try of one that is dropped may come in after it; one that is batched may have been tried before.
  if (state === 'dropped' || state === 'batched') return [];
  // Whatever came of it before it was sent again.
  const outcomes = attempts.filter(({ n }) => n > from).map(({ outcome }) => outcome);
  const ends = state === 'pending' ? 'retry' : state;
  const last = outcomes.pop() ?? 'retry';
  const isLike = last === ends && outcomes.every((outcome) => outcome === 'retry');
  return isLike ? [] : [`it is ${state}, and its attempts ended ${[...outcomes, last].join(', ')}`];
}

/** @returns what is wrong where an attempt is missing, or is kept that was not counted. */
function attemptGap(count: number, kept: readonly number[]): string | undefined {
  const first = count - Math.min(count, MOST_RECORDED) + 1;
  const counted = kept.every((n, place) => n === first + place) && first + kept.length === count + 1;
  return counted ? undefined : `it has made ${count} attempts, those that are kept are ${kept.join(', ') || 'none'}`;
}

function endpointFaults(delivery: DeliveryRow, around: DeliverySurroundings): string[] {
  const { tenant, state, unwanted } = delivery;
  const { endpoint } = around;
  if (!endpoint) return state === 'pending' ? ['it waits for an endpoint that is gone'] : [];
  if (endpoint.tenant !== tenant) return [`it is of ${tenant}, its endpoint of ${endpoint.tenant}`];
  if (state === 'dropped') return unwanted ? [] : ['it was dropped, and its endpoint is there'];
  return state === 'pending' ? waitFaults(delivery, around) : [];
}

/** The queue of an endpoint that is disabled, or whose account is suspended, sleeps until that has ended. */
function waitFaults({ next_at: nextAt }: DeliveryRow, { endpoint, queue }: DeliverySurroundings): string[] {
  if (!nextAt) return ['it is pending and never due'];
  const isAsleep = endpoint?.status === 'active' && !endpoint.suspended && !queue?.due_at;
  return isAsleep ? ['it is pending, and its queue is asleep'] : [];
}
