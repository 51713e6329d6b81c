import { eventMessage, RETURN_STEPS, type ReturnRecord } from '@fulfilment/contracts';
import { newId, type OutgoingMessage } from '@fulfilment/kernel';
import { isUnlinked, type Order, recordVersion, shownReturnId, shownTransition } from './domain/order.ts';
import { receivedOf, type Return, type ReturnLine, waivedOf } from './domain/return.ts';
import { begunReturn, type ReturnChange } from './domain/return-changes.ts';

type Part = Pick<OutgoingMessage, 'at' | 'version' | 'part' | 'requestId' | 'traceparent'> & Pick<Order, 'tenant'>;

const orderOf = (order: Order) => {
  return { id: order.id, external_id: order.externalId, status: order.status, version: recordVersion(order) };
};

/** The event of a change of a return, in order with those of its order. */
export function returnEventMessage({ type, of, changed }: ReturnChange, order: Order, part: Part): OutgoingMessage {
  const facts = {
    sequence: of.version,
    data: toReturnRecord(of, order),
    order: isUnlinked(order) ? null : orderOf(order),
  };
  const origin = { ...part, id: newId('evt'), subject: of.id, orderedBy: order.id };
  if (type === 'return.updated') return eventMessage({ ...origin, type }, { ...facts, changed: [...changed] });
  return eventMessage({ ...origin, type }, facts);
}

/** The return of an order by its id: one whose creation is shown as pending too, as it will be. */
export function returnOf(order: Order, id: string): Return | undefined {
  const known = order.returns?.find((each) => each.id === id);
  return known ?? (shownReturnId(order) === id ? begunReturn(order) : undefined);
}

/** A return as clients and subscribers see it. */
export function toReturnRecord(of: Return, order: Order): ReturnRecord {
  const pending = pendingOf(of, order);
  return {
    id: of.id,
    order_id: isUnlinked(order) ? null : order.id,
    external_id: of.externalId,
    status: of.status,
    lines: of.lines.map((line) => toLineRecord(line, order)),
    note: of.note,
    reason: of.reason,
    pending_transition: pending,
    // The order is placed once the return is created.
    exchange_order_id: (pending !== 'return' && of.exchangeOrderId) || null,
    version: of.version,
    created_at: of.createdAt.toISOString(),
    approved_at: of.approvedAt?.toISOString() ?? null,
    received_at: of.receivedAt?.toISOString() ?? null,
    ended_at: of.endedAt?.toISOString() ?? null,
    updated_at: of.updatedAt.toISOString(),
  };
}

function pendingOf({ id }: Return, order: Order): ReturnRecord['pending_transition'] {
  const step = shownReturnId(order) === id ? shownTransition(order) : null;
  return RETURN_STEPS.find((each) => each === step) ?? null;
}

function toLineRecord(line: ReturnLine, { lines }: Order): ReturnRecord['lines'][number] {
  const { lineId, quantity, reason, note, expected, missing } = line;
  const ordered = lines.find(({ id }) => id === lineId);
  return {
    line_id: lineId,
    sku: ordered?.sku ?? '',
    name: ordered?.name ?? null,
    quantity,
    reason,
    note,
    expected,
    received: receivedOf(line),
    missing,
    waived: waivedOf(line),
    inspecting: line.inspect,
    restocked: line.restock,
    quarantined: line.quarantine,
    scrapped: line.scrap,
  };
}
