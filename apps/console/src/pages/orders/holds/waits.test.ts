import { expect, test } from 'vitest';
import { byRank } from './waits.ts';

const at = (hour: number): string => `2026-11-28T0${hour}:00:00.000Z`;
const order = (id: string, hour: number, rank: { readonly priority?: number; readonly ship_by?: string } = {}) => ({
  id,
  created_at: at(hour),
  priority: 5,
  ship_by: null,
  ...rank,
});

test('orders stand by priority, then by the time to ship by with those without it last, then by age; each once', () => {
  const orders = [
    order('young', 3),
    order('old', 1),
    order('urgent', 4, { priority: 9 }),
    order('late', 2, { ship_by: at(9) }),
    order('soon', 3, { ship_by: at(8) }),
    order('last', 0, { priority: 0, ship_by: at(1) }),
    order('old', 1),
  ];
  expect(byRank(orders).map(({ id }) => id)).toEqual(['urgent', 'soon', 'late', 'old', 'young', 'last']);
});
