import type { Command } from './commands.ts';
import { scan } from './scans.ts';
import {
  available,
  fill,
  held,
  type ModelOrder,
  type ModelSku,
  onHand,
  put,
  take,
  takeBack,
  unitsAt,
  type Warehouse,
} from './warehouse.ts';

/** How a command has to be answered: done, or refused with this code of the catalogue. */
export type Outcome =
  | 'done'
  | 'not_found'
  | 'sku_exists'
  | 'sku_archived'
  | 'unknown_sku'
  | 'insufficient_stock'
  | 'invalid_transition'
  | 'quantity_exceeded'
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
    case 'scan':
      return scan(warehouse, command);
    default:
      return changeOrder(warehouse, command);
  }
}

type OfOrders = Of<'order' | 'pack' | 'ship' | 'cancel' | 'lower' | 'return' | 'reserve' | 'release' | 'convert'>;

function changeOrder(warehouse: Warehouse, command: OfOrders): Outcome {
  switch (command.type) {
    case 'order':
      return command.lines.every(({ sku }) => isActive(warehouse, sku)) ? order(warehouse, command) : 'unknown_sku';
    case 'lower':
      return lower(warehouse, command);
    case 'return':
      return takeReturn(warehouse, command);
    case 'reserve':
      return reserve(warehouse, command);
    case 'release':
    case 'convert':
      return endReservation(warehouse, command);
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

/** @param kept units of a reservation that becomes the order, which are held for it first. */
function order(warehouse: Warehouse, { lines }: Pick<Of<'order'>, 'lines'>, kept = 0): Outcome {
  warehouse.orders.push({ status: 'created', lines: lines.map((line) => ({ ...line, held: kept, returned: 0 })) });
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
  if (type === 'ship') {
    for (const { sku: code, quantity } of found.lines) {
      const sku = warehouse.skus.get(code);
      if (sku) take(sku, quantity);
    }
  }
  for (const { sku } of found.lines) fill(warehouse, sku);
  return 'done';
}

function lower(warehouse: Warehouse, { order: place }: Of<'lower'>): Outcome {
  const found = warehouse.orders[place % warehouse.orders.length];
  const [line] = found?.lines ?? [];
  if (!found || !line || line.quantity === 1) return 'not_found';
  if (found.status === 'packed') return 'quantity_exceeded';
  if (found.status !== 'created') return 'invalid_transition';
  line.quantity -= 1;
  line.held = Math.min(line.held, line.quantity);
  fill(warehouse, line.sku);
  return 'done';
}

function takeReturn(warehouse: Warehouse, { order: place }: Of<'return'>): Outcome {
  const found = warehouse.orders[place % warehouse.orders.length];
  const [line] = found?.lines ?? [];
  if (!found || !line) return 'not_found';
  if (found.status !== 'shipped') return 'invalid_transition';
  if (line.returned === line.quantity) return 'quantity_exceeded';
  // Of an archived SKU the return expects it, and its receipt is refused.
  line.returned += 1;
  const sku = warehouse.skus.get(line.sku);
  if (!sku || sku.archived) return 'sku_archived';
  put(sku, sku.home, 1);
  fill(warehouse, line.sku);
  return 'done';
}

const isActive = ({ skus }: Warehouse, code: string): boolean => skus.get(code)?.archived === false;

function reserve(warehouse: Warehouse, { sku: code, quantity }: Of<'reserve'>): Outcome {
  const sku = warehouse.skus.get(code);
  if (!sku || sku.archived) return 'unknown_sku';
  if (available(warehouse, code, sku) < quantity) return 'insufficient_stock';
  warehouse.reservations.push({ sku: code, quantity, kept: quantity, status: 'active' });
  return 'done';
}

function endReservation(warehouse: Warehouse, { type, reservation: place }: Of<'release' | 'convert'>): Outcome {
  const found = warehouse.reservations[place % warehouse.reservations.length];
  if (!found) return 'not_found';
  if (type === 'convert' && !isActive(warehouse, found.sku)) return 'unknown_sku';
  if (type === 'release' && found.status === 'converted') return 'invalid_transition';
  const { sku, quantity, kept } = found;
  if (found.status === 'active') found.status = type === 'release' ? 'released' : 'converted';
  found.kept = 0;
  if (type === 'convert') return order(warehouse, { lines: [{ sku, quantity }] }, kept);
  fill(warehouse, sku);
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
