import { expect, test } from 'vitest';
import type { OrderRecord } from '../../../api/types.ts';
import { liveHoldsOf } from './live-holds.ts';

const NOW = Date.parse('2026-11-28T09:00:00.000Z');

function holdUntil(until: string | null): OrderRecord['holds'][number] {
  const placed = { placed_by: 'mem_01JD8Z0000000000000000TEST', placed_at: '2026-11-27T09:00:00.000Z' };
  return { id: `hld_${until}`, reason: 'fraud', note: null, release_stock: false, until, ...placed };
}

const ENDLESS = holdUntil(null);
const COMING = holdUntil('2026-11-28T09:00:00.001Z');
const OVER = holdUntil('2026-11-28T09:00:00.000Z');

test('a hold is live until its time has come, also while the record still has it', () => {
  expect(liveHoldsOf({ status: 'created', holds: [ENDLESS, COMING, OVER] }, NOW)).toEqual([ENDLESS, COMING]);
});

test('an order that has ended is stopped by no hold', () => {
  for (const status of ['shipped', 'cancelled', 'rejected'] as const)
    expect(liveHoldsOf({ status, holds: [ENDLESS] }, NOW)).toEqual([]);
  for (const status of ['pending', 'created', 'packed'] as const)
    expect(liveHoldsOf({ status, holds: [ENDLESS] }, NOW)).toEqual([ENDLESS]);
});
