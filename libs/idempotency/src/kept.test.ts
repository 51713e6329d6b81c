import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { keptRefusal, replay } from './kept.ts';

const receipt = { id: 'claim', fingerprint: 'content', subject: null, answer: null };
const context = { requestId: 'req_first' };

const claim = (fingerprint = 'content') => ({ id: 'claim', fingerprint });

test('while the first request is in progress a repeat gets no answer, and may be sent again', () => {
  expect(() => replay(receipt, claim())).toThrow(expect.objectContaining({ code: 'idempotency_in_progress' }));
});

test('another content under the key is refused, also while the first is at work', () => {
  expect(() => replay(receipt, claim('other'))).toThrow(expect.objectContaining({ code: 'idempotency_key_reused' }));
});

test('a result is returned again', () => {
  expect(replay({ ...receipt, answer: { type: 'result', result: { version: 3 } } }, claim())).toEqual({ version: 3 });
});

test('the refusal of a business rule is thrown again, marked as replayed, with the id of the request that was refused', () => {
  const refused = new AppError({ kind: 'conflict', code: 'insufficient_stock', message: 'Three are there.' });
  const answer = keptRefusal(context, refused) ?? null;

  expect(() => replay({ ...receipt, answer }, claim())).toThrow(
    expect.objectContaining({
      code: 'insufficient_stock',
      message: 'Three are there.',
      details: { request_id: 'req_first' },
      replayed: true,
    }),
  );
});

test.each(['validation_failed', 'idempotency_key_reused', 'transition_in_progress', 'upstream_unavailable', 'no_code_of_ours'])(
  '%s is no answer to keep',
  (code) => {
    expect(keptRefusal(context, new AppError({ kind: 'conflict', code, message: 'Not now.' }))).toBeUndefined();
  },
);
