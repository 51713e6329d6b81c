import type { InventoryBatchResult, InventoryItem } from '@fulfilment/contracts';
import { type AnswerOnce, type Receipt, replay } from '@fulfilment/idempotency';
import { type Answered, AppError, claimOf, type IdempotencyClaim } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { ItemResult } from './bounded-results.ts';
import { makeBatchInventory } from './batch-inventory.ts';
import { TENANT } from '../stock/stock.fixture.ts';

const away: ItemResult = {
  type: 'refused',
  error: new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' }),
};
const refused: ItemResult = {
  type: 'refused',
  error: new AppError({ kind: 'conflict', code: 'sku_archived', message: 'archived' }),
};
const tooLarge: ItemResult = {
  type: 'refused',
  error: new AppError({ kind: 'conflict', code: 'sku_archived', message: 'x'.repeat(5_000_000) }),
};
const item = { type: 'valid', value: { op: 'adjust', sku: 'A', delta: 1, reason: 'found' } satisfies InventoryItem } as const;

/** The claim of a request with the key `k`. */
const claimed = (content: unknown = {}): IdempotencyClaim =>
  claimOf({ tenant: TENANT, method: 'POST', target: ['/inventory/batch'], key: 'k', content });

/** Receipts that are kept for good. */
function keptReceipts() {
  const receipts = new Map<string, Receipt>();
  const answerOnce: AnswerOnce = async ({ idempotency: claim }, work) => {
    if (!claim) throw new Error('Nothing to keep it under');
    const known = receipts.get(claim.id);
    if (known) return { result: replay(known, claim), replayed: true };
    // The answer is made already: no session is needed.
    const result = await Reflect.apply(work, undefined, []);
    receipts.set(claim.id, {
      id: claim.id,
      fingerprint: claim.fingerprint,
      subject: null,
      answer: { type: 'result', result },
    });
    return { result, replayed: false };
  };
  return { receipts, answerOnce };
}

function valueOf<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Applies batches one after another whose items have these results. */
function openBatches() {
  const { receipts, answerOnce } = keptReceipts();
  const applied: number[] = [];
  const answerTo = async (
    results: readonly ItemResult[],
    idempotency?: IdempotencyClaim,
  ): Promise<PromiseSettledResult<Answered<InventoryBatchResult>>> => {
    const batchInventory = makeBatchInventory({
      applyItems: async (items) => {
        applied.push(items.length);
        return { result: results, replayed: false };
      },
      receipts: { find: async () => receipts },
      answerOnce,
      describe: ({ code, message }) => ({
        status: 503,
        error: { code: 'internal', title: code, detail: message, retryable: true },
      }),
    });
    const context = { tenant: TENANT, actor: 'key_1', requestId: 'req_1', idempotency };
    const [answered] = await Promise.allSettled([batchInventory({ mode: 'partial', items: results.map(() => item) }, context)]);
    return answered;
  };
  return { answerTo, applied };
}

test('under a key a batch that was not done to its end is to be tried again as a whole, and no answer of it is kept', async () => {
  const { answerTo, applied } = openBatches();

  expect(await answerTo([refused, away], claimed())).toMatchObject({
    status: 'rejected',
    reason: { code: 'upstream_unavailable' },
  });
  expect(await answerTo([refused, refused], claimed())).toMatchObject({ status: 'fulfilled', value: { replayed: false } });
  expect(applied).toEqual([2, 2]);
});

test('without a key it says which items were done, unless none was', async () => {
  const { answerTo } = openBatches();

  expect(await answerTo([refused, away])).toMatchObject({ status: 'fulfilled', value: { result: { results: [{}, {}] } } });
  expect(await answerTo([away, away])).toMatchObject({ status: 'rejected' });
});

test('the answer is kept under a key, refusals included', async () => {
  const { answerTo, applied } = openBatches();

  const first = await answerTo([refused, refused], claimed());
  const again = await answerTo([refused, refused], claimed());

  expect(first).toMatchObject({ value: { replayed: false } });
  expect(again).toEqual({ status: 'fulfilled', value: { result: valueOf(first).result, replayed: true, places: 0 } });
  expect(applied).toEqual([2]);
});

test.each<[string, readonly ItemResult[]]>([
  ['was done to its end', [refused]],
  ['was not done to its end', [refused, away]],
  ['had an answer too large to be kept', [tooLarge]],
])('another batch under the key of one that %s is refused, and none of its items is tried', async (_what, results) => {
  const { answerTo, applied } = openBatches();
  await answerTo(results, claimed('one'));

  expect(await answerTo([refused], claimed('another'))).toMatchObject({
    status: 'rejected',
    reason: { code: 'idempotency_key_reused' },
  });
  expect(applied).toEqual([results.length]);
});
