import type { InventoryItem } from '@fulfilment/contracts';
import type { Receipt } from '@fulfilment/idempotency';
import { AppError, claimOf, type RequestContext } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { ItemResult } from './apply-items.ts';
import { makeBatchInventory } from './batch-inventory.ts';
import { TENANT } from './stock.fixture.ts';

const away: ItemResult = {
  type: 'refused',
  error: new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' }),
};
const refused: ItemResult = {
  type: 'refused',
  error: new AppError({ kind: 'conflict', code: 'sku_archived', message: 'archived' }),
};
const item = { type: 'valid', value: { op: 'adjust', sku: 'A', delta: 1, reason: 'found' } satisfies InventoryItem } as const;
const claim = claimOf({ tenant: TENANT, method: 'POST', target: ['/inventory/batch'], key: 'k', content: {} });

/** Applies a batch whose items come to these results, and tells what was kept of it. */
async function answerTo(results: readonly ItemResult[], idempotency?: RequestContext['idempotency']) {
  const kept: unknown[] = [];
  const batchInventory = makeBatchInventory({
    applyItems: async () => results,
    receipts: { find: async () => new Map<string, Receipt>() },
    once: async (_context, work) => {
      // No session is asked for: the answer is made already.
      const answer = await Reflect.apply(work, undefined, []);
      kept.push(answer);
      return answer;
    },
    describe: ({ code, message }) => ({
      status: 503,
      error: { code: 'internal', title: code, detail: message, retryable: true },
    }),
  });
  const context = { tenant: TENANT, actor: 'key_1', requestId: 'req_1', idempotency };
  const [answered] = await Promise.allSettled([batchInventory({ mode: 'partial', items: results.map(() => item) }, context)]);
  return { answered, kept };
}

test('under a key a batch that was not done to its end is to be tried again as a whole, and no answer of it is kept', async () => {
  const { answered, kept } = await answerTo([refused, away], claim);

  expect(answered).toMatchObject({ status: 'rejected', reason: { code: 'upstream_unavailable' } });
  expect(kept).toEqual([]);
});

test('without a key it says which items were done, unless none was', async () => {
  expect((await answerTo([refused, away])).answered).toMatchObject({ status: 'fulfilled', value: { results: [{}, {}] } });
  expect((await answerTo([away, away])).answered).toMatchObject({ status: 'rejected' });
});

test('the answer is kept under a key, refusals included', async () => {
  const { answered, kept } = await answerTo([refused, refused], claim);

  expect(answered).toMatchObject({ status: 'fulfilled' });
  expect(kept).toHaveLength(1);
});
