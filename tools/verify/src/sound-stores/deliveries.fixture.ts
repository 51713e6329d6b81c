import { EVENTS } from './events.fixture.ts';
import { at, type Documents, TENANT } from './world.fixture.ts';

export const ENDPOINT = 'whk_1';
/** Delivered at its second try. */
export const DELIVERED = 'dlv_evt_ord_1_2';
/** Given up. */
export const FAILED = 'dlv_evt_ord_1_4';
/** Tried once, due again. */
export const PENDING = 'dlv_evt_ord_1_6';

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  [DELIVERED]: ['retry', 'delivered'],
  [FAILED]: ['retry', 'failed'],
  [PENDING]: ['retry'],
};

/** The documents of webhooks: all events, and the deliveries of an endpoint that takes those of orders. */
export function soundDeliveries(): Documents {
  const matched = EVENTS.filter(({ type }) => type.startsWith('order.'));
  return {
    events: EVENTS.map((event, place) => stored(event, place)),
    positions: [{ _id: TENANT, position: EVENTS.length }],
    endpoints: [{ _id: ENDPOINT, tenant: TENANT, status: 'active' }],
    queues: [{ _id: ENDPOINT, tenant: TENANT, due_at: at(120) }],
    deliveries: matched.map(({ id }) => delivery(id)),
    pending: [{ _id: PENDING, tenant: TENANT, endpoint_id: ENDPOINT, attempts: 1, next_at: at(120) }],
    attempts: matched.flatMap(({ id }) => attempts(`dlv_${id}`)),
  };
}

function stored({ id, type, key, sequence, body }: (typeof EVENTS)[number], place: number) {
  const endpoints = type.startsWith('order.') ? [ENDPOINT] : [];
  const times = { created_at: at(place), expires_at: at(30 * 24 * 60) };
  return { _id: id, tenant: TENANT, position: place + 1, type, key, sequence, body, endpoints, ...times };
}

function delivery(eventId: string) {
  const id = `dlv_${eventId}`;
  const outcomes = outcomesOf(id);
  const state = outcomes.at(-1) === 'retry' ? { state: 'pending', next_at: at(120) } : { state: outcomes.at(-1) };
  const facts = { _id: id, tenant: TENANT, endpoint_id: ENDPOINT, event_id: eventId, created_at: at(1) };
  return { ...facts, ...state, attempts: outcomes.length, recorded_in: outcomes.map((_, place) => recordOf(id, place + 1)) };
}

function attempts(id: string) {
  return outcomesOf(id).map((outcome, place) => {
    const n = place + 1;
    return { _id: `${TENANT}/${recordOf(id, n)}`, tenant: TENANT, made: [{ delivery_id: id, n, outcome }] };
  });
}

/** The id by which a delivery knows the record of its nth attempt. */
export const recordOf = (id: string, n: number): string => `${id}-${n}`;

function outcomesOf(id: string): readonly string[] {
  return OUTCOMES[id] ?? ['delivered'];
}
