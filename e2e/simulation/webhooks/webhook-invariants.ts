import type { System } from '../system.ts';
import type { Published, Watched, WebhookClients } from './webhook-clients.ts';

/** Work of webhooks that still waits; none of it is to be left once nothing fails any more. */
export function waitingWebhookWork({ log, webhooks }: System): string[] {
  const work: Record<string, number> = { 'records of topics': log.behind, deliveries: webhooks.store.waiting };
  return Object.entries(work).flatMap(([name, count]) => (count > 0 ? [`no progress: ${count} ${name} wait`] : []));
}

/** Where the state at rest breaks a guarantee. */
export function brokenWebhookGuarantees(system: System, clients: WebhookClients): string[] {
  const { seen, store } = system.webhooks;
  return [
    ...clients.contradictions,
    ...seen.violations,
    ...system.deadLetters.map(({ record, error }) => `a record of ${record.topic} is dead-lettered: ${error}`),
    ...clients.endpoints.flatMap((endpoint) => ofEndpoint(endpoint, system, clients.published)),
    ...clients.resent.flatMap(({ deliveryId, attempts }) => {
      const delivery = store.deliveries.get(deliveryId);
      const isOver = delivery === undefined || delivery.state === 'dropped' || delivery.attempts > attempts;
      return isOver ? [] : [`${deliveryId} was sent again, and has no attempt since`];
    }),
  ];
}

function ofEndpoint(endpoint: Watched, { webhooks: { seen, store } }: System, published: readonly Published[]): string[] {
  const { id, name, ordered } = endpoint;
  const arrivals = seen.of(id);
  const wanted = published.filter((event) => selects(endpoint, event));
  const ids = new Set(wanted.map((event) => event.id));
  const unwanted = arrivals
    .filter(({ eventId }) => !ids.has(eventId))
    .map(({ eventId }) => `${name} got ${eventId}, which it does not select`);
  const isTaken = (eventId: string): boolean => arrivals.some((each) => each.eventId === eventId && each.status === 200);
  const missing = store.removed.has(id)
    ? []
    : wanted.filter((event) => !isTaken(event.id)).map((event) => `${name} never got ${event.id}`);
  const ended = [...store.deliveries.values()].filter(({ endpointId, state }) => endpointId === id && state === 'failed');
  return [
    ...unwanted,
    ...missing,
    ...ended.map((delivery) => `the delivery ${delivery.id} to ${name} was given up`),
    ...(ordered ? ofOrder(endpoint, arrivals, wanted) : []),
  ];
}

/** By the kind alone: not by the code that matches. */
function selects({ name }: Watched, { type }: Published): boolean {
  if (name === 'packed') return type === 'order.packed';
  return name === 'filtered' ? type === 'inventory.updated' : true;
}

/** An event of a record arrives once the one before it was taken. */
function ofOrder(
  { name }: Watched,
  arrivals: readonly { readonly eventId: string; readonly status: number }[],
  wanted: readonly Published[],
): string[] {
  const firstOf = (id: string, status?: number): number =>
    arrivals.findIndex((each) => each.eventId === id && (status === undefined || each.status === status));
  return Array.from(Map.groupBy(wanted, ({ key }) => key)).flatMap(([, events]) =>
    events.flatMap(({ id }, place) => {
      const before = events[place - 1];
      const arrived = firstOf(id);
      if (!before || arrived < 0) return [];
      const taken = firstOf(before.id, 200);
      return taken >= 0 && taken < arrived ? [] : [`${name} got ${id} before ${before.id} was taken`];
    }),
  );
}
