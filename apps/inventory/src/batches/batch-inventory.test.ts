import type { InventoryItem } from '@fulfilment/contracts';
import { keep, type Once, type Receipt, replay } from '@fulfilment/idempotency';
import { AppError, claimOf, type IdempotencyClaim } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { ItemResult } from './apply-items.ts';
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
  error: new AppError({ kind: 'conflict', code: 'sku_archived', message: 'x'.repeat(4_000_000) }),
};
const item = { type: 'valid', value: { op: 'adjust', sku: 'A', delta: 1, reason: 'found' } satisfies InventoryItem } as const;

/** A request with the key `k`, and how often it was answered from what is kept. */
function claimed(content: unknown = {}) {
  const seen = { replays: 0 };
  const onReplayed = (): void => void (seen.replays += 1);
  return {
    seen,
    claim: { ...claimOf({ tenant: TENANT, method: 'POST', target: ['/inventory/batch'], key: 'k', content }), onReplayed },
  };
}

/** Receipts that are kept for good. */
function keptReceipts() {
  const receipts = new Map<string, Receipt>();
  const once: Once = async ({ requestId, idempotency: claim }, work) => {
    if (!claim) throw new Error('Nothing to keep it under');
    const known = receipts.get(claim.id);
    if (known) return replay(known, claim);
    // No session is asked for: the answer is made already.
    const result = await Reflect.apply(work, undefined, []);
    receipts.set(claim.id, {
      id: claim.id,
      fingerprint: claim.fingerprint,
      subject: null,
      answer: keep({ requestId }, () => result),
    });
    return result;
  };
  return { receipts, once };
}

/** Applies batches one after another whose items come to these results. */
function openBatches() {
  const { receipts, once } = keptReceipts();
  const applied: number[] = [];
  const answerTo = async (
    results: readonly ItemResult[],
    idempotency?: IdempotencyClaim,
  ): Promise<PromiseSettledResult<unknown>> => {
    const batchInventory = makeBatchInventory({
      applyItems: async (items) => {
        applied.push(items.length);
        return results;
      },
      receipts: { find: async () => receipts },
      once,
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
  const again = claimed();

  expect(await answerTo([refused, away], claimed().claim)).toMatchObject({
    status: 'rejected',
    reason: { code: 'upstream_unavailable' },
  });
  expect(await answerTo([refused, refused], again.claim)).toMatchObject({ status: 'fulfilled' });
  expect(applied).toEqual([2, 2]);
  expect(again.seen.replays).toBe(0);
});

test('without a key it says which items were done, unless none was', async () => {
  const { answerTo } = openBatches();

  expect(await answerTo([refused, away])).toMatchObject({ status: 'fulfilled', value: { results: [{}, {}] } });
  expect(await answerTo([away, away])).toMatchObject({ status: 'rejected' });
});

test('the answer is kept under a key, refusals included', async () => {
  const { answerTo, applied } = openBatches();
  const again = claimed();

  const first = await answerTo([refused, refused], claimed().claim);

  expect(await answerTo([refused, refused], again.claim)).toEqual(first);
  expect(applied).toEqual([2]);
  expect(again.seen.replays).toBe(1);
});

test.each<[string, readonly ItemResult[]]>([
  ['was done to its end', [refused]],
  ['was not done to its end', [refused, away]],
  ['had an answer too large to be kept', [tooLarge]],
])('another batch under the key of one that %s is refused, and none of its items is tried', async (_what, results) => {
  const { answerTo, applied } = openBatches();
  await answerTo(results, claimed('one').claim);

  expect(await answerTo([refused], claimed('another').claim)).toMatchObject({
    status: 'rejected',
    reason: { code: 'idempotency_key_reused' },
  });
  expect(applied).toEqual([results.length]);
});
