import type { RequestOf } from '../../api/call.ts';
import type { NamedCall } from '../../api/named-call.ts';
import type { operations } from '../../api/operations.ts';
import type { OrderRecord } from '../../api/types.ts';

/** The parts of a request that every step of an order has: which order, where, and the version that the member saw. */
type OfOrder = Required<Pick<RequestOf<typeof operations.packOrder>, 'params' | 'query' | 'ifMatch'>>;

/** A step of an order, as its dialog sends it. */
export type OrderStep = (call: NamedCall, of: OfOrder) => Promise<OrderRecord>;

/** The order that a dialog was opened for, and the way to take its step. */
export interface OrderActionProps {
  readonly order: OrderRecord;
  readonly take: (step: OrderStep) => Promise<void>;
  readonly onClose: () => void;
}
