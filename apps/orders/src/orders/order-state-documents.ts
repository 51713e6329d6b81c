import { assertNever } from '@fulfilment/kernel';
import type {
  Cancel,
  Create,
  Order,
  OrderState,
  Pack,
  Packing,
  Refusal,
  Ship,
  Shipment,
  Step,
  PendingStep,
} from './domain/order.ts';

interface UnderWayDocument<Asked extends Create | Step> {
  readonly asked: Asked;
  readonly command_id: string;
  readonly actor: string;
  readonly request_id: string;
  readonly traceparent?: string | undefined;
  readonly claim_id?: string | undefined;
  readonly since: Date;
}

interface PackingDocument {
  readonly packages: Packing['packages'];
  readonly packed_at: Date;
}

/** What is true of an order in just one status, as it is stored. */
export type OrderStateDocument =
  | { readonly status: 'pending'; readonly pending: UnderWayDocument<Create> }
  | { readonly status: 'rejected'; readonly refusal: Refusal }
  | { readonly status: 'created'; readonly pending: UnderWayDocument<Pack | Cancel> | null }
  | { readonly status: 'packed'; readonly packing: PackingDocument; readonly pending: UnderWayDocument<Ship | Cancel> | null }
  | { readonly status: 'shipped'; readonly packing: PackingDocument; readonly shipment: Shipment; readonly shipped_at: Date }
  | { readonly status: 'cancelled'; readonly packing: PackingDocument | null; readonly cancelled_at: Date };

export function toStateDocument(order: Order): OrderStateDocument {
  switch (order.status) {
    case 'pending':
      return { status: order.status, pending: toUnderWayDocument(order.pending) };
    case 'rejected':
      return { status: order.status, refusal: order.refusal };
    case 'created':
      return { status: order.status, pending: orNull(order.pending, toUnderWayDocument) };
    case 'packed': {
      const pending = orNull(order.pending, toUnderWayDocument);
      return { status: order.status, packing: toPackingDocument(order.packing), pending };
    }
    case 'shipped': {
      const { status, packing, shipment, shippedAt } = order;
      return { status, packing: toPackingDocument(packing), shipment, shipped_at: shippedAt };
    }
    case 'cancelled': {
      const { status, packing, cancelledAt } = order;
      return { status, packing: orNull(packing, toPackingDocument), cancelled_at: cancelledAt };
    }
    default:
      return assertNever(order);
  }
}

export function toState(document: OrderStateDocument): OrderState {
  switch (document.status) {
    case 'pending':
      return { status: document.status, pending: toUnderWay(document.pending) };
    case 'rejected':
      return { status: document.status, refusal: document.refusal };
    case 'created':
      return { status: document.status, pending: orNull(document.pending, toUnderWay) };
    case 'packed': {
      const pending = orNull(document.pending, toUnderWay);
      return { status: document.status, packing: toPacking(document.packing), pending };
    }
    case 'shipped': {
      const { status, packing, shipment, shipped_at: shippedAt } = document;
      return { status, packing: toPacking(packing), shipment, shippedAt };
    }
    case 'cancelled': {
      const { status, packing, cancelled_at: cancelledAt } = document;
      return { status, packing: orNull(packing, toPacking), cancelledAt };
    }
    default:
      return assertNever(document);
  }
}

function toUnderWayDocument<Asked extends Create | Step>(step: PendingStep<Asked>): UnderWayDocument<Asked> {
  const { actor, requestId, traceparent, claimId } = step.origin;
  const requester = { actor, request_id: requestId, traceparent, claim_id: claimId };
  return { asked: step.asked, command_id: step.commandId, ...requester, since: step.since };
}

function toUnderWay<Asked extends Create | Step>(document: UnderWayDocument<Asked>): PendingStep<Asked> {
  const { asked, command_id: commandId, actor, request_id: requestId, traceparent, claim_id: claimId, since } = document;
  return { asked, commandId, origin: { actor, requestId, traceparent, claimId }, since };
}

function toPackingDocument({ packages, packedAt }: Packing): PackingDocument {
  return { packages, packed_at: packedAt };
}

function toPacking({ packages, packed_at: packedAt }: PackingDocument): Packing {
  return { packages, packedAt };
}

function orNull<From, To>(value: From | null, map: (value: From) => To): To | null {
  return value === null ? null : map(value);
}
