import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { fill } from './domain/commands/command.builder.ts';
import type { CommitBatch } from './commit-batch.ts';
import { makeSettleCommands } from './settle-commands.ts';

const queued = (...skus: readonly string[]) => skus.map((sku) => ({ command: fill(sku), alone: false }));

test('a command that cannot be committed fails alone, and what was committed before it is not done again', async () => {
  const committed: string[] = [];
  const commitBatch: CommitBatch = async (_tenant, batch) => {
    const skus = batch.map((each) => ('sku' in each.command ? each.command.sku : ''));
    if (skus.includes('bad')) throw new Error('bad command');
    committed.push(...skus);
    return { outcomes: skus.map(() => ({ type: 'done' })), stillFilling: [] };
  };
  const settle = makeSettleCommands({ commitBatch, onStillFilling: () => {} });

  const settled = await settle('acc_1:sandbox', queued('a', 'b', 'c', 'bad', 'd'));

  expect(settled.map(({ type }) => type)).toEqual(['committed', 'committed', 'committed', 'failed', 'committed']);
  expect(committed).toEqual(['a', 'b', 'c', 'd']);
});

test('with the store away midway, the rest fails at once and the first keeps its outcome', async () => {
  let calls = 0;
  const commitBatch: CommitBatch = async () => {
    calls += 1;
    if (calls > 1) throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });
    return { outcomes: [{ type: 'done' }], stillFilling: ['a'] };
  };
  const filling: string[] = [];
  const settle = makeSettleCommands({ commitBatch, onStillFilling: (_tenant, skus) => void filling.push(...skus) });

  const settled = await settle('acc_1:sandbox', queued('a', 'b', 'c'));

  expect(settled.map(({ type }) => type)).toEqual(['committed', 'failed', 'failed']);
  expect({ calls, filling }).toEqual({ calls: 2, filling: ['a'] });
});
