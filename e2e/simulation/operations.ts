import type { Random } from '@fulfilment/kernel';
import {
  EDITED_LIVES,
  LIVES,
  LIVES_IN_PARTS,
  LIVES_IN_WAREHOUSES,
  RACED,
  RACED_EDITED,
  RACED_IN_PARTS,
  RACED_IN_WAREHOUSES,
  RACED_RETURNS,
  RETURNED_LIVES,
  type Step,
} from './order-steps.ts';
import type { World } from './system.ts';
import { WAREHOUSE_CODES } from './places.ts';

/** SKUs that orders and adjustments are for. */
export const SOLD = ['SKU-A', 'SKU-B'] as const;
/** A SKU that only scans move, so that what lies there in truth is known. */
export const COUNTED = 'SKU-C';
/** Units of each SKU at its creation. */
export const INITIAL = 4;

/** One piece of work of a client. */
export type Operation =
  | OrderOperation
  | {
      readonly type: 'adjust';
      readonly sku: string;
      readonly delta: number;
      /** The warehouse; the default one where it is absent. */
      readonly at?: string;
    }
  | { readonly type: 'transfer'; readonly sku: string; readonly units: number; readonly from: string; readonly to: string }
  | {
      readonly type: 'batch';
      readonly of: 'orders' | 'stock';
      readonly mode: 'partial' | 'atomic';
      readonly items: readonly { readonly sku: string; readonly units: number }[];
    }
  | { readonly type: 'scan'; readonly movement: 'receive' | 'count'; readonly units: number; readonly lateMs: number };

export interface OrderOperation {
  readonly type: 'order';
  readonly sku: string;
  readonly quantity: number;
  /** Units of a second line, of the other SKU; none where it is absent. */
  readonly besides?: number;
  readonly backorder: boolean;
  readonly steps: readonly Step[];
  /** Of another client, while this one goes on; none where it is empty. */
  readonly raced: readonly Step[];
  readonly externalId: string | undefined;
  readonly sourcing?: AskedSourcing;
}

/** The warehouses that an order asks to be shipped from, and how it may be split over them. */
export interface AskedSourcing {
  readonly ship_from?: string[];
  readonly split?: 'never' | 'by_line' | 'within_line';
}

/** A world of orders and stock. */
export type OrderWorld = Exclude<World, 'webhooks'>;

/** The lives of orders of a world, and the steps that others take beside them. */
const LIVES_OF = {
  stock: [LIVES, RACED],
  parts: [LIVES_IN_PARTS, RACED_IN_PARTS],
  edits: [EDITED_LIVES, RACED_EDITED],
  warehouses: [LIVES_IN_WAREHOUSES, RACED_IN_WAREHOUSES],
  returns: [RETURNED_LIVES, RACED_RETURNS],
} as const satisfies Record<OrderWorld, readonly [readonly (readonly Step[])[], readonly (Step | readonly Step[])[]]>;

const TYPES = ['order', 'order', 'order', 'order', 'adjust', 'scan', 'scan', 'batch'] as const;
const TYPES_OF_WAREHOUSES = ['order', 'order', 'order', 'order', 'order', 'adjust', 'transfer', 'transfer', 'batch'] as const;
/** Worlds in which an order is led by the client that created it alone: its lines are known. */
const LED: readonly World[] = ['edits', 'warehouses', 'returns'];

/** Chooses the work of a schedule. */
export function operationsOf(random: Random, count: number, world: OrderWorld): readonly Operation[] {
  return Array.from({ length: count }, (): Operation => {
    const type = random.of(world === 'warehouses' ? TYPES_OF_WAREHOUSES : TYPES);
    if (type === 'adjust') {
      const adjusted = { type, sku: random.of(SOLD), delta: random.of([-1, 1, 2, 3]) };
      return world === 'warehouses'
        ? { ...adjusted, delta: random.of([-2, -1, 1, 2]), at: random.of(WAREHOUSE_CODES) }
        : adjusted;
    }
    if (type === 'transfer') {
      const from = random.of(WAREHOUSE_CODES);
      const to = random.of(WAREHOUSE_CODES.filter((code) => code !== from));
      return { type, sku: random.of(SOLD), units: 1 + random.below(3), from, to };
    }
    if (type === 'scan') {
      const movement = random.of(['receive', 'count'] as const);
      return { type, movement, units: 1 + random.below(3), lateMs: random.of([0, 0, 30, 200]) };
    }
    if (type === 'batch') {
      const items = Array.from({ length: 2 + random.below(2) }, () => ({ sku: random.of(SOLD), units: 1 + random.below(3) }));
      return { type, of: random.of(['orders', 'stock'] as const), mode: random.of(['partial', 'atomic'] as const), items };
    }
    return orderOf(random, world);
  });
}

function orderOf(random: Random, world: OrderWorld): OrderOperation {
  const [lives, races] = LIVES_OF[world];
  const order: OrderOperation = {
    type: 'order',
    sku: random.of(SOLD),
    quantity: 1 + random.below(3),
    backorder: random.chance(0.7),
    steps: random.of(lives),
    raced: random.chance(0.4) ? [random.of<Step | readonly Step[]>(races)].flat() : [],
    externalId: !LED.includes(world) && random.chance(0.2) ? 'external' : undefined,
  };
  if (world !== 'warehouses') return order;
  const besides = random.of([0, 0, 1, 2]);
  return { ...order, ...(besides > 0 && { besides }), ...(random.chance(0.75) && { sourcing: sourcingOf(random) }) };
}

const SPLITS: readonly AskedSourcing[] = [
  {},
  { split: 'never' },
  { split: 'by_line' },
  { split: 'within_line' },
  { split: 'within_line' },
];
const ORIGINS: readonly AskedSourcing[] = [{}, { ship_from: ['W2'] }, { ship_from: ['MAIN', 'W2'] }, { ship_from: ['W2', 'W3'] }];

const sourcingOf = (random: Random): AskedSourcing => ({ ...random.of(SPLITS), ...random.of(ORIGINS) });
