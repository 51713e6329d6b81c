import type { RequestContext } from '@fulfilment/kernel';
import type { ReturnReply } from '../../apps/orders/src/saga/take-returns.ts';
import type { Apis } from './services.ts';

/** Units that a return is created of, and whether they may come at once. */
const CREATIONS = {
  'return one': { quantity: 1, approved: true },
  'return two': { quantity: 2, approved: true },
  'request return': { quantity: 1, approved: false },
} as const;

/** Units of a return that came, or that are reported not to come: each receipt is of one. */
const RECEIPTS = {
  'receive for inspection': 'inspect',
  'receive for sale': 'restock',
  'receive in quarantine': 'quarantine',
  'receive as scrap': 'scrap',
  'receive nothing': 'missing',
} as const;

const DISPOSITIONS = {
  'restock inspected': ['inspect', 'restock'],
  'scrap inspected': ['inspect', 'scrap'],
  'quarantine restocked': ['restock', 'quarantine'],
} as const;

type EndStep = 'approve return' | 'reject return' | 'cancel return' | 'close return';
type CreationStep = keyof typeof CREATIONS;
type ReceiptStep = keyof typeof RECEIPTS;
type DispositionStep = keyof typeof DISPOSITIONS;
/** Steps of returns: all but creations are about the return that their client created last. */
export type ReturnStep = CreationStep | EndStep | ReceiptStep | DispositionStep;

const ENDS: ReadonlySet<string> = new Set(['approve return', 'reject return', 'cancel return', 'close return']);
const isEnd = (step: string): step is EndStep => ENDS.has(step);
const isDisposition = (step: string): step is DispositionStep => Object.hasOwn(DISPOSITIONS, step);
/** True of a step that makes a return. */
export const isCreation = (step: string): step is CreationStep => Object.hasOwn(CREATIONS, step);
/** True of a step that brings a unit of a return, or reports one as missing. */
export const isReceipt = (step: string): step is ReceiptStep => Object.hasOwn(RECEIPTS, step);
export const isReturnStep = (step: string): step is ReturnStep =>
  isCreation(step) || isEnd(step) || isReceipt(step) || isDisposition(step);

/** The units of a return by disposition, and those reported as missing, once these steps of it are done. */
export function unitsAfter(steps: readonly string[]) {
  const units = { inspect: 0, restock: 0, quarantine: 0, scrap: 0, missing: 0 };
  for (const step of steps) {
    if (isReceipt(step)) units[RECEIPTS[step]] += 1;
    if (!isDisposition(step)) continue;
    const [from, disposition] = DISPOSITIONS[step];
    units[from] -= 1;
    units[disposition] += 1;
  }
  return units;
}

export interface AskedReturn {
  readonly orderId: string;
  readonly lineId: string;
  readonly returnId: string;
}

/** Asks for a step of a return. */
export function askReturn(
  orders: Apis['orders'],
  step: ReturnStep,
  { orderId, lineId, returnId }: AskedReturn,
  context: RequestContext,
): Promise<ReturnReply> {
  if (isCreation(step)) {
    const { quantity, approved } = CREATIONS[step];
    const lines = [{ line_id: lineId, quantity, reason: 'other' as const }];
    return orders.createReturn({ order_id: orderId, lines, approved }, context);
  }
  if (isReceipt(step)) {
    const lines = [{ line_id: lineId, quantity: 1, disposition: RECEIPTS[step] }];
    return orders.receiveReturn(returnId, { lines }, context);
  }
  if (isDisposition(step)) {
    const [from, disposition] = DISPOSITIONS[step];
    return orders.disposeReturn(returnId, { lines: [{ line_id: lineId, quantity: 1, from, disposition }] }, context);
  }
  const ends: Readonly<Record<EndStep, () => Promise<ReturnReply>>> = {
    'approve return': () => orders.approveReturn(returnId, context),
    'reject return': () => orders.rejectReturn(returnId, {}, context),
    'cancel return': () => orders.cancelReturn(returnId, {}, context),
    'close return': () => orders.closeReturn(returnId, {}, context),
  };
  return ends[step]();
}
