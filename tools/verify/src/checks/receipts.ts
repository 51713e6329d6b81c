import { all, batches } from '../merge-join.ts';
import { CLAIMED_MOVEMENTS, type ClaimedMovementRow, ORDER_RECEIPTS, ORDERS } from '../documents.ts';
import type { Check, Look } from '../look.ts';

const AT_ONCE = 1_000;

export const receiptsCheck: Check = {
  invariant: 5,
  name: 'receipts',
  promise: 'Every step that was asked for under an idempotency key has an open receipt, and every open receipt such a step.',
  isTransient: false,
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

export const repeatsCheck: Check = {
  invariant: 5,
  name: 'repeats',
  promise: 'A request with an idempotency key has moved each SKU once, however often it came.',
  isTransient: false,
  run: async ({ rows, findings: { compared, differs } }) => {
    const claimed = rows(CLAIMED_MOVEMENTS, { filter: { 'claim.id': { $exists: true } }, sort: { tenant: 1, 'claim.id': 1 } });
    let last: ClaimedMovementRow | undefined;
    /** The version by which the request moved each SKU. */
    let moved = new Map<string, number>();
    for await (const entry of claimed) {
      compared('ledger entries');
      const { tenant, sku, version, claim } = entry;
      if (last?.tenant !== tenant || last.claim.id !== claim.id) moved = new Map();
      const known = moved.get(sku) ?? version;
      if (known !== version) differs(`${tenant} ${sku}: one request moved it by version ${known} and by version ${version}`);
      moved.set(sku, known);
      last = entry;
    }
  },
};
