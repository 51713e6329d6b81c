import { expect, test } from 'vitest';
import { type Choosing, chooseSources, MAX_SOURCES, type Wanting } from './choose-sources.ts';
import { NO_RULES } from './sourcing.ts';

const warehouses = Array.from({ length: 100 }, (_, place) => ({
  id: `w${place}`,
  path: `W${place}`,
  ships: true,
  priority: 0,
  countries: null,
}));

/** Two units of everything in each of a hundred warehouses. */
const choose = (lines: readonly Wanting[], order: Choosing['order'] = []) =>
  chooseSources({
    sourcing: { split: 'within_line' },
    sources: { rules: { ...NO_RULES, strategy: 'priority' }, warehouses },
    lines,
    order,
    availableIn: () => 2,
    atMost: () => 200,
  });

const pairsOf = (chosen: ReturnType<typeof choose>) => chosen.values().reduce((sum, sources) => sum + sources.length, 0);
const wide = (id: string): Wanting => ({ id, sku: id, units: 200 });

test('an order holds units in so many pairs of line and warehouse, and no more', () => {
  const tenLines = Array.from({ length: 10 }, (_, place) => wide(`l${place}`));
  expect(pairsOf(choose(tenLines))).toBe(MAX_SOURCES);

  const chosen = choose([...tenLines, wide('more')]);
  expect(pairsOf(chosen)).toBe(MAX_SOURCES);
  expect(chosen.has('more')).toBe(false);
});

test('what an order holds counts; a line has more from where it holds some', () => {
  const full = Array.from({ length: 10 }, () => ({ sources: warehouses.map(({ id }) => ({ warehouse: id, units: 1 })) }));
  const held = [{ warehouse: 'w7', units: 1 }];
  const order = [...full.slice(1), { sources: full[0]?.sources.slice(1) ?? [] }, { sources: held }];

  expect(choose([{ id: 'other', sku: 'other', units: 9 }], order).size).toBe(0);
  expect(choose([{ id: 'a', sku: 'a', units: 9, held }], order)).toEqual(new Map([['a', [{ warehouse: 'w7', units: 2 }]]]));
});
