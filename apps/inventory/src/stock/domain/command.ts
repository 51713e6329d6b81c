import type { IdempotencyClaim, StockReason } from '@fulfilment/kernel';
import type { Allocation } from '../../model/allocation.ts';
import type { Movement, Reference } from '../../model/ledger.ts';
import type { Location, LocationPurpose, LocationReference, LocationUse } from '../../model/location.ts';
import type { Refusal } from '../../model/refusal.ts';
import type { Reservation } from '../../model/reservation.ts';
import type { Sku } from '../../model/sku.ts';
import type { StockDraft, StockView } from './stock-draft.ts';

/** Caller and moment of a change, and the ids under which it is traced. */
export interface Origin {
  readonly actor: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
  readonly at: Date;
  /** A repeat under the same claim gets the first result; the ledger keeps the claim for ever. */
  readonly claim?: IdempotencyClaim | undefined;
  /** The most SKUs that the tenant may have; absent where no bound is known. */
  readonly maxSkus?: number | undefined;
  /** The same for all items of one batch: their changes may be told together. */
  readonly batch?: symbol;
  /** Told of the lines of orders that its commands took units from, or gave them to. */
  readonly noteLines?: ((lines: number) => void) | undefined;
}

/** Reason for a change of quantities, for the ledger and for events. */
export interface Cause {
  readonly reason: string;
  readonly reference:
    | (Reference & { readonly type: 'order' | 'fulfilment' | 'reservation' | 'return' | 'transfer' | 'scan' })
    | null;
  readonly note: string | null;
  readonly origin: Origin;
  /** The moment at which it happened, where that may be before it is booked. */
  readonly occurredAt?: Date | undefined;
}

/** The cause of a command: its reason is one of the table, or in the client's own words. */
export type CommandCause = Omit<Cause, 'origin' | 'reason'> & ReasonOfCommand;

type ReasonOfCommand = { readonly reason: StockReason } | { readonly given: string };

/** The reason that the client gave, or that of the command. */
export const givenOr = (given: string | undefined, reason: StockReason): ReasonOfCommand =>
  given === undefined ? { reason } : { given };

/** The cause of a command as ledger and events have it. */
export function causeBy(cause: CommandCause, origin: Origin): Cause {
  const { reference, note, occurredAt } = cause;
  return { reason: 'given' in cause ? cause.given : cause.reason, reference, note, occurredAt, origin };
}

/** Stock that was moved from one location to another. */
export interface Transfer {
  readonly id: string;
  readonly from: { readonly id: string; readonly path: string };
  readonly to: { readonly id: string; readonly path: string };
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
  readonly note: string | null;
  readonly at: Date;
}

/** The result of one command, from its decision to the response. */
export type CommandResult = (
  | ({ readonly type: 'sku'; readonly sku: Sku; readonly changed: boolean } & Tried)
  | ({ readonly type: 'adjusted'; readonly sku: Sku; readonly movements: readonly Movement[] } & Tried)
  | { readonly type: 'transferred'; readonly transfer: Transfer }
  /** `existing`: it was there already, under its external id. */
  | { readonly type: 'reservation'; readonly reservation: Reservation; readonly existing?: boolean }
  /** The allocation or the scan's answer holds the result; backorders are filled as far as one transaction goes. */
  | { readonly type: 'done' }
  | Refused
  /** The SKU is not as its caller expects, and is left as it is. */
  | { readonly type: 'outdated'; readonly sku: Sku; readonly firstRequestId?: string }
  /** The same of a reservation. */
  | { readonly type: 'outdated_reservation'; readonly reservation: Reservation; readonly firstRequestId?: string }
  | Deferred
  /** The results of a batch's commands; `stands` where their changes are kept. */
  | {
      readonly type: 'batch';
      readonly stands: boolean;
      readonly results: readonly CommandResult[];
      /** Of a dry run: locations that would be made. */
      readonly newLocations?: readonly Location[];
    }
  /** A repeat whose first result is in the receipt of this claim; `sku` is the SKU it is about, as it is now. */
  | { readonly type: 'kept'; readonly claimId: string; readonly refused: boolean; readonly sku: Sku | undefined }
) & {
  /** True where an earlier request under the same claim was given this result. */
  readonly replayed?: boolean;
};

/** Of a dry run: the SKU before the command, null where that makes it. */
interface Tried {
  readonly before?: Sku | null;
}

export interface Refused {
  readonly type: 'refused';
  readonly refusal: Refusal;
  /** Set once the refusal is kept for repeats: the log line of the refused request has this id. */
  readonly firstRequestId?: string;
}

/** Something the command needs is not loaded or not filled yet: it is decided again, alone, on a working set of its own. */
export interface Deferred {
  readonly type: 'deferred';
  /** True where it filled backorders on its way, which stay filled. */
  readonly progress: boolean;
}

export const refused = (refusal: Refusal): Refused => ({ type: 'refused', refusal });
export const DONE = { type: 'done' } as const satisfies CommandResult;

/** Puts a command off. Undefined where it is alone and has filled nothing: it would find the same again. */
export function putOff({ isAlone, changes }: StockDraft): Deferred | undefined {
  const progress = changes.filledLines > 0;
  return progress || !isAlone ? { type: 'deferred', progress } : undefined;
}

export type AllocationsById = ReadonlyMap<string, Allocation>;
export type ReservationsById = ReadonlyMap<string, Reservation>;

/** Records that a command is decided on. */
export interface Reads {
  /** One for each of its lines, which are what its transaction weighs. */
  readonly skus: readonly string[];
  readonly locations?: readonly LocationReference[];
  /** Uses of which the locations that sell nothing are needed. */
  readonly usages?: readonly LocationUse[];
  readonly orderId?: string;
  readonly reservationId?: string | undefined;
  /** Of a reservation. */
  readonly externalId?: string | undefined;
  readonly scanId?: string;
  /** Barcodes that it gives to a SKU. */
  readonly barcodes?: readonly string[];
}

/** Bounds of a command's effect on one SKU of which it fills backorders or takes holds back, before it is decided. Absent numbers are 0. */
export interface Forecast {
  /** The total that it sets. */
  readonly counted?: number | undefined;
  /** Units that it adds at least and at most. */
  readonly least?: number;
  readonly most?: number;
  /** Units that orders hold and that it sets free. */
  readonly released?: number;
  /** Sellable units that it moves, maybe from one warehouse to another. */
  readonly carried?: number;
}

/** The records that are loaded when the effects of commands are foreseen. */
export interface Foreseen {
  /** The orders that the commands of the batch name. */
  readonly allocations: AllocationsById;
  /** The reservations that they name. */
  readonly reservations: ReservationsById;
  /** The purpose that a location has, or would have when it is made; undefined of one that is not there and not made. */
  readonly purposeOf: (reference: LocationReference) => LocationPurpose | undefined;
}

/** One kind of command. All of them stand in the table `COMMANDS`. */
export interface CommandSpec<Command> {
  /** @param allocations the orders that the commands of the batch name. @param reservations the reservations. */
  reads(command: Command, allocations: AllocationsById, reservations: ReservationsById): Reads;
  decide(draft: StockDraft, command: Command): CommandResult;
  cause(command: Command): CommandCause;
  /** Of a SKU that it reads; absent or undefined where it neither fills backorders of it nor takes holds back: none are loaded. */
  forecast?(command: Command, sku: Sku, foreseen: Foreseen): Forecast | undefined;
  /** Present where the ledger can tell a repeat after the receipt of the first request has expired. */
  readonly ledgerRepeat?: {
    /** True where the first request, had it succeeded, is in the ledger. */
    isRecorded(command: Command): boolean;
    result(stock: StockView, command: Command, movements: readonly Movement[]): CommandResult;
  };
}

/** Codes of a wrong request, or of one that came too early: the same key may be tried again. */
const NOT_KEPT: ReadonlySet<string> = new Set(['validation_failed', 'idempotency_key_reused', 'storage_limit_reached']);

/** True where every repeat of the request gets this result. */
export function isKept(result: CommandResult): boolean {
  if (result.type === 'batch') return result.stands || result.results.every(isKept);
  return result.type === 'refused' ? !NOT_KEPT.has(result.refusal.code) : result.type !== 'deferred';
}

/** True of a single command that is refused, or that found its record changed. */
export const isDeclined = ({ type }: CommandResult): boolean =>
  type === 'refused' || type === 'outdated' || type === 'outdated_reservation';

/** True where nothing was done. */
export function isRefusal(result: CommandResult): boolean {
  if (result.type === 'batch') return !result.stands;
  return result.type === 'kept' ? result.refused : isDeclined(result);
}
