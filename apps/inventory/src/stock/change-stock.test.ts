import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { fill } from './domain/commands/command.builder.ts';
import { makeChangeStock, type StockLane } from './change-stock.ts';
import type { Queued } from './load-working-set.ts';
import type { Settled } from './settle-commands.ts';
import { TENANT } from './stock.fixture.ts';

const answers = (...settled: readonly Settled[]) => {
  const submitted: boolean[] = [];
  const left = [...settled];
  const lane: StockLane = {
    submit: async (_tenant, { alone }: Queued) => {
      submitted.push(alone);
      const next = left.shift();
      if (!next) throw new Error('Asked too often');
      return next;
    },
  };
  return { submitted, changeStock: makeChangeStock({ lane }) };
};

test('a command that was put off is decided again, alone', async () => {
  const { submitted, changeStock } = answers(
    { type: 'committed', outcome: { type: 'deferred', progress: true } },
    { type: 'committed', outcome: { type: 'done' } },
  );

  expect(await changeStock(TENANT, fill('A'))).toEqual({ type: 'done' });
  expect(submitted).toEqual([false, true]);
});

test('a command that failed fails for its caller', async () => {
  const error = new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });

  await expect(answers({ type: 'failed', error }).changeStock(TENANT, fill('A'))).rejects.toBe(error);
});
