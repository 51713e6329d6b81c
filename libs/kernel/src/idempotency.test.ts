import { describe, expect, test } from 'vitest';
import { type ClaimedRequest, claimOf, contentHash, deriveClaim, meetsCondition, versionConflict } from './index.ts';

const asked: ClaimedRequest = {
  tenant: { accountId: 'acc_1', environment: 'sandbox' },
  method: 'POST',
  target: ['/v1/orders/:id/pack', 'ord_1'],
  key: 'k1',
  content: [{ packages: [] }, {}],
};

describe('a claim', () => {
  test('is the same for the same request, in whatever order its fields came', () => {
    const one = claimOf({ ...asked, content: [{ a: 1, b: [{ c: 2, d: 3 }] }, {}] });
    const two = claimOf({ ...asked, content: [{ b: [{ d: 3, c: 2 }], a: 1 }, {}] });
    expect([two.id, two.fingerprint]).toEqual([one.id, one.fingerprint]);
  });

  test.each([
    ['tenant', { tenant: { accountId: 'acc_2', environment: 'sandbox' } }],
    ['environment', { tenant: { accountId: 'acc_1', environment: 'production' } }],
    ['method', { method: 'PATCH' }],
    ['path', { target: ['/v1/orders/:id/ship', 'ord_1'] }],
    ['record', { target: ['/v1/orders/:id/pack', 'ord_2'] }],
    ['key', { key: 'k2' }],
    // What stands where is told apart, whatever is written there.
    ['end of the path', { target: ['/v1/orders/:id/pack'], key: 'ord_1' }],
  ] satisfies [string, Partial<ClaimedRequest>][])('is another request with another %s', (_what, changes) => {
    expect(claimOf({ ...asked, ...changes }).id).not.toBe(claimOf(asked).id);
  });

  test('has another fingerprint with another body or query, and is the same request', () => {
    for (const content of [
      [{ packages: [{}] }, {}],
      [{ packages: [] }, { dry_run: 'true' }],
    ]) {
      const claim = claimOf({ ...asked, content });
      expect(claim.id).toBe(claimOf(asked).id);
      expect(claim.fingerprint).not.toBe(claimOf(asked).fingerprint);
    }
  });

  test('has parts of its own', () => {
    const ids = ['items/0', 'items/1'].map((part) => deriveClaim(claimOf(asked), part, { delta: 1 }).id);
    expect(new Set([...ids, claimOf(asked).id]).size).toBe(3);
    expect(deriveClaim(claimOf(asked), 'items/0', { delta: 1 }).id).toBe(ids[0]);
  });
});

test('a field that is called __proto__ is part of the content', () => {
  expect(contentHash(JSON.parse('{"__proto__":1}'))).not.toBe(contentHash({}));
});

describe('a version condition', () => {
  test('is met by each version it names, and without one by all', () => {
    expect(meetsCondition({ type: 'one-of', versions: [2, 3] }, 3)).toBe(true);
    expect(meetsCondition({ type: 'one-of', versions: [2, 3] }, 4)).toBe(false);
    expect(meetsCondition({ type: 'one-of', versions: [] }, 4)).toBe(false);
    expect(meetsCondition({ type: 'any' }, 4)).toBe(true);
    expect(meetsCondition(undefined, 4)).toBe(true);
  });

  test('that is not met shows the record as it is', () => {
    const record = { version: 4, name: 'Mug' };
    expect(versionConflict(record)).toMatchObject({
      code: 'version_conflict',
      details: { current_version: 4, current: record },
    });
  });
});
