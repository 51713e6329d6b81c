import type { IdempotencyClaim } from '@fulfilment/kernel';
import type { Parts } from './watched-saga.fixture.ts';

/** Warehouses in the order in which orders are held there, with the units of the one SKU that lie free in each. */
export const WAREHOUSES = { W1: 5, W2: 4 } as const;
export type Code = keyof typeof WAREHOUSES;
const CODES: readonly Code[] = ['W1', 'W2'];

/** A step of an order that is held by warehouse; `part` is the place of a fulfilment among those of its order. */
export type SourcesStep =
  | { readonly type: 'cancel' }
  | { readonly type: 'reassign'; readonly quantity: number; readonly to: Code | 'W9'; readonly from: Code | undefined }
  | { readonly type: 'fulfil'; readonly quantity: number | undefined; readonly warehouse: Code | 'W9' | undefined }
  | { readonly type: 'pack part' | 'unpack part' | 'ship part' | 'cancel part'; readonly part: number };

type Held = Record<Code, number>;

interface PicturedPart {
  status: 'open' | 'packed' | 'shipped' | 'cancelled';
  readonly units: number;
  /** The warehouse that they are held in. */
  readonly at: Code;
}

interface Pictured {
  readonly quantity: number;
  readonly held: Held;
  readonly parts: PicturedPart[];
  shipped: number;
  status: 'created' | 'packed' | 'shipped' | 'cancelled';
}

/** Orders of one line in two warehouses by the rules that clients know; what there is not at their creation is never filled. */
export class SourcesModel {
  readonly #orders: Pictured[] = [];
  readonly #free: Held = { ...WAREHOUSES };
  readonly #answers = new Map<string, { readonly fingerprint: string; readonly word: string }>();

  create(quantity: number): void {
    const held: Held = { W1: 0, W2: 0 };
    const whole = CODES.find((code) => this.#free[code] >= quantity);
    for (const code of whole ? [whole] : CODES) {
      const units = Math.min(this.#free[code], quantity - held.W1 - held.W2);
      held[code] += units;
      this.#free[code] -= units;
    }
    this.#orders.push({ quantity, held, parts: [], shipped: 0, status: 'created' });
  }

  /** The status that a request leaves its target in, or the code it is refused with; one that was answered before has no effect. */
  expected(place: number, step: SourcesStep, isStale: boolean, { id, fingerprint }: IdempotencyClaim): string {
    const first = this.#answers.get(id);
    if (first) return first.fingerprint === fingerprint ? first.word : 'idempotency_key_reused';
    const word = this.#take(this.#orders[place], step, isStale);
    // An invalid request is decided again.
    if (word !== 'validation_failed') this.#answers.set(id, { fingerprint, word });
    return word;
  }

  /** The facts of an order that its records show too. */
  shown(place: number): object | undefined {
    const order = this.#orders[place];
    return (
      order && {
        status: order.status,
        shipped: order.shipped,
        allocated: order.held.W1 + order.held.W2,
        held: order.held,
        parts: order.parts.map(({ status, units, at }) => {
          const isThere = status === 'open' || status === 'packed';
          return { status, units, allocated: isThere ? units : 0, at };
        }),
      }
    );
  }

  #take(order: Pictured | undefined, step: SourcesStep, isStale: boolean): string {
    if (!order || ('part' in step && !order.parts[step.part])) return 'not_found';
    if (isStale) return 'version_conflict';
    if (order.status !== 'created' && order.status !== 'packed') return 'invalid_transition';
    switch (step.type) {
      case 'cancel':
        return this.#cancel(order);
      case 'reassign':
        return order.status === 'created' ? this.#reassign(order, step) : 'invalid_transition';
      case 'fulfil':
        return order.status === 'created' ? plan(order, step) : 'invalid_transition';
      default:
        return stepOfPart(order, step);
    }
  }

  #cancel(order: Pictured): string {
    if (order.shipped > 0) return 'invalid_transition';
    for (const code of CODES) {
      this.#free[code] += order.held[code];
      order.held[code] = 0;
    }
    for (const part of order.parts) part.status = 'cancelled';
    order.status = 'cancelled';
    return order.status;
  }

  #reassign(order: Pictured, { quantity, to, from }: Extract<SourcesStep, { type: 'reassign' }>): string {
    if (quantity > unplannedOf(order)) return 'quantity_exceeded';
    if (to === 'W9') return 'unknown_location';
    const other = CODES.find((code) => code !== to && (from === undefined || code === from));
    if (!other || looseIn(order, other) < quantity || this.#free[to] < quantity) return 'insufficient_stock';
    order.held[other] -= quantity;
    order.held[to] += quantity;
    this.#free[other] += quantity;
    this.#free[to] -= quantity;
    return order.status;
  }
}

function plan(order: Pictured, { quantity, warehouse }: Extract<SourcesStep, { type: 'fulfil' }>): string {
  const open = unplannedOf(order);
  if (quantity !== undefined && quantity > open) return 'quantity_exceeded';
  if (warehouse === 'W9') return quantity === undefined ? 'insufficient_stock' : 'unknown_location';
  const at = warehouse ?? placeOf(order, quantity);
  const units = quantity ?? Math.min(open, at ? looseIn(order, at) : 0);
  if (!at || units === 0 || looseIn(order, at) < units) return 'insufficient_stock';
  order.parts.push({ status: 'open', units, at });
  return 'open';
}

/** The first warehouse with so many units that are in no part; for all of them the only one with any. */
function placeOf(order: Pictured, quantity: number | undefined): Code | undefined {
  if (quantity !== undefined) return CODES.find((code) => looseIn(order, code) >= quantity);
  const loose = CODES.filter((code) => looseIn(order, code) > 0);
  return loose.length === 1 ? loose[0] : undefined;
}

const STEPS = {
  'pack part': { from: ['open'], to: 'packed' },
  'unpack part': { from: ['packed'], to: 'open' },
  'ship part': { from: ['packed'], to: 'shipped' },
  'cancel part': { from: ['open', 'packed'], to: 'cancelled' },
} as const;

function stepOfPart(order: Pictured, { type, part: place }: Extract<SourcesStep, { part: number }>): string {
  const part = order.parts[place];
  if (!part || !STEPS[type].from.some((status) => status === part.status)) return 'invalid_transition';
  if (type === 'ship part') {
    order.held[part.at] -= part.units;
    order.shipped += part.units;
  }
  part.status = STEPS[type].to;
  settle(order);
  return part.status;
}

/** The status of an order by its units. */
function settle(order: Pictured): void {
  const open = order.quantity - order.shipped;
  if (open === 0) order.status = 'shipped';
  else order.status = unitsIn(order, ['packed']) === open ? 'packed' : 'created';
}

function unitsIn({ parts }: Pictured, statuses: readonly string[], code?: Code): number {
  const meant = parts.filter(({ status, at }) => statuses.includes(status) && (code === undefined || at === code));
  return meant.reduce((sum, { units }) => sum + units, 0);
}

const unplannedOf = (order: Pictured): number => order.quantity - order.shipped - unitsIn(order, ['open', 'packed']);

/** Units that are held in a warehouse and in no part. */
const looseIn = (order: Pictured, code: Code): number => order.held[code] - unitsIn(order, ['open', 'packed'], code);

/** The facts of the model, as records show them. */
export function shownSources({ order: { status, lines }, parts }: Parts): object {
  const [line] = lines;
  const heldIn = (code: Code): number => line?.allocations.find(({ warehouse }) => warehouse === code)?.quantity ?? 0;
  return {
    status,
    shipped: line?.shipped,
    allocated: line?.allocated,
    held: { W1: heldIn('W1'), W2: heldIn('W2') },
    parts: parts.map((part) => ({
      status: part.status,
      units: part.lines[0]?.quantity,
      allocated: part.lines[0]?.allocated,
      at: part.warehouse,
    })),
  };
}
