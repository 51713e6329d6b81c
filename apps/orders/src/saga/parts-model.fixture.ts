import type { FulfilmentRecord, OrderRecord } from '@fulfilment/contracts';
import type { IdempotencyClaim } from '@fulfilment/kernel';

/** The SKUs of the two lines of each order: the one is never out of stock, the other mostly. */
export const SKUS = ['PLENTY', 'SCARCE'] as const;
export const STOCK = { PLENTY: 1_000_000, SCARCE: 2 } as const;

/** Units of each line. */
export type Units = readonly number[];
/** Units that lines are to have; undefined of a line that stays as it is. */
export type Targets = readonly (number | undefined)[];
export type Short = 'backorder' | 'cancel' | 'reallocate' | undefined;

/** A step, with what it is about: `part` is the place of a fulfilment among those of its order. */
export type PartsStep =
  | { readonly type: 'pack' | 'ship' | 'cancel' }
  | { readonly type: 'close' | 'fulfil'; readonly units: Units | undefined }
  | { readonly type: 'edit'; readonly targets: Targets }
  | { readonly type: 'pack part'; readonly part: number; readonly packed: Packed }
  | { readonly type: 'unpack part' | 'ship part' | 'cancel part'; readonly part: number };

/** The units that a packing names, and how. */
export interface Packed {
  readonly units: Units;
  readonly by: 'lines' | 'contents' | 'nothing';
  readonly short: Short;
}

interface PicturedLine {
  quantity: number;
  held: number;
  shipped: number;
  cancelled: number;
}

interface PicturedPart {
  status: 'open' | 'packed' | 'shipped' | 'cancelled';
  units: Units;
  /** While an edit takes units of it. */
  left?: Units;
}

interface Pictured {
  readonly lines: readonly PicturedLine[];
  readonly parts: PicturedPart[];
  /** Of an order that goes as a whole, or has ended. */
  status: 'created' | 'packed' | 'shipped' | 'cancelled';
}

type Word = string;

/** Orders in parts by the rules that clients know: of units and statuses, without commands, events or waits. */
export class PartsModel {
  readonly orders: Pictured[] = [];
  readonly #free = Object.values<number>(STOCK);
  readonly #answers = new Map<string, { readonly fingerprint: string; readonly word: Word }>();

  create(quantities: Units): void {
    const lines = quantities.map((quantity) => ({ quantity, held: 0, shipped: 0, cancelled: 0 }));
    this.orders.push({ lines, parts: [], status: 'created' });
    this.#fill();
  }

  restock(line: number, units: number): void {
    this.#free[line] = (this.#free[line] ?? 0) + units;
    this.#fill();
  }

  /** The status that a request leaves its target in, or the code it is refused with; one that was answered before has no effect. */
  expected(
    place: number,
    step: PartsStep,
    { isStale, claim }: { readonly isStale: boolean; readonly claim: IdempotencyClaim },
  ): Word {
    const first = this.#answers.get(claim.id);
    if (first) return first.fingerprint === claim.fingerprint ? first.word : 'idempotency_key_reused';
    const word = this.#take(this.orders[place], step, isStale);
    // An invalid request is decided again.
    if (word !== 'validation_failed') this.#answers.set(claim.id, { fingerprint: claim.fingerprint, word });
    this.#fill();
    return word;
  }

  /** An order as clients see it: {@link shownOf} its record is equal. */
  shown(place: number): object | undefined {
    const order = this.orders[place];
    return (
      order && {
        status: order.status,
        fulfilment: progressOf(order),
        lines: order.lines.map((line, at) => ({
          quantity: line.quantity,
          allocated: line.held,
          packed: packedOf(order, at),
          backordered: openOf(line) - line.held,
          shipped: line.shipped,
          cancelled: line.cancelled,
        })),
        parts: order.parts.map(({ status, units }) => {
          const isHeld = status === 'open' || status === 'packed';
          return { status, units, held: units.map((count) => (isHeld ? count : 0)) };
        }),
      }
    );
  }

  #take(order: Pictured | undefined, step: PartsStep, isStale: boolean): Word {
    const part = 'part' in step ? order?.parts[step.part] : undefined;
    if (!order || ('part' in step && !part)) return 'not_found';
    if (isStale) return 'version_conflict';
    if (order.status !== 'created' && order.status !== 'packed') return 'invalid_transition';
    if (part && 'part' in step) return this.#stepOfPart(order, part, step);
    return this.#stepOfOrder(order, step);
  }

  #stepOfOrder(order: Pictured, step: PartsStep): Word {
    switch (step.type) {
      case 'pack':
        return packAll(order);
      case 'ship':
        return shipAll(order);
      case 'cancel':
        return this.#cancel(order);
      case 'close':
        return this.#close(order, step.units);
      case 'fulfil':
        return plan(order, step.units);
      case 'edit':
        return this.#edit(order, step.targets);
      default:
        throw new Error(`${step.type} is a step of a part`);
    }
  }

  #stepOfPart(order: Pictured, part: PicturedPart, step: Extract<PartsStep, { part: number }>): Word {
    if (step.type === 'pack part') return this.#packPart(order, part, step.packed);
    const from = step.type === 'cancel part' ? ['open', 'packed'] : ['packed'];
    if (!from.includes(part.status)) return 'invalid_transition';
    if (step.type === 'ship part') leave(order, part);
    else part.status = step.type === 'unpack part' ? 'open' : 'cancelled';
    settle(order);
    return part.status;
  }

  #packPart(order: Pictured, part: PicturedPart, { units, by, short }: Packed): Word {
    if (part.status !== 'open') return 'invalid_transition';
    const rest = part.units.map((planned, at) => planned - (units[at] ?? 0));
    if (rest.some((count) => count < 0)) return by === 'lines' ? 'quantity_exceeded' : 'validation_failed';
    const isShort = rest.some((count) => count > 0);
    if (isShort && short === undefined) return 'validation_failed';
    part.units = units;
    part.status = 'packed';
    if (isShort && short === 'cancel') this.#drop(order, rest, () => 0);
    settle(order);
    return part.status;
  }

  #cancel(order: Pictured): Word {
    if (order.lines.some(({ shipped }) => shipped > 0)) return 'invalid_transition';
    this.#drop(order, order.lines.map(openOf), waitingOf);
    for (const part of order.parts) part.status = 'cancelled';
    order.status = 'cancelled';
    return order.status;
  }

  #close(order: Pictured, named: Units | undefined): Word {
    const open = unplannedOf(order);
    if (named?.some((units, at) => units > (open[at] ?? 0))) return 'quantity_exceeded';
    const units = named ?? open;
    if (units.every((count) => count === 0)) return 'invalid_transition';
    this.#drop(order, units, waitingOf);
    settle(order);
    return order.status;
  }

  #edit(order: Pictured, targets: Targets): Word {
    const after = order.lines.map(({ quantity }, at) => targets[at] ?? quantity);
    if (order.lines.every(({ quantity }, at) => quantity === after[at])) return order.status;
    const isTooLow = ({ shipped, cancelled }: PicturedLine, at: number): boolean =>
      (after[at] ?? 0) < shipped + cancelled + packedOf(order, at);
    if (order.lines.some(isTooLow)) return 'quantity_exceeded';
    if (order.lines.every(({ cancelled }, at) => (after[at] ?? 0) <= cancelled)) return 'validation_failed';
    if (order.status === 'packed' && order.parts.length === 0)
      order.parts.push({ status: 'packed', units: order.lines.map(openOf) });
    for (const [at, line] of order.lines.entries()) {
      const fewer = line.quantity - (after[at] ?? 0);
      const held = Math.max(0, fewer - waitingOf(line));
      line.quantity -= fewer;
      line.held -= held;
      this.#free[at] = (this.#free[at] ?? 0) + held;
      shrinkParts(order, at);
    }
    cancelEmptied(order);
    settle(order);
    return order.status;
  }

  /** @param waiting units of a line that go first, as nothing is held for them. */
  #drop({ lines }: Pictured, units: Units, waiting: (line: PicturedLine) => number): void {
    for (const [at, line] of lines.entries()) {
      const count = units[at] ?? 0;
      const held = Math.max(0, count - waiting(line));
      line.held -= held;
      line.cancelled += count;
      this.#free[at] = (this.#free[at] ?? 0) + held;
    }
  }

  /** Free units go to who waits for it, the oldest order first. */
  #fill(): void {
    for (const { lines } of this.orders)
      for (const [at, line] of lines.entries()) {
        const units = Math.min(this.#free[at] ?? 0, waitingOf(line));
        line.held += units;
        this.#free[at] = (this.#free[at] ?? 0) - units;
      }
  }
}

function plan(order: Pictured, named: Units | undefined): Word {
  if (order.status !== 'created') return 'invalid_transition';
  const open = unplannedOf(order);
  if (named?.some((units, at) => units > (open[at] ?? 0))) return 'quantity_exceeded';
  const held = order.lines.map((line, at) => (open[at] ?? 0) - waitingOf(line));
  const units = named ?? held;
  if (units.every((count) => count === 0) || units.some((count, at) => count > (held[at] ?? 0))) return 'insufficient_stock';
  order.parts.push({ status: 'open', units });
  return 'open';
}

/** Open parts with no more units of a line than it has: those that were made last lose units first. */
function shrinkParts(order: Pictured, at: number): void {
  const line = order.lines[at];
  let excess = unitsIn(order, at, ['open', 'packed']) - (line ? openOf(line) : 0);
  for (const part of order.parts.filter(({ status }) => status === 'open').toReversed()) {
    const cut = Math.min(part.units[at] ?? 0, Math.max(0, excess));
    excess -= cut;
    part.left = (part.left ?? part.units).map((units, place) => (place === at ? units - cut : units));
  }
}

/** A part that lost all its units is cancelled with those that it had. */
function cancelEmptied({ parts }: Pictured): void {
  for (const part of parts) {
    const { left } = part;
    delete part.left;
    if (!left) continue;
    if (left.every((units) => units === 0)) part.status = 'cancelled';
    else part.units = left;
  }
}

function packAll(order: Pictured): Word {
  if (order.status !== 'created' || order.parts.some(({ status }) => status === 'open')) return 'invalid_transition';
  if (order.lines.some((line) => waitingOf(line) > 0)) return 'insufficient_stock';
  if (order.parts.length > 0) order.parts.push({ status: 'packed', units: unplannedOf(order) });
  order.status = 'packed';
  return order.status;
}

function shipAll(order: Pictured): Word {
  const packed = order.parts.filter(({ status }) => status === 'packed');
  if (order.parts.length > 0 ? packed.length === 0 : order.status !== 'packed') return 'invalid_transition';
  for (const part of packed) leave(order, part);
  if (order.parts.length === 0) leave(order, { status: 'packed', units: order.lines.map(openOf) });
  settle(order);
  return order.status;
}

function leave({ lines }: Pictured, part: PicturedPart): void {
  for (const [at, line] of lines.entries()) {
    line.held -= part.units[at] ?? 0;
    line.shipped += part.units[at] ?? 0;
  }
  part.status = 'shipped';
}

/** The status of an order by its units. */
function settle(order: Pictured): void {
  const { lines } = order;
  if (lines.every((line) => openOf(line) === 0))
    order.status = lines.some(({ shipped }) => shipped > 0) ? 'shipped' : 'cancelled';
  else order.status = lines.every((line, at) => packedIn(order, at) === openOf(line)) ? 'packed' : 'created';
}

const openOf = ({ quantity, shipped, cancelled }: PicturedLine): number => quantity - shipped - cancelled;
const waitingOf = (line: PicturedLine): number => openOf(line) - line.held;

function unitsIn({ parts }: Pictured, at: number, statuses: readonly string[]): number {
  return parts.reduce((sum, { status, units }) => (statuses.includes(status) ? sum + (units[at] ?? 0) : sum), 0);
}

const packedIn = (order: Pictured, at: number): number => unitsIn(order, at, ['packed']);

/** Units of each line that are open and in no part; none of an order that was packed whole. */
function unplannedOf(order: Pictured): Units {
  if (order.parts.length === 0 && order.status === 'packed') return order.lines.map(() => 0);
  return order.lines.map((line, at) => openOf(line) - unitsIn(order, at, ['open', 'packed']));
}

function packedOf(order: Pictured, at: number): number {
  if (order.parts.length > 0) return packedIn(order, at);
  return order.status === 'packed' ? (order.lines[at]?.held ?? 0) : 0;
}

function progressOf({ status, lines }: Pictured): 'none' | 'partial' | 'complete' {
  if (status === 'shipped') return 'complete';
  return lines.some(({ shipped }) => shipped > 0) ? 'partial' : 'none';
}

/** The facts of the model, as the records of an order and of its parts show them. */
export function shownOf({ status, fulfilment, lines }: OrderRecord, parts: readonly FulfilmentRecord[]): object {
  const ofLines = (part: FulfilmentRecord, unit: 'quantity' | 'allocated'): Units =>
    lines.map(({ id }) => part.lines.find(({ line_id: lineId }) => lineId === id)?.[unit] ?? 0);
  return {
    status,
    fulfilment,
    lines: lines.map(({ quantity, allocated, packed, backordered, shipped, cancelled }) => ({
      quantity,
      allocated,
      packed,
      backordered,
      shipped,
      cancelled,
    })),
    parts: parts.map((part) => ({
      status: part.status,
      units: ofLines(part, 'quantity'),
      held: ofLines(part, 'allocated'),
    })),
  };
}
