import type { Command } from './commands.ts';
import { scan } from './scans.ts';
import { fill, held, type ModelOrder, type ModelSku, onHand, put, take, takeBack, unitsAt, type Warehouse } from './warehouse.ts';

/** How a command has to be answered: done, or refused with this code of the catalogue. */
export type Outcome =
  | 'done'
  | 'not_found'
  | 'sku_exists'
  | 'sku_archived'
  | 'unknown_sku'
  | 'insufficient_stock'
  | 'invalid_transition'
  | 'validation_failed'
  | 'stale_count';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

/** Carries a command out in the model, and notes what it moved. A refusal changes nothing. */
export function expected(warehouse: Warehouse, command: Command): Outcome {
  const before = new Map([...warehouse.skus].map(([code, { stock }]) => [code, new Map(stock)]));
  const outcome = carryOut(warehouse, command);
  warehouse.now += 1;
  // A scan notes its moment itself.
  if (command.type !== 'scan')
    for (const [code, sku] of warehouse.skus) noteMoves(sku, before.get(code) ?? new Map(), warehouse.now);
  return outcome;
}

function noteMoves(sku: ModelSku, before: ReadonlyMap<string, number>, moment: number): void {
  for (const place of new Set([...before.keys(), ...sku.stock.keys()])) {
    const units = unitsAt(sku, place) - (before.get(place) ?? 0);
    if (units !== 0) sku.journal.push({ place, units, moment });
  }
}

function carryOut(warehouse: Warehouse, command: Command): Outcome {
  switch (command.type) {
    case 'create':
      return create(warehouse, command);
    case 'adjust':
      return adjust(warehouse, command);
    case 'count':
      return count(warehouse, command);
    case 'transfer':
      return transfer(warehouse, command);
    case 'archive':
    case 'restore':
      return setArchived(warehouse, command);
    case 'order':
      return order(warehouse, command);
    case 'scan':
      return scan(warehouse, command);
    default:
      return step(warehouse, command);
  }
}

function create({ skus, now }: Warehouse, { sku, units, home }: Of<'create'>): Outcome {
  if (skus.has(sku)) return 'sku_exists';
  const made: ModelSku = { home, archived: false, stock: new Map(), created: now + 1, journal: [], counts: new Map() };
  put(made, home, units);
  skus.set(sku, made);
  return 'done';
}

function adjust(warehouse: Warehouse, { sku: code, delta, place }: Of<'adjust'>): Outcome {
  const sku = warehouse.skus.get(code);
  if (!sku || sku.archived) return sku ? 'sku_archived' : 'not_found';
  const there = place === null ? onHand(sku) : unitsAt(sku, place);
  if (there + delta < 0 || isBelowPacked(warehouse, code, onHand(sku) + delta)) return 'insufficient_stock';
  if (place !== null) put(sku, place, delta);
  else change(sku, delta);
  settle(warehouse, code, sku);
  return 'done';
}

function count(warehouse: Warehouse, { sku: code, units }: Of<'count'>): Outcome {
  const sku = warehouse.skus.get(code);
  if (!sku) return 'not_found';
  // What is there already is no movement, so an archived SKU may be counted too.
  if (units === onHand(sku)) return 'done';
  if (sku.archived) return 'sku_archived';
  if (isBelowPacked(warehouse, code, units)) return 'insufficient_stock';
  change(sku, units - onHand(sku));
  sku.counts.set(null, warehouse.now + 1);
  settle(warehouse, code, sku);
  return 'done';
}

function transfer({ skus }: Warehouse, { sku: code, from, to, units }: Of<'transfer'>): Outcome {
  const sku = skus.get(code);
  if (!sku) return 'unknown_sku';
  if (from === to) return 'validation_failed';
  if (sku.archived) return 'sku_archived';
  if (unitsAt(sku, from) < units) return 'insufficient_stock';
  put(sku, from, -units);
  put(sku, to, units);
  return 'done';
}

function setArchived({ skus }: Warehouse, { sku: code, type }: Of<'archive' | 'restore'>): Outcome {
  const sku = skus.get(code);
  if (!sku) return 'not_found';
  sku.archived = type === 'archive';
  return 'done';
}

function order(warehouse: Warehouse, { lines }: Of<'order'>): Outcome {
  if (lines.some(({ sku }) => warehouse.skus.get(sku)?.archived !== false)) return 'unknown_sku';
  warehouse.orders.push({ status: 'created', lines: lines.map((line) => ({ ...line, held: 0 })) });
  for (const { sku } of lines) fill(warehouse, sku);
  return 'done';
}

const STEPS = {
  pack: { from: ['created'], to: 'packed' },
  ship: { from: ['packed'], to: 'shipped' },
  cancel: { from: ['created', 'packed'], to: 'cancelled' },
} as const satisfies Record<string, { readonly from: readonly ModelOrder['status'][]; readonly to: ModelOrder['status'] }>;

function step(warehouse: Warehouse, { type, order: place }: Of<'pack' | 'ship' | 'cancel'>): Outcome {
  const found = warehouse.orders[place % warehouse.orders.length];
  if (!found) return 'not_found';
  const { from, to } = STEPS[type];
  if (!from.some((status) => status === found.status)) return 'invalid_transition';
  if (type === 'pack' && found.lines.some((line) => line.held < line.quantity)) return 'insufficient_stock';
  found.status = to;
  for (const { sku: code, quantity } of found.lines) {
    const sku = warehouse.skus.get(code);
    if (type === 'ship' && sku) take(sku, quantity);
    fill(warehouse, code);
  }
  return 'done';
}

/** Incoming units go to the home location. */
function change(sku: ModelSku, delta: number): void {
  if (delta < 0) take(sku, -delta);
  else put(sku, sku.home, delta);
}

function isBelowPacked(warehouse: Warehouse, code: string, units: number): boolean {
  return units < held(warehouse, code, ['packed']);
}

function settle(warehouse: Warehouse, code: string, sku: ModelSku): void {
  takeBack(warehouse, code, sku);
  fill(warehouse, code);
}
