import type { AttemptRow, DeliveryRow } from '../webhook-documents.ts';

/** What belongs to a delivery; undefined where it is not there. */
export interface DeliverySurroundings {
  readonly event: { readonly tenant: string; readonly endpoints: readonly string[] } | undefined;
  readonly endpoint: { readonly tenant: string; readonly status: 'active' | 'paused' | 'disabled' } | undefined;
  /** What it is batched in. */
  readonly batch: Pick<DeliveryRow, 'endpoint_id' | 'members'> | undefined;
  /** By which workers find what is due to the endpoint. */
  readonly queue: { readonly due_at: Date | null } | undefined;
  /** By number. */
  readonly attempts: readonly Pick<AttemptRow, 'n' | 'outcome'>[];
  /** Whether workers find it. */
  readonly isFound: boolean;
  readonly now: Date;
}

const DAY_MS = 86_400_000;
/** Attempts that a delivery knows of, the last. */
export const MOST_RECORDED = 1_000;
/** Events and attempts go 30 days after they came, a delivery 30 days after it ended; its tries take 4 days at most. */
const COMPARED_DAYS = 25;

/** Where a delivery does not agree with its event, its endpoint or its attempts. */
export function deliveryFaults(delivery: DeliveryRow, around: DeliverySurroundings): string[] {
  const isRecent = around.now.getTime() - delivery.created_at.getTime() < COMPARED_DAYS * DAY_MS;
  const past = isRecent ? [...eventFaults(delivery, around), ...attemptFaults(delivery, around)] : [];
  return [...past, ...batchFaults(delivery, around), ...pendingFaults(delivery, around), ...endpointFaults(delivery, around)];
}

function eventFaults({ tenant, endpoint_id: endpointId, members }: DeliveryRow, { event }: DeliverySurroundings): string[] {
  if (members) return members.length > 0 ? [] : ['it is a batch of nothing'];
  if (!event) return ['there is no such event'];
  if (event.tenant !== tenant) return [`it is of ${tenant}, the event of ${event.tenant}`];
  return event.endpoints.includes(endpointId) ? [] : [`the event was not matched with ${endpointId}`];
}

/** What becomes of one that is batched becomes of its batch. */
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

/** What they find of others is seen from there. */
function pendingFaults({ state }: DeliveryRow, { isFound }: DeliverySurroundings): string[] {
  return state === 'pending' && !isFound ? ['it is pending, and no worker finds it'] : [];
}

function endpointFaults(delivery: DeliveryRow, around: DeliverySurroundings): string[] {
  const { tenant, state, unwanted } = delivery;
  const { endpoint } = around;
  if (!endpoint) return state === 'pending' ? ['it waits for an endpoint that is gone'] : [];
  if (endpoint.tenant !== tenant) return [`it is of ${tenant}, its endpoint of ${endpoint.tenant}`];
  if (state === 'dropped') return unwanted ? [] : ['it was dropped, and its endpoint is there'];
  return state === 'pending' ? waitFaults(delivery, around) : [];
}

/** A disabled endpoint's queue sleeps until it is enabled. */
function waitFaults({ next_at: nextAt }: DeliveryRow, { endpoint, queue }: DeliverySurroundings): string[] {
  if (!nextAt) return ['it is pending and never due'];
  const isAsleep = endpoint?.status === 'active' && !queue?.due_at;
  return isAsleep ? ['it is pending, and its queue is asleep'] : [];
}
