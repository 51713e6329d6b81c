import type { RequestedLine } from './order-line.ts';

/** One parcel, stored, with these names, and shown as given. */
export interface Package {
  readonly weight_g?: number | undefined;
  readonly length_mm?: number | undefined;
  readonly width_mm?: number | undefined;
  readonly height_mm?: number | undefined;
  readonly tracking?: string | undefined;
}

/** A parcel of a fulfilment with its contents, where they were said: stored, with these names, and shown as given. */
export interface FulfilmentPackage extends Package {
  readonly lines?: readonly { readonly line_id: string; readonly quantity: number }[] | undefined;
}

export interface Shipment {
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}
/** Carrier and tracking where nothing is known of them. */
export const NO_SHIPMENT: Shipment = { carrier: null, trackingNumber: null, trackingUrl: null };

/** A reason why nothing of an order may be packed or shipped. */
export interface Hold {
  readonly id: string;
  readonly reason: string;
  readonly note: string | null;
  /** True where units that are not packed are given back for it. */
  readonly releasesStock: boolean;
  /** The time at which it ends by itself; null where it has to be released. */
  readonly until: Date | null;
  readonly placedBy: string;
  readonly placedAt: Date;
}

/** Units of a line of the order. */
export interface LineUnits {
  readonly lineId: string;
  readonly quantity: number;
}

/** Units that are held in one warehouse. */
export interface Source {
  readonly warehouseId: string;
  /** Its code when inventory told of it. */
  readonly warehouse: string;
  readonly units: number;
}

/** Units of a line that are taken from one location, by its id or path. */
export interface TakenFrom extends LineUnits {
  readonly location: string;
}

/** The steps that may be pending are stored with these names. */
export interface Place {
  readonly transition: 'create';
}
/** Packs an order that goes as a whole. */
export interface Pack {
  readonly transition: 'pack';
  readonly packages: readonly Package[];
}
/** Ships an order that goes as a whole, or every packed fulfilment. */
export interface Ship extends Shipment {
  readonly transition: 'ship';
}
export interface Cancel {
  readonly transition: 'cancel';
  readonly reason: string | null;
}
/** Drops units that are in no fulfilment. */
export interface Close {
  readonly transition: 'close';
  readonly lines: readonly LineUnits[];
  readonly reason: string | null;
}
/** Creates a fulfilment. */
export interface Fulfil {
  readonly transition: 'fulfil';
  readonly fulfilmentId: string;
  readonly lines: readonly LineUnits[];
  readonly externalId: string | null;
  readonly contentHash: string;
  readonly note: string | null;
  /** The warehouse, by id or code, that the units are held in; absent for the one that holds them all. */
  readonly warehouse?: string | undefined;
}
export interface PackFulfilment {
  readonly transition: 'fulfilment_pack';
  readonly fulfilmentId: string;
  readonly packages: readonly FulfilmentPackage[];
  /** All that is packed. */
  readonly lines: readonly LineUnits[];
  /** The way of the units that are left out; null where none are. */
  readonly short: 'backorder' | 'cancel' | null;
  /** True where those that are put back are held in other warehouses, as far as these have them; absent otherwise. */
  readonly reallocate?: true | undefined;
  /** True where it makes the fulfilment, of what is in none. */
  readonly creates: boolean;
  /** The warehouse that units come from which it lacks; absent of one that is held in no one warehouse. */
  readonly warehouse?: string | undefined;
}
export interface UnpackFulfilment {
  readonly transition: 'fulfilment_unpack';
  readonly fulfilmentId: string;
  readonly reason: string | null;
}
export interface ShipFulfilment extends Shipment {
  readonly transition: 'fulfilment_ship';
  readonly fulfilmentId: string;
  readonly from: readonly TakenFrom[] | null;
}
export interface CancelFulfilment {
  readonly transition: 'fulfilment_cancel';
  readonly fulfilmentId: string;
  readonly reason: string | null;
}

/** The rank of an order among those that wait: the highest priority first, of these the earliest time, null last. */
export interface Rank {
  readonly priority: number;
  readonly shipBy: Date | null;
}
/** Changes lines or rank of an open order. */
export interface Edit {
  readonly transition: 'edit';
  /** All lines that it is to have; null where they stay. */
  readonly lines: readonly RequestedLine[] | null;
  readonly allowBackorder: boolean;
  /** Null where it stays. */
  readonly rank: Rank | null;
  /** The fulfilment that what is packed becomes, of an order that is packed whole and gets other lines; null otherwise. */
  readonly packed: { readonly fulfilmentId: string; readonly lines: readonly LineUnits[] } | null;
}
/** Places a hold for which units that are not packed are given back. */
export interface PlaceHold {
  readonly transition: 'hold';
  readonly hold: Hold;
}
/** Ends such holds. */
export interface ReleaseHold {
  readonly transition: 'release_hold';
  readonly holdIds: readonly string[];
  /** True where units stay given back for another hold. */
  readonly staysSuspended: boolean;
  /** The reasons of the holds. */
  readonly reason: string;
}

/** Units of a line that are to be held in another warehouse; warehouses by id or code. */
export interface ReassignedUnits extends LineUnits {
  /** Null for those that hold most of the line first. */
  readonly from: string | null;
  readonly to: string;
}
/** Holds units that are in no fulfilment in other warehouses. */
export interface Reassign {
  readonly transition: 'reassign';
  readonly lines: readonly ReassignedUnits[];
}

/** A step of one fulfilment. */
export type FulfilmentStep = Fulfil | PackFulfilment | UnpackFulfilment | ShipFulfilment | CancelFulfilment;
/** The decision on units that came back. */
export type Disposition = 'inspect' | 'restock' | 'quarantine' | 'scrap';
/** Units that a return is to be of. */
export interface RequestedUnits extends LineUnits {
  readonly reason: string;
  readonly note: string | null;
}

/** An order that is placed once its return is accepted. */
export interface Exchange {
  readonly orderId: string;
  readonly lines: readonly RequestedLine[];
}

export interface CreateReturn {
  readonly transition: 'return';
  readonly returnId: string;
  readonly lines: readonly RequestedUnits[];
  readonly externalId: string | null;
  readonly contentHash: string;
  readonly note: string | null;
  /** Absent for none. */
  readonly exchange?: Exchange | undefined;
}
/** Opens a return of units of no known order. */
export interface OpenReturn extends Omit<CreateReturn, 'transition' | 'exchange'> {
  readonly transition: 'return_open';
  readonly approved: boolean;
}
/** The steps by which a document begins. */
export type Create = Place | OpenReturn;

export interface ApproveReturn {
  readonly transition: 'return_approve';
  readonly returnId: string;
  readonly lines: readonly LineUnits[];
}
/** Ends a return before all of its units came. */
export interface EndReturn {
  readonly transition: 'return_cancel' | 'return_close';
  readonly returnId: string;
  readonly reason: string | null;
}
export interface ReceivedUnits extends LineUnits {
  readonly disposition: Disposition | 'missing';
  /** The id or path that the units come to; null for the place of their disposition. */
  readonly location: string | null;
}
export interface ReceiveReturn {
  readonly transition: 'return_receive';
  readonly returnId: string;
  readonly lines: readonly ReceivedUnits[];
}
export interface DisposedUnits extends LineUnits {
  readonly from: Exclude<Disposition, 'scrap'>;
  readonly disposition: Disposition;
  /** The id or path that the units are taken from; null for where the return put them. */
  readonly fromLocation: string | null;
  readonly location: string | null;
}
export interface DisposeReturn {
  readonly transition: 'return_dispose';
  readonly returnId: string;
  readonly lines: readonly DisposedUnits[];
}
/** A step of one return. */
export type ReturnStep = CreateReturn | ApproveReturn | EndReturn | ReceiveReturn | DisposeReturn;

/** A step that a client requests, with its parameters. */
export type Step = Pack | Ship | Cancel | Close | Edit | PlaceHold | ReleaseHold | Reassign | FulfilmentStep | ReturnStep;
export type Transition = (Create | Step)['transition'];

/** The fulfilment that a step is about; undefined for one of the whole order. */
export function fulfilmentIdOf(step: Create | Step): string | undefined {
  return 'fulfilmentId' in step ? step.fulfilmentId : undefined;
}

/** The return that a step is about; undefined for any other step. */
export function returnIdOf(step: Create | Step): string | undefined {
  return 'returnId' in step ? step.returnId : undefined;
}

/** A fulfilment that does not exist before its step is accepted. */
export type NewPart = Pick<Fulfil, 'fulfilmentId' | 'lines'> & Partial<Pick<Fulfil, 'externalId' | 'contentHash' | 'note'>>;

/** The fulfilment that a step creates; undefined for one that creates none. */
export function partCreatedBy(step: Create | Step): NewPart | undefined {
  if (step.transition === 'fulfil') return step;
  if (step.transition !== 'fulfilment_pack' || !step.creates) return undefined;
  return { fulfilmentId: step.fulfilmentId, lines: step.lines };
}

/** Each transition: the command by which inventory carries it out, and its name in records. */
const TRANSITIONS = {
  create: { verb: 'allocate', shown: 'create' },
  pack: { verb: 'confirm', shown: 'pack' },
  ship: { verb: 'ship', shown: 'ship' },
  cancel: { verb: 'release', shown: 'cancel' },
  close: { verb: 'release', shown: 'close' },
  edit: { verb: 'amend', shown: 'edit' },
  hold: { verb: 'amend', shown: 'hold' },
  release_hold: { verb: 'amend', shown: 'release_hold' },
  reassign: { verb: 'reassign', shown: 'reassign' },
  fulfil: { verb: 'assign', shown: 'fulfil' },
  fulfilment_pack: { verb: 'confirm', shown: 'pack' },
  fulfilment_unpack: { verb: 'unconfirm', shown: 'unpack' },
  fulfilment_ship: { verb: 'ship', shown: 'ship' },
  fulfilment_cancel: { verb: 'unassign', shown: 'cancel' },
  return: { verb: 'expect_return', shown: 'return' },
  return_open: { verb: 'open_return', shown: 'return' },
  return_approve: { verb: 'expect_return', shown: 'approve' },
  return_receive: { verb: 'receive_return', shown: 'receive' },
  return_dispose: { verb: 'dispose_return', shown: 'dispose' },
  return_cancel: { verb: 'unexpect_return', shown: 'cancel' },
  return_close: { verb: 'unexpect_return', shown: 'close' },
} as const satisfies Record<Transition, { readonly verb: string; readonly shown: string }>;

/**
 * The commands that inventory carries out: hold units, change an order, hold units elsewhere, make portions and holds firm, take them out
 * of stock, give them back, take returns.
 */
export type CommandVerb = (typeof TRANSITIONS)[Transition]['verb'];
/** A transition as records and errors name it. */
export type ShownTransition = (typeof TRANSITIONS)[Transition]['shown'];

/** The command by which inventory carries out a transition. */
export function verbOf(transition: Transition): CommandVerb {
  return TRANSITIONS[transition].verb;
}

/** The name of a transition in records. */
export function shownAs(transition: Transition): ShownTransition {
  return TRANSITIONS[transition].shown;
}
