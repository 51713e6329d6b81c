import type { RequestContext } from '@fulfilment/kernel';
import type { FulfilmentReply } from '../../apps/orders/src/saga/fulfil-in-parts.ts';
import type { OrderReply } from '../../apps/orders/src/saga/order-answers.ts';
import type { Apis } from './services.ts';

interface Move {
  readonly quantity: number;
  readonly from?: string;
  readonly to: string;
}
type MoveStep = 'to MAIN' | 'to W2' | 'to W3' | 'from MAIN to W2' | 'from W2 to W3';
/** Each holds units of the first line in another warehouse. */
const MOVES: Readonly<Record<MoveStep, Move>> = {
  'to MAIN': { quantity: 1, to: 'MAIN' },
  'to W2': { quantity: 1, to: 'W2' },
  'to W3': { quantity: 2, to: 'W3' },
  'from MAIN to W2': { quantity: 1, from: 'MAIN', to: 'W2' },
  'from W2 to W3': { quantity: 1, from: 'W2', to: 'W3' },
};

type PlanStep = 'fulfil in MAIN' | 'fulfil in W2' | 'fulfil in W3';
const PLANS: Readonly<Record<PlanStep, string>> = { 'fulfil in MAIN': 'MAIN', 'fulfil in W2': 'W2', 'fulfil in W3': 'W3' };

/** Steps that name a warehouse. */
export type WarehouseStep = MoveStep | PlanStep;

const isMove = (step: string): step is MoveStep => Object.hasOwn(MOVES, step);
const isPlan = (step: string): step is PlanStep => Object.hasOwn(PLANS, step);
export const isWarehouseStep = (step: string): step is WarehouseStep => isMove(step) || isPlan(step);

/** Holds units elsewhere, or plans what is held in a warehouse as a part. */
export function askWarehouse(
  orders: Apis['orders'],
  step: WarehouseStep,
  { orderId, lineId }: { readonly orderId: string; readonly lineId: string },
  context: RequestContext,
): Promise<OrderReply | FulfilmentReply> {
  if (isPlan(step)) return orders.createFulfilment(orderId, { warehouse: PLANS[step] }, context);
  return orders.reassignOrder(orderId, { lines: [{ line_id: lineId, ...MOVES[step] }] }, context);
}
