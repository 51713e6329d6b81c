import { Turns } from '@fulfilment/http';
import { AppError, delay, type RequestContext } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { ImportRow } from './apply-rows.ts';
import { makeImportSkus } from './import-skus.ts';

const contextOf = (accountId: string): RequestContext => ({
  tenant: { accountId, environment: 'sandbox' },
  requestId: 'req_1',
  actor: 'key_1',
});

const row: ImportRow = {
  number: 1,
  line: 1,
  content: {},
  change: {
    type: 'said',
    row: { type: 'invalid', error: new AppError({ kind: 'invalid', code: 'validation_failed', message: '-' }) },
  },
};

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* rowsOf(count: number): AsyncGenerator<ImportRow> {
  for (let at = 0; at < count; at += 1) yield row;
}

test('of files that one tenant sends at once a group of rows is done at a time, and other tenants are not held up', async () => {
  const turns = new Turns({ ofTenant: 1, rest: async () => undefined });
  const atOnce = new Map<string, number>();
  const most = new Map<string, number>();
  let inAll = 0;
  let mostInAll = 0;
  const importSkus = makeImportSkus({
    applyRows: async (_rows, { context: { tenant } }) => {
      const { accountId } = tenant;
      const now = (atOnce.get(accountId) ?? 0) + 1;
      atOnce.set(accountId, now);
      most.set(accountId, Math.max(most.get(accountId) ?? 0, now));
      inAll += 1;
      mostInAll = Math.max(mostInAll, inAll);
      // wait: for others to begin, if they may.
      await delay(5);
      atOnce.set(accountId, now - 1);
      inAll -= 1;
    },
    receipts: { find: async () => new Map() },
    answerOnce: () => Promise.reject(new Error('No file has a key')),
    locations: { findAlike: async () => [] },
    inTurn: (tenant, work) => turns.take(tenant, work),
  });
  const sent = (accountId: string) =>
    importSkus({ bytes: nothing(), rowsOf: () => rowsOf(500), dryRun: false }, contextOf(accountId));

  await Promise.all([sent('acc_1'), sent('acc_1'), sent('acc_2')]);

  expect([Object.fromEntries(most), mostInAll]).toEqual([{ acc_1: 1, acc_2: 1 }, 2]);
});
