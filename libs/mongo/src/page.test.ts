import { expect, test } from 'vitest';
import { makeCursors } from './page.ts';

const cursors = makeCursors('a secret of more than thirty-two characters');
const scope = { tenant: 'acc_1:sandbox', list: 'orders', filter: { status: 'packed', external_id: undefined } };

test('a cursor opens on its own list only', () => {
  const cursor = cursors.seal('ord_1', scope);

  expect(cursors.open(cursor, scope)).toBe('ord_1');
  expect(cursors.open(cursor, { ...scope, filter: { status: 'packed' } })).toBe('ord_1');
  for (const other of [
    { ...scope, tenant: 'acc_2:sandbox' },
    { ...scope, list: 'scans' },
    { ...scope, filter: {} },
  ]) {
    expect(() => cursors.open(cursor, other)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
  }
});

test('a cursor that was altered is refused', () => {
  const cursor = cursors.seal('ord_1', scope);
  const altered = Buffer.from(cursor, 'base64url').map((byte, place) => (place === 20 ? byte ^ 1 : byte));

  for (const bad of [Buffer.from(altered).toString('base64url'), '', 'abc', '%%%', 'x'.repeat(2_000)]) {
    expect(() => cursors.open(bad, scope)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
  }
  expect(() => makeCursors('another secret of more than thirty-two').open(cursor, scope)).toThrow(
    expect.objectContaining({ code: 'invalid_cursor' }),
  );
});
