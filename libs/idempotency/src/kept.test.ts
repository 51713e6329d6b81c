import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { keep, replay } from './kept.ts';

const receipt = { id: 'claim', fingerprint: 'content', subject: null, answer: null };
const context = { requestId: 'req_first' };

function claim(fingerprint = 'content') {
  const seen = { replayed: 0 };
  return { seen, id: 'claim', fingerprint, onReplayed: () => void (seen.replayed += 1) };
}

test('while the first request is at work there is nothing to give, and a repeat may come again', () => {
  const repeat = claim();

  expect(() => replay(receipt, repeat)).toThrow(expect.objectContaining({ code: 'idempotency_in_progress' }));
  expect(repeat.seen.replayed).toBe(0);
});

test('another content under the key is refused, also while the first is at work', () => {
  expect(() => replay(receipt, claim('other'))).toThrow(expect.objectContaining({ code: 'idempotency_key_reused' }));
});

test('a result is given again, and said to be', () => {
  const repeat = claim();

  expect(replay({ ...receipt, answer: keep(context, () => ({ version: 3 })) }, repeat)).toEqual({ version: 3 });
  expect(repeat.seen.replayed).toBe(1);
});

test('the refusal of a business rule is given again, with the id of the request that was refused', () => {
  const answer = keep(context, () => {
    throw new AppError({ kind: 'conflict', code: 'insufficient_stock', message: 'Three are there.' });
  });

  expect(() => replay({ ...receipt, answer }, claim())).toThrow(
    expect.objectContaining({ code: 'insufficient_stock', message: 'Three are there.', details: { request_id: 'req_first' } }),
  );
});

test.each(['validation_failed', 'idempotency_key_reused', 'transition_in_progress', 'upstream_unavailable', 'no_code_of_ours'])(
  '%s is no answer to keep',
  (code) => {
    const run = (): never => {
      throw new AppError({ kind: 'conflict', code, message: 'Not now.' });
    };

    expect(() => keep(context, run)).toThrow(expect.objectContaining({ code }));
  },
);
