import type { OrderStatus, RefusalItem } from './order.ts';
import type {
  ApproveReturn,
  Cancel,
  CancelFulfilment,
  Close,
  Fulfil,
  LineUnits,
  Pack,
  PackFulfilment,
  ReturnStep,
  Ship,
  ShipFulfilment,
  Step,
  UnpackFulfilment,
} from './steps.ts';

/** Packs the order as a whole, or what is in no fulfilment as one more. */
export interface AskPack extends Pack {
  /** The id that a new fulfilment gets. */
  readonly fulfilmentId: string;
}
/** Lines that are null are all that the step can be about. */
interface Some {
  readonly lines: readonly LineUnits[] | null;
}
export type AskClose = Omit<Close, 'lines'> & Some;
export type AskFulfil = Omit<Fulfil, 'lines'> & Some;
export type AskPackFulfilment = Omit<PackFulfilment, 'lines' | 'creates'> & Some;

/** The lines of an approval are those of the return. */
export type AskReturn = Exclude<ReturnStep, ApproveReturn> | Omit<ApproveReturn, 'lines'>;

/** A step as a client asks for it. */
export type Ask =
  | AskPack
  | Ship
  | Cancel
  | AskClose
  | AskFulfil
  | AskPackFulfilment
  | UnpackFulfilment
  | ShipFulfilment
  | CancelFulfilment
  | AskReturn;

/** The refusal of a step that needs no word of inventory. */
export interface StepRefusal {
  readonly type: 'refused';
  readonly code: 'invalid_transition' | 'quantity_exceeded' | 'insufficient_stock' | 'validation_failed' | 'not_found';
  readonly detail: string;
  readonly errors?: readonly RefusalItem[];
  /** The status of the fulfilment or return, or of the order, that does not allow it. */
  readonly currentStatus?: string;
}

export type Plan =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus }
  | StepRefusal;
