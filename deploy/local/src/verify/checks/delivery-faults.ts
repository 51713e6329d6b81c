import type { AttemptRow, DeliveryRow } from '../webhook-documents.ts';

/** What belongs to a delivery; undefined where it is not there. */
export interface DeliverySurroundings {
  readonly event: { readonly tenant: string; readonly endpoints: readonly string[] } | undefined;
  readonly endpoint: { readonly tenant: string; readonly status: 'active' | 'paused' | 'disabled' } | undefined;
  /** By which workers find what is due to the endpoint. */
  readonly queue: { readonly due_at: Date | null } | undefined;
  /** By number. */
  readonly attempts: readonly Pick<AttemptRow, 'n' | 'outcome'>[];
  readonly now: Date;
}

const DAY_MS = 86_400_000;
/** Events and attempts go 30 days after they came, a delivery 30 days after it ended; its tries take 4 days at most. */
const COMPARED_DAYS = 25;

/** Where a delivery does not agree with its event, its endpoint or its attempts. */
export function deliveryFaults(delivery: DeliveryRow, around: DeliverySurroundings): string[] {
  const isRecent = around.now.getTime() - delivery.created_at.getTime() < COMPARED_DAYS * DAY_MS;
  const past = isRecent ? [...eventFaults(delivery, around), ...attemptFaults(delivery, around)] : [];
  return [...past, ...endpointFaults(delivery, around)];
}

function eventFaults({ tenant, endpoint_id: endpointId }: DeliveryRow, { event }: DeliverySurroundings): string[] {
  if (!event) return ['there is no such event'];
  if (event.tenant !== tenant) return [`it is of ${tenant}, the event of ${event.tenant}`];
  return event.endpoints.includes(endpointId) ? [] : [`the event was not matched with ${endpointId}`];
}

function attemptFaults({ state, attempts: count }: DeliveryRow, { attempts }: DeliverySurroundings): string[] {
  // The last try of one that is dropped may come in after it, and is not counted.
  if (state === 'dropped') return [];
  const numbers = attempts.map(({ n }) => n).join(', ');
  const counted = Array.from({ length: count }, (_, place) => place + 1).join(', ');
  if (numbers !== counted) return [`it has made ${count} attempts, those that are kept are ${numbers || 'none'}`];
  const outcomes = attempts.map(({ outcome }) => outcome);
  const ends = state === 'pending' ? 'retry' : state;
  const last = outcomes.pop() ?? 'retry';
  const isLike = last === ends && outcomes.every((outcome) => outcome === 'retry');
  return isLike ? [] : [`it is ${state}, and its attempts ended ${[...outcomes, last].join(', ')}`];
}

function endpointFaults(delivery: DeliveryRow, around: DeliverySurroundings): string[] {
  const { tenant, state } = delivery;
  const { endpoint } = around;
  if (!endpoint) return state === 'pending' ? ['it waits for an endpoint that is gone'] : [];
  if (endpoint.tenant !== tenant) return [`it is of ${tenant}, its endpoint of ${endpoint.tenant}`];
  if (state === 'dropped') return ['it was dropped, and its endpoint is there'];
  return state === 'pending' ? waitFaults(delivery, around) : [];
}

/** A disabled endpoint's queue sleeps until it is enabled. */
function waitFaults({ next_at: nextAt }: DeliveryRow, { endpoint, queue }: DeliverySurroundings): string[] {
  if (!nextAt) return ['it is pending and never due'];
  const isAsleep = endpoint?.status === 'active' && !queue?.due_at;
  return isAsleep ? ['it is pending, and its queue is asleep'] : [];
}
