import { all, batches } from '../alongside.ts';
import type { Check } from '../check.ts';
import { ORDER_RECEIPTS, ORDERS } from '../documents.ts';
import type { Look } from '../look.ts';

const AT_ONCE = 1_000;

export const receiptsCheck: Check = {
  invariant: 5,
  name: 'receipts',
  promise: 'Every step that was asked for under an idempotency key has an open receipt, and every open receipt such a step.',
  mayPass: false,
  run: async (look) => {
    await compareReceipts(look);
    await compareSteps(look);
  },
};

async function compareReceipts({ rows, findings: { compared, differs } }: Look): Promise<void> {
  for await (const open of batches(rows(ORDER_RECEIPTS, { filter: { answer: null } }), AT_ONCE)) {
    compared('receipts', open.length);
    const ids = open.flatMap(({ subject }) => subject?.split(':')[1] ?? []);
    const orders = await all(rows(ORDERS, { filter: { _id: { $in: ids } } }));
    const underWay = new Set(orders.map(({ pending }) => pending?.command_id));
    for (const { id, subject } of open) {
      if (subject === null || !underWay.has(subject)) differs(`${id}: it waits for ${subject}, which is not under way`);
    }
  }
}

async function compareSteps({ rows, findings: { compared, differs } }: Look): Promise<void> {
  const named = rows(ORDERS, { filter: { 'pending.claim_id': { $type: 'string' } } });
  for await (const orders of batches(named, AT_ONCE)) {
    compared('steps', orders.length);
    const keys = orders.map(({ tenant, pending }) => `${tenant}/${pending?.claim_id}`);
    const receipts = await all(rows(ORDER_RECEIPTS, { filter: { _id: { $in: keys }, answer: null } }));
    const waiting = new Set(receipts.map(({ subject }) => subject));
    for (const { tenant, id, pending } of orders) {
      if (pending && !waiting.has(pending.command_id)) differs(`${tenant} ${id}: ${pending.command_id} has no open receipt`);
    }
  }
}
