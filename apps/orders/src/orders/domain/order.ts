import type { RequestContext, Tenant } from '@fulfilment/kernel';

export interface OrderLine {
  readonly id: string;
  readonly sku: string;
  /** The SKU's name when the order was taken; null until inventory has said it. */
  readonly name: string | null;
  readonly quantity: number;
  /** Units that are held for it now. */
  readonly allocated: number;
  readonly shipped: number;
  readonly externalLineId: string | null;
}

export type Allocation = 'allocated' | 'partial' | 'backordered';

/** Where an order goes. No decision depends on it: it is kept and shown as it was given. */
export interface Address {
  readonly name: string;
  readonly company?: string | undefined;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly city: string;
  readonly region?: string | undefined;
  readonly postal_code: string;
  readonly country: string;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

/** One parcel, kept and shown as it was given. */
export interface Package {
  readonly weight_g?: number | undefined;
  readonly length_mm?: number | undefined;
  readonly width_mm?: number | undefined;
  readonly height_mm?: number | undefined;
  readonly tracking?: string | undefined;
}

export interface Create {
  readonly transition: 'create';
}
export interface Pack {
  readonly transition: 'pack';
  readonly packages: readonly Package[];
}
export interface Shipment {
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}
export interface Ship extends Shipment {
  readonly transition: 'ship';
}
export interface Cancel {
  readonly transition: 'cancel';
  readonly reason: string | null;
}

/** A step that a client asks for, with what it says about it. */
export type Step = Pack | Ship | Cancel;
export type Transition = (Create | Step)['transition'];

/** Who asked for a step, and under which ids it is traced. */
export interface RequestOrigin extends Pick<RequestContext, 'actor' | 'requestId' | 'traceparent'> {
  /** The claim of the request, where an idempotency key named it: its receipt is answered when the step is. */
  readonly claimId?: string | undefined;
}

/** A step whose command is with inventory. */
export interface PendingStep<Asked extends Create | Step = Create | Step> {
  readonly asked: Asked;
  readonly commandId: string;
  readonly origin: RequestOrigin;
  readonly since: Date;
}

/** One thing that stood in the way: where in the order, which code, and the numbers that help to mend it. */
export interface RefusalItem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly [fact: string]: unknown;
}

export interface Refusal {
  readonly transition: Transition;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly RefusalItem[];
  readonly at: Date;
}

/** What became of a command: accepted where there is no refusal. */
export interface Answer {
  readonly commandId: string;
  readonly refusal: Refusal | null;
}

export interface Packing {
  readonly packages: readonly Package[];
  readonly packedAt: Date;
}

interface OrderFacts {
  readonly id: string;
  readonly tenant: Tenant;
  readonly externalId: string | null;
  /** Tells whether a second order with the same external id asks for the same. */
  readonly contentHash: string;
  readonly lines: readonly OrderLine[];
  readonly allocation: Allocation;
  readonly shipTo: Address | null;
  readonly note: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Number of the last command: the next is only sent once this one is answered. */
  readonly attempt: number;
  /** Version of inventory's allocation document that is taken over; 0 before the first. */
  readonly allocationVersion: number;
  readonly lastAnswer: Answer | null;
  /** Why the last step was refused; null once a step is accepted. */
  readonly refusal: Refusal | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Each status carries just what is true in it. An order has at most one command under way. */
export type OrderState =
  | { readonly status: 'pending'; readonly pending: PendingStep<Create> }
  | { readonly status: 'rejected'; readonly refusal: Refusal }
  | { readonly status: 'created'; readonly pending: PendingStep<Pack | Cancel> | null }
  | { readonly status: 'packed'; readonly packing: Packing; readonly pending: PendingStep<Ship | Cancel> | null }
  | { readonly status: 'shipped'; readonly packing: Packing; readonly shipment: Shipment; readonly shippedAt: Date }
  | { readonly status: 'cancelled'; readonly packing: Packing | null; readonly cancelledAt: Date };

export type Order = OrderFacts & OrderState;
export type OrderStatus = Order['status'];
export type OrderIn<Status extends OrderStatus> = Extract<Order, { status: Status }>;

/** The step whose answer is awaited. */
export function pendingStep(order: Order): PendingStep | null {
  return 'pending' in order ? order.pending : null;
}

/** A change of an order as its history keeps it. */
export interface HistoryEntry {
  /** The step that was answered, whether it was done or refused; `allocate`: what is held for it changed. */
  readonly transition: Transition | 'allocate';
  /** The status after it. */
  readonly status: OrderStatus;
  /** The order's version with it. */
  readonly version: number;
  /** What the caller gave as the reason. */
  readonly reason: string | null;
  readonly actor: string;
  readonly requestId: string;
  /** The command that it answers, and how; null where it answers none. */
  readonly answer: Answer | null;
  readonly at: Date;
}
