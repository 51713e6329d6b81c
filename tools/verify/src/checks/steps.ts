import { CLAIMED_MOVEMENTS, type ClaimedMovementRow, MOVEMENTS, ORDER_RECEIPTS, ORDERS } from '../compared-collections.ts';
import type { Check, Look, Range } from '../look.ts';
import { all, batches } from '../merge-join.ts';
import { tenantsOf } from '../tenants-of.ts';

const LONGEST_MS = 60_000;
const AT_ONCE = 1_000;

export const stepsCheck: Check = {
  invariant: 5,
  name: 'steps',
  promise: 'Every step of an order that is under way is answered within a minute, and only an order with such a step is pending.',
  isTransient: true,
  run: (look) => look.pieces({ source: ORDERS }, compareUnderWay),
};

async function compareUnderWay({ rows, findings, now }: Look, range: Range): Promise<void> {
  const { compared, differs } = findings;
  for await (const orders of batches(rows(ORDERS, { filter: { ...range, pending: { $type: 'object' } } }), AT_ONCE)) {
    compared('steps', orders.length);
    for (const { id, tenant, pending } of orders) {
      const isLate = pending && now.getTime() - pending.since.getTime() > LONGEST_MS;
      if (isLate) differs(`${tenant} ${id}: ${pending.command_id} has been under way for longer than a minute`);
    }
  }
  const stuck = rows(ORDERS, { filter: { ...range, status: 'pending', pending: { $not: { $type: 'object' } } } });
  for await (const { id, tenant } of stuck) differs(`${tenant} ${id}: it is pending without a command`);
}

export const receiptsCheck: Check = {
  invariant: 5,
  name: 'receipts',
  promise: 'Every step that was asked for under an idempotency key has an open receipt, and every open receipt has such a step.',
  isTransient: false,
  run: async (look) => {
    await look.pieces({ source: ORDER_RECEIPTS }, compareReceipts);
    await look.pieces({ source: ORDERS }, compareSteps);
  },
};

async function compareReceipts({ rows, findings: { compared, differs } }: Look, range: Range): Promise<void> {
  for await (const open of batches(rows(ORDER_RECEIPTS, { filter: { ...range, answer: null } }), AT_ONCE)) {
    compared('receipts', open.length);
    const ids = open.flatMap(({ subject }) => subject?.split(':')[1] ?? []);
    const orders = await all(rows(ORDERS, { filter: { _id: { $in: ids } } }));
    const underWay = new Set(orders.map(({ pending }) => pending?.command_id));
    for (const { id, subject } of open) {
      if (subject === null || !underWay.has(subject)) differs(`${id}: it waits for ${subject}, which is not under way`);
    }
  }
}

async function compareSteps({ rows, findings: { compared, differs } }: Look, range: Range): Promise<void> {
  const named = rows(ORDERS, { filter: { ...range, 'pending.claim_id': { $type: 'string' } } });
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
  run: async (look) => {
    // All of them first: the moment of this look is gone by the end of the walks.
    for (const tenant of await all(tenantsOf(look, MOVEMENTS))) {
      const walk = { source: MOVEMENTS, by: 'claim.id', filter: { tenant, 'claim.id': { $exists: true } } };
      await look.pieces(walk, compareRepeats);
    }
  },
};

async function compareRepeats({ rows, findings: { compared, differs } }: Look, range: Range): Promise<void> {
  const claimed = rows(CLAIMED_MOVEMENTS, { filter: range, sort: { tenant: 1, 'claim.id': 1 } });
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
}
