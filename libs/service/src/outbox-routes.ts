import { errors, operatorOperations } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import type { OutboxOperator } from '@fulfilment/messaging';

/**
 * The operator's routes of every service that publishes: list refused messages, retry one, publish again what was published.
 *
 * @param service before the ids of rows.
 * @param wake tells the relays that there are rows to read.
 */
export function outboxRoutes(service: string, outbox: OutboxOperator, wake: () => void): readonly BoundRoute[] {
  return [
    operatorRoute(operatorOperations.listRefusedRows, async () => {
      const data = (await outbox.deadRows()).map(({ id, writtenAt, ...row }) => {
        return { id: `${service}/${id}`, ...row, written_at: writtenAt.toISOString() };
      });
      return { status: 200 as const, body: { data } };
    }),
    operatorRoute(operatorOperations.retryRow, async ({ body: { id } }) => {
      if (!(await outbox.retry(id.slice(service.length + 1)))) throw errors.notFound('There is no such refused message.');
      wake();
      return { status: 200 as const, body: { id } };
    }),
    operatorRoute(operatorOperations.republish, async ({ body: { since, topic } }) => {
      const from = new Date(since);
      const ageMs = Date.now() - from.getTime();
      const keptSeconds = await outbox.keptSeconds();
      if (ageMs > keptSeconds * 1_000)
        throw noSuchTime('too_old', `Published messages are kept for ${keptSeconds / 86_400} days.`);
      if (ageMs < 0) throw noSuchTime('in_future', 'Must be in the past.');
      const messages = await outbox.republish(from, topic);
      wake();
      return { status: 200 as const, body: { messages } };
    }),
  ];
}

function noSuchTime(code: string, message: string) {
  return errors.validationFailed(message, { facts: { errors: [{ pointer: '/since', code, message }] } });
}
