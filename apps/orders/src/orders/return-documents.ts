import { absentIfNull, codecOf, nested, whole } from '@fulfilment/mongo';
import type { Return, ReturnLine } from './domain/return.ts';

const RETURN_LINE = codecOf<ReturnLine>()({
  line_id: 'lineId',
  quantity: whole('quantity'),
  reason: 'reason',
  note: absentIfNull('note'),
  expected: whole('expected'),
  missing: whole('missing'),
  inspect: whole('inspect'),
  restock: whole('restock'),
  quarantine: whole('quarantine'),
  scrap: whole('scrap'),
});

/** A return in the document of its order. */
export const RETURN = codecOf<Return>()({
  id: 'id',
  external_id: absentIfNull('externalId'),
  content_hash: 'contentHash',
  status: 'status',
  lines: nested('lines', RETURN_LINE),
  note: absentIfNull('note'),
  /** Absent where no order was made with it. */
  exchange_order_id: 'exchangeOrderId',
  reason: absentIfNull('reason'),
  version: whole('version'),
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  approved_at: absentIfNull('approvedAt'),
  received_at: absentIfNull('receivedAt'),
  ended_at: absentIfNull('endedAt'),
});
