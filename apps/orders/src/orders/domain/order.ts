import { contentHash, type RequestContext, type Tenant } from '@fulfilment/kernel';
import { type Fulfilment } from './fulfilment.ts';
import type { RequestedLine } from './order-line.ts';
import type { Return } from './return.ts';
import {
  type Create,
  type Exchange,
  fulfilmentIdOf,
  type Hold,
  NO_SHIPMENT,
  type OpenReturn,
  type Package,
  type Rank,
  returnIdOf,
  type Shipment,
  shownAs,
  type ShownTransition,
  type Source,
  type Step,
  type Transition,
  verbOf,
} from './steps.ts';

/** A line of an order: its content, and what has become of it. */
export interface OrderLine extends RequestedLine {
  /** The SKU's name at the time of the order; null until inventory has answered. */
  readonly name: string | null;
  /** Units held for it now. */
  readonly allocated: number;
  /** All of them by the warehouses that they are held in; absent where they are held in no one warehouse. */
  readonly sources?: readonly Source[] | undefined;
  readonly shipped: number;
  /** Units that were dropped from it; absent for none. */
  readonly cancelled?: number | undefined;
  /** Units of those shipped that came back; absent for none. */
  readonly returned?: number | undefined;
}

/** `none`: nothing is to be held, since it stands for a shipment that is not known here; see {@link isUnlinked}. */
export type Allocation = 'allocated' | 'partial' | 'backordered' | 'none';

/** The ways in which an order may be split over warehouses: not at all, with each line whole in one, or in any way. */
export type Split = 'never' | 'by_line' | 'within_line';

/** The destination of an order. No decision depends on it: it is stored, with these names, and shown as given. */
export interface Address {
  readonly name: string;
  readonly company?: string | undefined;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly city: string;
  readonly region?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country: string;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

/** The request behind a step: its actor and the ids that trace it. */
export interface RequestOrigin extends Pick<RequestContext, 'actor' | 'requestId' | 'traceparent'> {
  /** The claim of a request with an idempotency key: its receipt is answered together with the step. */
  readonly claimId?: string | undefined;
}

/** A step whose command inventory has not answered yet. */
export interface PendingStep<Asked extends Create | Step = Create | Step> {
  readonly asked: Asked;
  readonly commandId: string;
  readonly origin: RequestOrigin;
  readonly since: Date;
  /** True until its request is answered without its result (202): the record does not show it. */
  readonly isUnseen?: boolean | undefined;
}

/** One reason of a refusal: a pointer into the order, a code, and the numbers that help to fix it. */
export interface RefusalItem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly [fact: string]: unknown;
}

/** The refusal of a step; it is stored with these names. */
export interface Refusal {
  readonly transition: Transition;
  /** The fulfilment that the step was about; absent for one of the whole order. */
  readonly fulfilmentId?: string | undefined;
  /** The return that the step was about; absent for any other. */
  readonly returnId?: string | undefined;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly RefusalItem[];
  readonly at: Date;
}

/** The result of a command: accepted where there is no refusal. */
export interface Answer {
  readonly commandId: string;
  readonly refusal: Refusal | null;
}

export interface Packing {
  readonly packages: readonly Package[];
  readonly packedAt: Date;
}

/** A reservation in inventory that an order is made of; it is stored with these names. */
export interface OrderedReservation {
  readonly id: string;
  /** True: the order is refused where the reservation keeps nothing any more. */
  readonly required: boolean;
}

export interface OrderFacts {
  readonly id: string;
  readonly tenant: Tenant;
  readonly externalId: string | null;
  /** The id of the order that took over its external id; absent while it holds that itself. */
  readonly replacedBy?: string | undefined;
  /** Equal for two orders with the same content: compared where both have one external id. */
  readonly contentHash: string;
  readonly lines: readonly OrderLine[];
  readonly allocation: Allocation;
  /** The warehouses, by id or code, that it may be shipped from; absent where it does not say. */
  readonly shipFrom?: readonly string[] | undefined;
  /** Absent where it does not say. */
  readonly split?: Split | undefined;
  /** Ids of the warehouses that units were shipped from; absent where none were, or they were held in no one warehouse. */
  readonly shippedFrom?: readonly string[] | undefined;
  /** True of an open order that no warehouse may ship as it stands; absent otherwise. */
  readonly hasNoWarehouse?: true | undefined;
  /** The parts that it is packed and shipped in; absent of an order that goes as a whole. */
  readonly fulfilments?: readonly Fulfilment[] | undefined;
  /** 0 to 9: backorders of the highest are filled first; absent for {@link DEFAULT_PRIORITY}. */
  readonly priority?: number | undefined;
  /** Of one priority, backorders of the earliest are filled first; absent orders come last. */
  readonly shipBy?: Date | undefined;
  /** The reasons why nothing of it may be packed or shipped; absent for none. */
  readonly holds?: readonly Hold[] | undefined;
  /** True where what is not packed is given back for a hold; absent otherwise. */
  readonly suspended?: true | undefined;
  /** Units that come back, oldest first; absent where there was no return. */
  readonly returns?: readonly Return[] | undefined;
  /** The return that it is in exchange for; absent of any other order. */
  readonly exchangeFor?: string | undefined;
  readonly shipTo: Address | null;
  readonly note: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** The last erasure of persons' data in address, note and metadata; absent before. */
  readonly erasedAt?: Date | undefined;
  /** False: it is refused where it cannot be allocated whole at its creation. */
  readonly allowBackorder: boolean;
  /** The reservation that becomes the order; absent for none. */
  readonly reservation?: OrderedReservation | undefined;
  readonly shipment: Shipment;
  /** Number of the last command; the next is sent only after its answer. */
  readonly attempt: number;
  /** Version of inventory's allocation document as last applied; 0 before the first. */
  readonly allocationVersion: number;
  readonly lastAnswer: Answer | null;
  /** The refusal of the last step that was answered before its result (202); null once a step is accepted. */
  readonly refusal: Refusal | null;
  /** Counts all changes; the record shows {@link recordVersion}. */
  readonly version: number;
  /** Those of its changes that left the record as it was; absent for none. */
  readonly unseenChanges?: number | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Ids of the warehouses that hold units of an order, or from which some were shipped. */
export function warehousesOf({ lines, shippedFrom = [], fulfilments = [] }: OrderFacts): readonly string[] {
  const held = lines.flatMap(({ sources = [] }) => sources.map(({ warehouseId }) => warehouseId));
  const left = fulfilments.flatMap(({ status, warehouse }) => (status === 'shipped' && warehouse ? [warehouse.id] : []));
  return [...new Set([...held, ...shippedFrom, ...left])].toSorted();
}

/** Each status carries just what is true in it. An order has at most one pending command. */
export type OrderState =
  | { readonly status: 'pending'; readonly pending: PendingStep<Create> }
  | { readonly status: 'rejected'; readonly refusal: Refusal }
  | { readonly status: 'created'; readonly pending: PendingStep<Step> | null }
  | { readonly status: 'packed'; readonly packing: Packing; readonly pending: PendingStep<Step> | null }
  | {
      readonly status: 'shipped';
      readonly packing: Packing;
      readonly shippedAt: Date;
      /** A step of a return. */
      readonly pending: PendingStep<Step> | null;
    }
  | {
      readonly status: 'cancelled';
      readonly packing: Packing | null;
      readonly cancelledAt: Date;
      readonly cancelReason: string | null;
    };

export type Order = OrderFacts & OrderState;
export type OrderStatus = Order['status'];
/**
 * True of what stands for the unknown order of a return: its lines count as shipped, and it has that one return. No list shows it as an
 * order, and no request reads or changes it as one.
 */
export function isUnlinked({ allocation }: Pick<OrderFacts, 'allocation'>): boolean {
  return allocation === 'none';
}

/** True of an order that packing and shipping are over for. */
export function hasEnded(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'cancelled' || status === 'rejected';
}

export type OrderIn<Status extends OrderStatus> = Extract<Order, { status: Status }>;

/** The priority of an order that names none. */
export const DEFAULT_PRIORITY = 5;

export function rankOf({ priority = DEFAULT_PRIORITY, shipBy }: Pick<OrderFacts, 'priority' | 'shipBy'>): Rank {
  return { priority, shipBy: shipBy ?? null };
}

/** The order with a rank; that of most orders leaves no trace in it. */
export function withRank<Of extends Partial<Pick<OrderFacts, 'priority' | 'shipBy'>>>(order: Of, { priority, shipBy }: Rank): Of {
  return { ...order, priority: priority === DEFAULT_PRIORITY ? undefined : priority, shipBy: shipBy ?? undefined };
}

/** The step that waits for inventory's answer. */
export function pendingStep(order: Order): PendingStep | null {
  return 'pending' in order ? order.pending : null;
}

/** The version that clients see: it counts the changes of the record. */
export function recordVersion({ version, unseenChanges = 0 }: Pick<OrderFacts, 'version' | 'unseenChanges'>): number {
  return version - unseenChanges;
}

/** The changes of an order that its record does not show, with another one. */
export function oneMoreUnseen({ unseenChanges = 0 }: Pick<OrderFacts, 'unseenChanges'>): number {
  return unseenChanges + 1;
}

/** The pending step as its record shows it. */
export function shownTransition(order: Order): ShownTransition | null {
  const step = pendingStep(order);
  return step && step.isUnseen !== true ? shownAs(step.asked.transition) : null;
}

/** The fulfilment of the pending step as its record shows it. */
export function shownFulfilmentId(order: Order): string | null {
  const step = pendingStep(order);
  return (step && step.isUnseen !== true && fulfilmentIdOf(step.asked)) || null;
}

/** The return of the pending step as its record shows it. */
export function shownReturnId(order: Order): string | null {
  const step = pendingStep(order);
  return (step && step.isUnseen !== true && returnIdOf(step.asked)) || null;
}

/** A change of an order in its history. */
export interface HistoryEntry {
  /**
   * The step that ended, accepted or refused; `allocate`: the units held for the order changed; `update`: its facts did, or a step was
   * answered before its result.
   */
  readonly transition: Transition | 'allocate' | 'update';
  /** The fulfilment that it is about; absent for a change of the whole order. */
  readonly fulfilmentId?: string | undefined;
  /** The return that it is about; absent for any other change. */
  readonly returnId?: string | undefined;
  /** The status after it. */
  readonly status: OrderStatus;
  /** The order's version with it, and those of its changes that its record did not show by then. */
  readonly version: number;
  readonly unseenChanges?: number | undefined;
  /** The caller's reason. */
  readonly reason: string | null;
  readonly actor: string;
  readonly requestId: string;
  /** The command that ended with it, and its result; null where it ended none. */
  readonly answer: Answer | null;
  readonly at: Date;
}

/** The step with the id of its command, which stays the same however often the command is sent. */
export function withCommand<Asked extends Create | Step>(
  asked: Asked,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  origin: RequestOrigin,
  at: Date,
): PendingStep<Asked> {
  return { asked, commandId: `${verbOf(asked.transition)}:${id}:${attempt}`, origin, since: at };
}

/** The id of the order that a command is for. */
export function orderIdOf(commandId: string): string {
  return commandId.split(':')[1] ?? '';
}

/** The content of an order as requested, with the ids it will have. */
export interface OrderContent extends Pick<
  OrderFacts,
  | 'id'
  | 'tenant'
  | 'externalId'
  | 'contentHash'
  | 'shipTo'
  | 'note'
  | 'metadata'
  | 'allowBackorder'
  | 'priority'
  | 'shipBy'
  | 'exchangeFor'
  | 'shipFrom'
  | 'split'
> {
  readonly lines: readonly RequestedLine[];
}

/** Records an order. It stays `pending` until inventory has confirmed its SKUs and said what it holds for them. */
export function placeOrder(content: OrderContent, origin: RequestOrigin, at: Date): OrderIn<'pending'> {
  const pending = withCommand({ transition: 'create' } as const, { id: content.id, attempt: FIRST }, origin, at);
  return { ...begun(content, at), allocation: 'backordered', status: 'pending', pending };
}

/** Records the order in exchange for a return of another, to the same address. */
export function placeExchange(
  { tenant, shipTo, erasedAt }: Order,
  { orderId: id, lines, returnId: exchangeFor }: Exchange & { readonly returnId: string },
  { claimId: _ofReturn, ...origin }: RequestOrigin,
  at: Date,
): OrderIn<'pending'> {
  const facts = { externalId: null, note: null, metadata: {}, allowBackorder: true, exchangeFor };
  const content = { ...facts, shipTo: erasedAt ? null : shipTo, lines };
  return placeOrder({ ...content, id, tenant, contentHash: contentHash(content) }, origin, at);
}

/** A return of units of no known order as it is requested, and what stands for that order. */
export interface UnlinkedContent extends Pick<OrderContent, 'id' | 'tenant' | 'lines'> {
  readonly step: OpenReturn;
}

/** Records a return without an order. It is shown once inventory has confirmed its SKUs, or its request is answered before. */
export function openReturn({ step, ...content }: UnlinkedContent, origin: RequestOrigin, at: Date): OrderIn<'pending'> {
  const facts = { externalId: null, contentHash: step.contentHash, shipTo: null, note: null, metadata: {}, allowBackorder: true };
  const pending = { ...withCommand(step, { id: content.id, attempt: FIRST }, origin, at), isUnseen: true };
  return { ...begun({ ...facts, ...content }, at), allocation: 'none', unseenChanges: 1, status: 'pending', pending };
}

const FIRST = 1;

function begun({ lines, ...content }: OrderContent, at: Date) {
  return {
    ...content,
    lines: lines.map((line) => ({ ...line, name: null, allocated: 0, shipped: 0 })),
    shipment: NO_SHIPMENT,
    attempt: FIRST,
    allocationVersion: 0,
    lastAnswer: null,
    refusal: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
