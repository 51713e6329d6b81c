import type { GivenContent } from './order-line.ts';
import type { OrderStatus, RefusalItem } from './order.ts';
import type {
  ApproveReturn,
  Cancel,
  CancelFulfilment,
  Close,
  Fulfil,
  Hold,
  LineUnits,
  Pack,
  PackFulfilment,
  PlaceHold,
  Reassign,
  ReleaseHold,
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
export type AskPackFulfilment = Omit<PackFulfilment, 'lines' | 'creates' | 'warehouse'> & Some;

/** An edit, of which what is undefined stays. */
export interface AskEdit {
  readonly transition: 'edit';
  readonly lines: readonly AskedLine[] | null;
  /** `replace`: lines that are not named are removed. */
  readonly mode: 'replace' | 'patch';
  readonly allowBackorder: boolean | undefined;
  readonly priority: number | undefined;
  readonly shipBy: Date | null | undefined;
  /** The id that a new fulfilment gets. */
  readonly fulfilmentId: string;
}
/** A line as an edit names it: one without an id is new. */
export interface AskedLine extends GivenContent {
  readonly id: string | undefined;
  /** The id that a new line gets. */
  readonly newId: string;
}
export type AskReleaseHold = Omit<ReleaseHold, 'staysSuspended' | 'reason'>;
/** The lines of an approval are those of the return. */
export type AskReturn = Exclude<ReturnStep, ApproveReturn> | Omit<ApproveReturn, 'lines'>;

/** A step as a client asks for it. */
export type Ask =
  | AskPack
  | Ship
  | Cancel
  | AskClose
  | AskEdit
  | PlaceHold
  | AskReleaseHold
  | AskFulfil
  | Reassign
  | AskPackFulfilment
  | UnpackFulfilment
  | ShipFulfilment
  | CancelFulfilment
  | AskReturn;

/** The refusal of a step that needs no word of inventory. */
export interface StepRefusal {
  readonly type: 'refused';
  readonly code:
    | 'invalid_transition'
    | 'quantity_exceeded'
    | 'insufficient_stock'
    | 'validation_failed'
    | 'not_found'
    | 'order_on_hold';
  readonly detail: string;
  readonly errors?: readonly RefusalItem[];
  /** The status of the fulfilment or return, or of the order, that does not allow it. */
  readonly currentStatus?: string;
  /** The holds that do not allow it. */
  readonly holds?: readonly Pick<Hold, 'id' | 'reason'>[];
}

export type Plan =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus }
  /** It would leave the order as it is. */
  | { readonly type: 'unchanged' }
  | StepRefusal;
