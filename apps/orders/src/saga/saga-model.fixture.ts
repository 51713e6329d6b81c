import type { OrderRecord, ReturnRecord } from '@fulfilment/contracts';
import type { IdempotencyClaim } from '@fulfilment/kernel';
import * as fc from 'fast-check';
import {
  anyReturn,
  picturedReturn,
  type PicturedReturn,
  type ReturnRequest,
  shownReturn,
  takeReturn,
} from './returns-model.fixture.ts';

/** In stock, out of stock, unknown. */
const SKUS = ['PLENTY', 'PLENTY', 'PLENTY', 'NEVER', 'UNKNOWN'] as const;
const STEPS = ['pack', 'pack', 'pack', 'pack', 'ship', 'ship', 'cancel'] as const;

/** Which one `If-Match` names. */
const VERSIONS = ['none', 'none', 'none', 'right', 'right', 'stale'] as const;

type Step = (typeof STEPS)[number];
type Sku = (typeof SKUS)[number];

/** Units that each order is created with. */
export const CREATED_UNITS = 2;

/** Lines by their place in the order, with the units that each is to have, and new ones. */
export interface Edited {
  readonly mode: 'patch' | 'replace';
  readonly lines: readonly { readonly place: number; readonly quantity: number }[];
  readonly added: { readonly sku: Sku; readonly quantity: number } | undefined;
}

interface OfOrder {
  readonly key: number;
  readonly order: number;
  readonly version: (typeof VERSIONS)[number];
}

/** A client's request. Requests of one key with equal content are one request. */
export type Request =
  | { readonly type: 'create'; readonly key: number; readonly sku: Sku }
  | (OfOrder & { readonly type: Step })
  | (OfOrder & { readonly type: 'edit'; readonly edited: Edited })
  /** A hold that ends has an hour. */
  | (OfOrder & { readonly type: 'hold'; readonly givesBack: boolean; readonly ends: boolean })
  | (OfOrder & { readonly type: 'release'; readonly hold: number })
  | (OfOrder & { readonly type: 'rank'; readonly priority: number })
  | (OfOrder & { readonly type: 'return'; readonly returned: ReturnRequest });

/** Concurrent copies of a request, and the delivery of inventory's answers. */
export interface Round {
  readonly type: 'request';
  readonly request: Request;
  readonly copies: number;
  readonly trouble: 'none' | 'twice' | 'lost and sent again';
}
/** An hour passes, or the service looks for holds that have ended. */
export interface Turn {
  readonly type: 'an hour passes' | 'holds are swept';
}

const key = fc.nat(15);
const ofOrder = { key, order: fc.nat(2), version: fc.constantFrom(...VERSIONS) };
const quantity = fc.constantFrom(0, 1, 1, 1, 2, 3);
const anyEdit: fc.Arbitrary<Edited> = fc
  .record({
    mode: fc.constantFrom('patch', 'patch', 'replace'),
    lines: fc.array(fc.record({ place: fc.constantFrom(0, 0, 0, 1, 1, 2), quantity }), { maxLength: 2 }),
    added: fc.option(fc.record({ sku: fc.constantFrom(...SKUS), quantity: fc.integer({ min: 1, max: 2 }) }), { nil: undefined }),
  })
  .filter(({ lines, added }) => lines.length > 0 || added !== undefined);
const request: fc.Arbitrary<Request> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('create'), key, sku: fc.constantFrom(...SKUS) }) },
  { weight: 9, arbitrary: fc.record({ type: fc.constantFrom(...STEPS), ...ofOrder }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('edit'), ...ofOrder, edited: anyEdit }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('hold'), ...ofOrder, givesBack: fc.boolean(), ends: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('release'), ...ofOrder, hold: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rank'), ...ofOrder, priority: fc.constantFrom(1, 5, 9) }) },
  {
    weight: 12,
    arbitrary: fc.record({ type: fc.constant('return'), ...ofOrder, order: fc.constantFrom(0, 1, 2, 2, 2), returned: anyReturn }),
  },
);
export const round: fc.Arbitrary<Round | Turn> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('request'),
      request,
      copies: fc.integer({ min: 1, max: 3 }),
      trouble: fc.constantFrom('none', 'none', 'twice', 'lost and sent again'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('an hour passes', 'holds are swept') }) },
);

const opened = (own: number, asked: Request): Round => ({
  type: 'request',
  request: { ...asked, key: own },
  copies: 1,
  trouble: 'none',
});
const placed: Request = { type: 'create', key: 0, sku: 'PLENTY' };
const LAST = { key: 0, order: 2, version: 'none' } as const;

/** Three orders to begin with, so that most requests are about one that is there; the last has left, and one return of it is over. */
export const OPENING: readonly Round[] = [
  placed,
  placed,
  placed,
  { ...LAST, type: 'pack' } as const,
  { ...LAST, type: 'ship' } as const,
  { ...LAST, type: 'return', returned: { step: 'create', place: 0, quantity: 1, as: 'requested' } } as const,
  { ...LAST, type: 'return', returned: { step: 'reject', of: 0 } } as const,
].map((asked, at) => opened(16 + at, asked));

interface PicturedLine {
  /** It stays while the places of lines change. */
  readonly key: number;
  readonly sku: Sku;
  readonly quantity: number;
  readonly packed: number;
  readonly shipped: number;
}

interface Pictured {
  readonly id: string;
  lines: readonly PicturedLine[];
  status: string;
  priority: number;
  /** Each with the hour in which it ends; it is undefined where it is to be released. */
  holds: readonly { readonly givesBack: boolean; readonly endsAt: number | undefined }[];
  /** True while what is not packed is given back. */
  isSuspended: boolean;
  readonly returns: PicturedReturn[];
}

const MAX_HOLDS = 20;

/** Orders as a client pictures them, who knows nothing of commands, or of who answers whom. */
export class Model {
  readonly orders: Pictured[] = [];
  readonly #answers = new Map<string, { readonly fingerprint: string; readonly word: string }>();
  #hour = 0;

  turn({ type }: Turn): void {
    if (type === 'an hour passes') this.#hour += 1;
    else for (const order of this.orders) if (isOpen(order)) keepHolds(order, order.holds.filter(this.#isLive));
  }

  /** The status that a request leaves, or the code it is refused with; and whether it is one that was answered before. */
  expected(asked: Request, { id, fingerprint }: IdempotencyClaim): { readonly word: string; readonly repeated: boolean } {
    const first = this.#answers.get(id);
    if (first) return { word: first.fingerprint === fingerprint ? first.word : 'idempotency_key_reused', repeated: true };
    const word = this.#decide(asked);
    // An invalid request is decided again.
    if (word !== 'validation_failed') this.#answers.set(id, { fingerprint, word });
    return { word, repeated: false };
  }

  /** Adds an order that was created. */
  happened(asked: Request, id: string): void {
    if (asked.type !== 'create' || this.orders.some((order) => order.id === id)) return;
    const line = { key: 0, sku: asked.sku, quantity: CREATED_UNITS, packed: 0, shipped: 0 };
    this.orders.push({ id, lines: [line], status: 'created', priority: 5, holds: [], isSuspended: false, returns: [] });
  }

  readonly #isLive = ({ endsAt }: Pictured['holds'][number]): boolean => endsAt === undefined || this.#hour < endsAt;

  #decide(asked: Request): string {
    if (asked.type === 'create') return asked.sku === 'UNKNOWN' ? 'unknown_sku' : 'created';
    const order = this.orders[asked.order];
    if (!order) return 'not_found';
    if (asked.type === 'release' && !order.holds[asked.hold] && asked.version !== 'stale') return 'not_found';
    const back = returnOf(asked);
    if (back !== undefined && !order.returns[back]) return 'not_found';
    if (asked.version === 'stale') return 'version_conflict';
    return this.#take(order, asked);
  }

  #take(order: Pictured, asked: Exclude<Request, { type: 'create' }>): string {
    if (asked.type === 'return') return takeReturn(order.returns, order.lines, asked.returned);
    if (asked.type === 'rank' && order.status === 'shipped' && asked.priority === order.priority) return order.status;
    if (!isOpen(order)) return 'invalid_transition';
    return this.#change(order, asked);
  }

  #change(order: Pictured, asked: Exclude<Request, { type: 'create' | 'return' }>): string {
    switch (asked.type) {
      case 'rank':
        order.priority = asked.priority;
        return order.status;
      case 'hold':
        if (order.holds.length >= MAX_HOLDS) return 'validation_failed';
        order.holds = [...order.holds, { givesBack: asked.givesBack, endsAt: asked.ends ? this.#hour + 1 : undefined }];
        order.isSuspended ||= asked.givesBack;
        return order.status;
      case 'release':
        keepHolds(order, order.holds.toSpliced(asked.hold, 1));
        return order.status;
      case 'edit':
        return edit(order, asked.edited);
      case 'cancel':
        if (order.lines.some(({ shipped }) => shipped > 0)) return 'invalid_transition';
        order.status = 'cancelled';
        return order.status;
      default:
        return this.#leave(order, asked.type);
    }
  }

  #leave(order: Pictured, step: 'pack' | 'ship'): string {
    const isPossible = step === 'pack' ? order.status === 'created' : order.lines.some(({ packed }) => packed > 0);
    if (!isPossible) return 'invalid_transition';
    if (order.isSuspended || order.holds.some(this.#isLive)) return 'order_on_hold';
    if (step === 'ship') {
      order.lines = order.lines.map((line) => ({ ...line, packed: 0, shipped: line.shipped + line.packed }));
      return settle(order);
    }
    if (order.lines.some((line) => line.sku === 'NEVER' && openOf(line) > line.packed)) return 'insufficient_stock';
    order.lines = order.lines.map((line) => ({ ...line, packed: openOf(line) }));
    return settle(order);
  }
}

/** The place of the return that a request is about; undefined where it creates one, or is about none. */
export const returnOf = (asked: Request): number | undefined =>
  asked.type === 'return' && asked.returned.step !== 'create' ? asked.returned.of : undefined;

const isOpen = ({ status }: Pictured): boolean => status === 'created' || status === 'packed';
const openOf = ({ quantity: units, shipped }: PicturedLine): number => units - shipped;

function keepHolds(order: Pictured, holds: Pictured['holds']): void {
  order.holds = holds;
  order.isSuspended &&= holds.some(({ givesBack }) => givesBack);
}

/** The status of an order by its units. */
function settle(order: Pictured): string {
  const { lines } = order;
  if (lines.every((line) => openOf(line) === 0)) order.status = 'shipped';
  else order.status = lines.every((line) => openOf(line) === line.packed) ? 'packed' : 'created';
  return order.status;
}

function edit(order: Pictured, { mode, lines: asked, added }: Edited): string {
  const named = new Map(asked.map(({ place, quantity: units }) => [place, units]));
  const isValid = named.size === asked.length && asked.every(({ place }) => place < order.lines.length);
  if (!isValid) return 'validation_failed';
  const after = order.lines.map((line, place) => ({
    ...line,
    quantity: named.get(place) ?? (mode === 'patch' ? line.quantity : 0),
  }));
  const isSame = added === undefined && after.every((line, place) => line.quantity === order.lines[place]?.quantity);
  if (isSame) return order.status;
  if (after.some((line) => line.quantity < line.packed + line.shipped)) return 'quantity_exceeded';
  if (added === undefined && after.every((line) => line.quantity === 0)) return 'validation_failed';
  if (added?.sku === 'UNKNOWN') return 'unknown_sku';
  const fresh = added ? [{ ...added, key: 1 + Math.max(...order.lines.map(({ key: own }) => own)), packed: 0, shipped: 0 }] : [];
  order.lines = [...after.filter((line) => line.quantity > 0), ...fresh];
  return settle(order);
}

/** The facts of the model that the record of an order shows too. */
export function picturedAs({ lines, status, priority, holds, isSuspended, returns }: Pictured): object {
  return {
    status,
    priority,
    holds: holds.map(({ givesBack }) => givesBack),
    returns: returns.map((each) => picturedReturn(each, lines)),
    lines: lines.map((line) => {
      const { sku, quantity: units, packed, shipped } = line;
      if (status === 'cancelled') return { sku, quantity: units, shipped, allocated: 0, packed: 0, backordered: 0 };
      const held = isSuspended ? packed : openOf(line);
      const allocated = sku === 'NEVER' ? 0 : held;
      return { sku, quantity: units, shipped, allocated, packed, backordered: openOf(line) - allocated };
    }),
  };
}

/** The same facts of a record. */
export function shownAs(order: OrderRecord, returns: readonly ReturnRecord[]): object {
  const { lines, status, priority, holds } = order;
  return {
    status,
    priority,
    holds: holds.map(({ release_stock: givesBack }) => givesBack),
    returns: returns.map((each) => shownReturn(each, order)),
    lines: lines.map(({ sku, quantity: units, shipped, allocated, packed, backordered }) => ({
      sku,
      quantity: units,
      shipped,
      allocated,
      packed,
      backordered,
    })),
  };
}
