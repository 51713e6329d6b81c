import type { ReturnHistoryEntry, ReturnRecord } from '@fulfilment/contracts';
import { sampleOrder } from './records.ts';

const approvedAt = '2026-11-24T10:00:00.000Z';
const receivedAt = '2026-11-26T08:30:00.000Z';
const endedAt = '2026-11-26T08:45:00.000Z';
const NO_UNITS = { expected: 0, received: 0, missing: 0, waived: 0, inspecting: 0, restocked: 0, quarantined: 0, scrapped: 0 };

/** A return of all of {@link sampleOrder}, as it is created. */
export const sampleReturn: ReturnRecord = {
  id: 'ret_01KAS1B2X6M9W3R5TVCRETN1E1',
  order_id: sampleOrder.id,
  external_id: null,
  status: 'approved',
  lines: sampleOrder.lines.map(({ id, sku, name, quantity }) => ({
    line_id: id,
    sku,
    name,
    quantity,
    reason: 'wrong_size',
    note: null,
    ...NO_UNITS,
    expected: quantity,
  })),
  note: null,
  reason: null,
  pending_transition: null,
  exchange_order_id: null,
  version: 1,
  created_at: approvedAt,
  approved_at: approvedAt,
  received_at: null,
  ended_at: null,
  updated_at: approvedAt,
};

/** The same in its other states. */
export const requestedReturn: ReturnRecord = { ...sampleReturn, status: 'requested', approved_at: null };
export const receivedReturn: ReturnRecord = {
  ...sampleReturn,
  status: 'receiving',
  lines: sampleReturn.lines.map((line) => ({ ...line, expected: line.quantity - 1, received: 1, inspecting: 1 })),
  version: 2,
  received_at: receivedAt,
  updated_at: receivedAt,
};
export const closedReturn: ReturnRecord = {
  ...receivedReturn,
  status: 'closed',
  lines: receivedReturn.lines.map((line) => ({ ...line, expected: 0, waived: line.expected })),
  reason: 'the customer keeps it',
  version: 3,
  ended_at: endedAt,
  updated_at: endedAt,
};
export const cancelledReturn: ReturnRecord = {
  ...sampleReturn,
  status: 'cancelled',
  lines: sampleReturn.lines.map((line) => ({ ...line, expected: 0, waived: line.quantity })),
  reason: 'the customer keeps it',
  version: 2,
  ended_at: endedAt,
  updated_at: endedAt,
};
export const rejectedReturn: ReturnRecord = { ...cancelledReturn, status: 'rejected', approved_at: null };
/** {@link closedReturn} after its unit was put up for sale again. */
export const restockedReturn: ReturnRecord = {
  ...closedReturn,
  lines: closedReturn.lines.map((line) => ({ ...line, inspecting: 0, restocked: 1 })),
  version: 4,
  updated_at: '2026-11-27T09:00:00.000Z',
};

export const sampleReturnHistoryEntry: ReturnHistoryEntry = {
  transition: 'receive',
  refused: false,
  code: null,
  reason: null,
  actor: 'key_01KAJ6P2C4G8TN5YD0WQ9KEY01',
  request_id: 'req_01KAJ6W4R9F2S7HXB3ZMREQ02A',
  at: '2026-11-21T09:40:00.000Z',
};
