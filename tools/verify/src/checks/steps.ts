import { batches } from '../alongside.ts';
import type { Check } from '../check.ts';
import { ORDERS, ORDERS_OUTBOX } from '../documents.ts';

const LONGEST_MS = 60_000;
const AT_ONCE = 1_000;

export const stepsCheck: Check = {
  invariant: 5,
  name: 'steps',
  promise: 'Every step of an order that is under way has its command, and is answered within a minute.',
  mayPass: true,
  run: async ({ rows, findings, now }) => {
    const { compared, differs } = findings;
    for await (const orders of batches(rows(ORDERS, { filter: { pending: { $type: 'object' } } }), AT_ONCE)) {
      compared('steps', orders.length);
      const lacking = new Map(orders.flatMap((order) => (order.pending ? [[order.pending.command_id, order] as const] : [])));
      for (const { id, tenant, pending } of orders) {
        const isLate = pending && now.getTime() - pending.since.getTime() > LONGEST_MS;
        if (isLate) differs(`${tenant} ${id}: ${pending.command_id} has been under way for longer than a minute`);
      }
      for await (const { id } of rows(ORDERS_OUTBOX, { filter: { _id: { $in: [...lacking.keys()] } } })) lacking.delete(id);
      for (const [command, { id, tenant }] of lacking) differs(`${tenant} ${id}: ${command} is under way, and was never sent`);
    }
    const stuck = rows(ORDERS, { filter: { status: 'pending', pending: { $not: { $type: 'object' } } } });
    for await (const { id, tenant } of stuck) differs(`${tenant} ${id}: it is pending without a command`);
  },
};
