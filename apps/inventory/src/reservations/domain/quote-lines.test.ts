import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_SHIPPING, NO_RULES, type Sourcing, type Split, STRATEGIES, type Strategy } from '../../model/sourcing.ts';
import { type AskedLine, isPlaced, type Placing, type QuotedSku, quoteLines } from './quote-lines.ts';

const NAMES = ['W1', 'W2', 'W3'];
const SPLITS: readonly Split[] = ['never', 'by_line', 'within_line'];

function placing(strategy: Strategy, split: Split, sourcing: Sourcing = {}): Placing {
  const warehouses = NAMES.map((path, place) => ({
    id: `loc_${path}`,
    path,
    ...DEFAULT_SHIPPING,
    priority: place === 1 ? 5 : 0,
    countries: path === 'W3' ? ['DE'] : null,
  }));
  return { sourcing, sources: { rules: { ...NO_RULES, strategy, split }, warehouses } };
}

/** SKUs with so many available units in each warehouse. */
const skusWith = (stock: Readonly<Record<string, readonly number[]>>): ReadonlyMap<string, QuotedSku> =>
  new Map(
    Object.entries(stock).map(([sku, units]) => {
      const warehouses = units.map((available, place) => ({
        id: `loc_${NAMES[place]}`,
        code: NAMES[place] ?? '',
        available,
        spare: available,
      }));
      return [sku, { available: units.reduce((sum, each) => sum + each, 0), warehouses }] as const;
    }),
  );

/** Available units of each line, and what is planned by warehouse. */
const shown = (lines: readonly AskedLine[], skus: ReadonlyMap<string, QuotedSku>, given: Placing) =>
  quoteLines(lines, skus, given).map(({ available, warehouses }) => [
    available,
    Object.fromEntries(warehouses.flatMap(({ code, planned }) => (planned === 0 ? [] : [[code, planned]]))),
  ]);

test('a line gets what all warehouses have together where it may be split, what one has where it may not', () => {
  const skus = skusWith({ X: [2, 3, 0] });
  const lines = [{ sku: 'X', units: 4 }];

  expect(shown(lines, skus, placing('priority', 'within_line'))).toEqual([[5, { W1: 1, W2: 3 }]]);
  expect(shown(lines, skus, placing('priority', 'by_line'))).toEqual([[3, { W2: 3 }]]);
  expect(shown(lines, skus, placing('priority', 'never'))).toEqual([[3, { W2: 3 }]]);
});

test('one warehouse for the whole order is that which has all of it, and else gives what it has', () => {
  const lines = [
    { sku: 'X', units: 2 },
    { sku: 'Y', units: 1 },
  ];

  expect(shown(lines, skusWith({ X: [2, 2], Y: [1, 0] }), placing('priority', 'never'))).toEqual([
    [2, { W1: 2 }],
    [1, { W1: 1 }],
  ]);
  expect(shown(lines, skusWith({ X: [0, 2], Y: [1, 0] }), placing('priority', 'never'))).toEqual([
    [2, { W2: 2 }],
    [0, {}],
  ]);
  expect(shown(lines, skusWith({ X: [0, 2], Y: [1, 0] }), placing('priority', 'by_line'))).toEqual([
    [2, { W2: 2 }],
    [1, { W1: 1 }],
  ]);
});

test('warehouses that may not ship the order give nothing and are not shown', () => {
  const skus = skusWith({ X: [1, 0, 9] });
  const lines = [{ sku: 'X', units: 2 }];

  expect(shown(lines, skus, placing('priority', 'within_line', { country: 'FR' }))).toEqual([[1, { W1: 1 }]]);
  expect(shown(lines, skus, placing('priority', 'within_line', { country: 'DE', shipFrom: ['loc_W3'] }))).toEqual([
    [9, { W3: 2 }],
  ]);
  expect(shown(lines, skus, placing('priority', 'within_line', { country: 'FR', shipFrom: ['loc_W3'] }))).toEqual([[0, {}]]);
});

test('without rules, units are available wherever they lie, less those of earlier lines, and no warehouse is chosen', () => {
  const skus = skusWith({ X: [2, 3, 0] });

  expect(
    quoteLines(
      [
        { sku: 'X', units: 3 },
        { sku: 'X', units: 9 },
      ],
      skus,
      undefined,
    ),
  ).toEqual([
    {
      available: 5,
      warehouses: [
        { id: 'loc_W1', code: 'W1', available: 2, planned: null },
        { id: 'loc_W2', code: 'W2', available: 3, planned: null },
      ],
    },
    { available: 2, warehouses: [{ id: 'loc_W2', code: 'W2', available: 2, planned: null }] },
  ]);
});

test('an order is placed by the rules, or where it says a warehouse or a split, and not by its country alone', () => {
  expect(isPlaced(placing('anywhere', 'within_line', { country: 'DE' }))).toBe(false);
  expect(isPlaced(placing('most_stock', 'within_line'))).toBe(true);
  expect(isPlaced(placing('anywhere', 'within_line', { split: 'never' }))).toBe(true);
  expect(isPlaced(placing('anywhere', 'within_line', { shipFrom: ['loc_W1'] }))).toBe(true);
});

type Stock = Readonly<Record<'X' | 'Y', readonly number[]>>;

/** Where a quote plans others than it may, or more than there is. */
function faultsOf(asked: readonly AskedLine[], stock: Stock, given: Placing): string[] {
  const { split } = given.sources.rules;
  const planned = quoteLines(asked, skusWith(stock), given).map(({ available, warehouses }, place) => {
    const { sku = '', units = 0 } = asked[place] ?? {};
    const used = warehouses.flatMap(({ code, planned: some }) => (some ? [{ sku, code, units: some }] : []));
    return { used, wanted: Math.min(available, units) };
  });
  const all = planned.flatMap(({ used }) => used);
  const takenOf = (sku: string, code: string): number =>
    all.filter((each) => each.sku === sku && each.code === code).reduce((sum, { units }) => sum + units, 0);
  const isOver = Object.entries(stock).some(([sku, each]) =>
    each.some((there, place) => takenOf(sku, NAMES[place] ?? '') > there),
  );
  return [
    ...planned.flatMap(({ used, wanted }) =>
      used.reduce((sum, { units }) => sum + units, 0) === wanted ? [] : ['less is planned than is available'],
    ),
    ...(split !== 'within_line' && planned.some(({ used }) => used.length > 1) ? ['a line is split'] : []),
    ...(split === 'never' && new Set(all.map(({ code }) => code)).size > 1 ? ['the order is split'] : []),
    ...(isOver ? ['a warehouse gives more than it has'] : []),
  ];
}

test('of every line the units that are available, or all of it, are planned; no warehouse gives more than it has', () => {
  const few = fc.nat({ max: 4 });
  const stock = fc.record({ X: fc.tuple(few, few, few), Y: fc.tuple(few, few, few) });
  const lines = fc.array(fc.record({ sku: fc.constantFrom('X', 'Y'), units: fc.integer({ min: 1, max: 6 }) }), { maxLength: 4 });
  fc.assert(
    fc.property(stock, lines, fc.constantFrom(...STRATEGIES), fc.constantFrom(...SPLITS), (units, asked, strategy, split) => {
      expect(faultsOf(asked, units, placing(strategy, split))).toEqual([]);
    }),
  );
});

test.each(STRATEGIES)(
  'a line of a quote by %s asks each of many warehouses a few times, and looks none up among the others',
  (strategy) => {
    const [many, lines] = [300, 20];
    const names = Array.from({ length: many }, (_, place) => `loc_${place}`);
    const reads = { id: 0, spare: 0 };
    const warehouses = names.map((name, place) => ({
      get id() {
        reads.id += 1;
        return name;
      },
      get spare() {
        reads.spare += 1;
        return 1 + ((place * 7_919) % many);
      },
      code: name,
      available: 1 + ((place * 7_919) % many),
    }));
    const skus = new Map([['X', { available: many * many, warehouses }]]);
    const sources = {
      rules: { ...NO_RULES, strategy },
      warehouses: names.map((id) => ({ id, path: id, ...DEFAULT_SHIPPING })),
    };

    const asked = Array.from({ length: lines }, () => ({ sku: 'X', units: 3 }));
    const quoted = quoteLines(asked, skus, { sourcing: { split: 'by_line' }, sources });

    expect(quoted).toHaveLength(lines);
    expect(reads.id).toBeLessThanOrEqual(many);
    expect(reads.spare).toBeGreaterThanOrEqual(many * lines);
    expect(reads.spare).toBeLessThanOrEqual(5 * many * lines);
  },
);
