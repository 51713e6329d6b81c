import * as fc from 'fast-check';
import type { Place, Sku } from './warehouse.ts';

export const SKUS: readonly Sku[] = ['MUG-01', 'CUP-02'];
export const PLACES: readonly Place[] = ['A1/S1', 'A2/S2'];

/** One request of a client. `order` counts orders from the oldest, and wraps around behind the newest. */
export type Command =
  | { readonly type: 'create'; readonly sku: Sku; readonly units: number; readonly home: Place }
  | { readonly type: 'adjust'; readonly sku: Sku; readonly delta: number; readonly place: Place | null }
  | { readonly type: 'count'; readonly sku: Sku; readonly units: number; readonly by: 'PATCH' | 'batch' | 'import' }
  | Scan
  | { readonly type: 'transfer'; readonly sku: Sku; readonly from: Place; readonly to: Place; readonly units: number }
  | { readonly type: 'archive' | 'restore'; readonly sku: Sku }
  | { readonly type: 'order'; readonly lines: readonly { readonly sku: Sku; readonly quantity: number }[] }
  | { readonly type: 'pack' | 'ship' | 'cancel'; readonly order: number };

/** A scan that moves stock, of a moment before the last commands; it is sent twice. Without a place a count is of the total. */
export interface Scan {
  readonly type: 'scan';
  readonly movement: 'receive' | 'count';
  readonly sku: Sku;
  readonly place: Place | null;
  readonly units: number;
  readonly commandsAgo: number;
}

const sku = fc.constantFrom(...SKUS);
const place = fc.constantFrom(...PLACES);
const units = fc.nat({ max: 20 });
const one = <Type extends Command['type']>(type: Type): fc.Arbitrary<Type> => fc.constant(type);

const lines = fc.array(fc.record({ sku, quantity: fc.integer({ min: 1, max: 8 }) }), { minLength: 1, maxLength: 3 });
const delta = fc.integer({ min: -12, max: 12 }).filter((each) => each !== 0);
const order = fc.nat({ max: 5 });

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: one('create'), sku, units, home: place }) },
  { weight: 4, arbitrary: fc.record({ type: one('adjust'), sku, delta, place: fc.option(place) }) },
  { weight: 2, arbitrary: fc.record({ type: one('count'), sku, units, by: fc.constantFrom('PATCH', 'batch', 'import') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: one('scan'),
      movement: fc.constantFrom('receive', 'count'),
      sku,
      place: fc.option(place, { freq: 2 }),
      units: fc.integer({ min: 1, max: 12 }),
      commandsAgo: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: one('transfer'), sku, from: place, to: place, units: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: one('archive'), sku }) },
  { weight: 1, arbitrary: fc.record({ type: one('restore'), sku }) },
  { weight: 6, arbitrary: fc.record({ type: one('order'), lines }) },
  { weight: 4, arbitrary: fc.record({ type: one('pack'), order }) },
  { weight: 3, arbitrary: fc.record({ type: one('ship'), order }) },
  { weight: 2, arbitrary: fc.record({ type: one('cancel'), order }) },
);

/** Sequences of up to so many commands, after one that makes the first SKU. */
export function sequences(maxLength: number): fc.Arbitrary<readonly Command[]> {
  const first = fc.record({ type: one('create'), sku: fc.constant('MUG-01'), units, home: place });
  return fc
    .tuple(first, fc.array(command, { minLength: 1, maxLength: maxLength - 1, size: 'max' }))
    .map(([begin, others]) => [begin, ...others]);
}
