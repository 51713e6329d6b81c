import type { EditOrderBody, OrderRecord } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import type { OrderReply } from '../../apps/orders/src/saga/order-answers.ts';
import type { Apis } from './services.ts';

/** The units of the first line of an order, and those of a new line of {@link ADDED_SKU}. */
interface Target {
  readonly mode: EditOrderBody['mode'];
  readonly first?: number;
  readonly added?: number;
}
type LineEdit = 'raise' | 'lower' | 'add line' | 'only this line' | 'swap line';
/** Each names the units that lines are to have, so that it says the same however often it comes. */
const EDITS: Readonly<Record<LineEdit, Target>> = {
  raise: { mode: 'patch', first: 5 },
  lower: { mode: 'patch', first: 1 },
  'add line': { mode: 'patch', added: 2 },
  'only this line': { mode: 'replace', first: 2 },
  'swap line': { mode: 'replace', added: 1 },
};

interface HoldFacts {
  readonly releasesStock?: boolean;
  readonly forMs?: number;
}
type HoldStep = 'hold' | 'hold and give back' | 'hold for a while' | 'give back for a while';
const HOLDS: Readonly<Record<HoldStep, HoldFacts>> = {
  hold: {},
  'hold and give back': { releasesStock: true },
  'hold for a while': { forMs: 700 },
  'give back for a while': { releasesStock: true, forMs: 1_500 },
};

type RankStep = 'rank up' | 'rank down' | 'ship by';
const RANKS: Readonly<Record<RankStep, { readonly priority?: number; readonly ship_by?: string }>> = {
  'rank up': { priority: 9 },
  'rank down': { priority: 1 },
  'ship by': { ship_by: '2027-01-01T00:00:00.000Z' },
};

/** Steps that change lines, holds or rank of an order. `release` is about the oldest hold that its client placed. */
export type EditStep = LineEdit | HoldStep | RankStep | 'release';

const isEdit = (step: string): step is LineEdit => Object.hasOwn(EDITS, step);
const isHold = (step: string): step is HoldStep => Object.hasOwn(HOLDS, step);
const isRank = (step: string): step is RankStep => Object.hasOwn(RANKS, step);
export const isEditStep = (step: string): step is EditStep => isEdit(step) || isHold(step) || isRank(step) || step === 'release';

/** The SKU of lines that edits add. */
export const ADDED_SKU = 'SKU-B';

/** A hold as the client knows it that placed it. */
export interface PlacedHold {
  readonly id: string;
  readonly releasesStock: boolean;
  /** When it ends by itself; never before it is released where it is undefined. */
  readonly untilMs?: number | undefined;
}

export interface AskedEdit {
  readonly orderId: string;
  readonly lineId: string;
  readonly holds: readonly PlacedHold[];
  /** The note of a hold, by which its client knows it again. */
  readonly note: string;
  /** When it was asked for first. */
  readonly at: Date;
}

/** Asks for an edit, a hold, its end, or a rank. */
export function askEdit(
  orders: Apis['orders'],
  step: EditStep,
  { orderId, lineId, holds, note, at }: AskedEdit,
  context: RequestContext,
): Promise<OrderReply> {
  if (step === 'release') return orders.releaseHold(orderId, holds[0]?.id ?? '', context);
  if (isHold(step)) {
    const { releasesStock = false, forMs } = HOLDS[step];
    const until = forMs === undefined ? {} : { until: new Date(at.getTime() + forMs).toISOString() };
    return orders.holdOrder(orderId, { reason: 'other', note, release_stock: releasesStock, ...until }, context);
  }
  if (isRank(step)) return orders.updateOrder(orderId, RANKS[step], context);
  const { mode, first, added } = EDITS[step];
  const lines = [
    ...(first === undefined ? [] : [{ id: lineId, quantity: first }]),
    ...(added === undefined ? [] : [{ sku: ADDED_SKU, quantity: added }]),
  ];
  return orders.editOrder(orderId, { mode, lines }, context);
}

/** The holds that a client knows of once a step of it was answered. */
export function holdsAfter(
  before: readonly PlacedHold[],
  step: string,
  { note, order, at }: Pick<AskedEdit, 'note' | 'at'> & Answered,
): readonly PlacedHold[] {
  if (step === 'release') return before.slice(1);
  if (!isHold(step)) return before;
  const placed = order?.holds.find((hold) => hold.note === note);
  const { releasesStock = false, forMs } = HOLDS[step];
  const untilMs = forMs === undefined ? undefined : at.getTime() + forMs;
  return placed ? [...before, { id: placed.id, releasesStock, untilMs }] : before;
}

/** The order as a step was answered with; absent where it was answered with a fulfilment. */
interface Answered {
  readonly order: OrderRecord | undefined;
}

/** Where the answer to a step is not what its client may rely on. */
export function brokenAnswer(
  step: string,
  { holds, note, lineId, order }: Pick<AskedEdit, 'holds' | 'note' | 'lineId'> & Answered,
): string[] {
  const inForce = holds.filter(isInForce);
  if (LEAVING.has(step) && inForce.length > 0) return [`${note} is done although the order is on hold`];
  if (!order || !isEditStep(step)) return [];
  const givesBack = step === 'hold and give back' || (isEdit(step) && inForce.some(({ releasesStock }) => releasesStock));
  if (givesBack && order.lines.some(({ allocated, packed }) => allocated > packed))
    return [`${note} is done, and the order holds units that it was to give back`];
  return isDone(step, { order, note, lineId }) ? [] : [`${note} is done, and not seen in ${JSON.stringify(order)}`];
}

function isDone(
  step: EditStep,
  { order, note, lineId }: Pick<AskedEdit, 'note' | 'lineId'> & { readonly order: OrderRecord },
): boolean {
  if (isHold(step)) return order.holds.some((hold) => hold.note === note);
  if (isEdit(step)) return hasTarget(order, lineId, EDITS[step]);
  if (!isRank(step)) return true;
  const { priority = order.priority, ship_by: shipBy = order.ship_by } = RANKS[step];
  return priority === order.priority && shipBy === order.ship_by;
}

const isInForce = ({ untilMs }: PlacedHold): boolean => untilMs === undefined || untilMs > Date.now();

function hasTarget({ lines }: OrderRecord, lineId: string, { mode, first, added }: Target): boolean {
  const known = lines.find(({ id }) => id === lineId)?.quantity;
  return [
    first === undefined ? mode === 'patch' || known === undefined : known === first,
    added === undefined || lines.some(({ id, sku, quantity }) => id !== lineId && sku === ADDED_SKU && quantity === added),
    mode === 'patch' || lines.length === 1,
  ].every(Boolean);
}

/** Steps by which units leave, and those before them. */
const LEAVING: ReadonlySet<string> = new Set([
  'pack',
  'ship',
  'fulfil',
  'fulfil one',
  'pack part',
  'pack one',
  'pack one, drop the rest',
  'ship part',
]);

/** The units of a line, and those of them that edits have added. */
export interface EditedUnits {
  readonly isFirst: boolean;
  readonly sku: string;
  readonly quantity: number;
  readonly later: number;
}

/** The lines and the rank that accepted steps leave, the first one first. */
export interface Replayed {
  readonly lines: readonly EditedUnits[];
  readonly priority: number;
  readonly shipBy: string | null;
}

/** The order as it is after one more accepted edit or change of rank. */
export function replayed(before: Replayed, step: string): Replayed {
  if (isRank(step)) {
    const rank = RANKS[step];
    return { ...before, priority: rank.priority ?? before.priority, shipBy: rank.ship_by ?? before.shipBy };
  }
  if (!isEdit(step)) return before;
  const { mode, first, added } = EDITS[step];
  const kept = before.lines.flatMap((line) => {
    const quantity = (line.isFirst ? first : undefined) ?? (mode === 'patch' ? line.quantity : 0);
    const later = Math.max(0, line.later + quantity - line.quantity);
    return quantity === 0 ? [] : [{ ...line, quantity, later }];
  });
  const fresh = added === undefined ? [] : [{ isFirst: false, sku: ADDED_SKU, quantity: added, later: added }];
  return { ...before, lines: [...kept, ...fresh] };
}
