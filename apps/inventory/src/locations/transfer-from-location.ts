import type { TransferBody, TransferRecord } from '@fulfilment/contracts';
import { type Answered, type Clock, newId, type RequestContext } from '@fulfilment/kernel';
import { parseLocation } from '../model/location.ts';
import { type ChangeStock, notMade, originOf } from '../stock/change-stock.ts';
import type { TransferLine } from '../stock/domain/commands/transfer-stock.ts';

/** @throws AppError `not_found`, `insufficient_stock`, `sku_archived`, `unknown_sku`, `unknown_location`, `location_archived` or `validation_failed`. */
export type TransferStock = (fromId: string, body: TransferBody, context: RequestContext) => Promise<Answered<TransferRecord>>;

/** Lines of an order that cost as much as a line of a transfer, which two locations change for, and an event tells of. */
const LINES_A_TRANSFERRED_LINE = 2;

export function makeTransferStock(changeStock: ChangeStock, now: Clock): TransferStock {
  return async (fromId, body, context) => {
    const lines = linesOf(body);
    context.noteLines?.(lines.length * LINES_A_TRANSFERRED_LINE);
    const { result, replayed } = await changeStock(context.tenant, {
      type: 'transfer-stock',
      origin: originOf(context, now),
      transferId: newId('trf'),
      fromId,
      to: parseLocation(body.to),
      lines,
      note: body.note ?? null,
    });
    if (result.type === 'transferred') return { result: result.transfer, replayed };
    throw notMade(result, replayed);
  };
}

function linesOf(body: TransferBody): TransferLine[] {
  if ('lines' in body) return body.lines.map((line, index) => ({ ...line, pointer: `/lines/${index}` }));
  return [{ sku: body.sku, quantity: body.quantity, pointer: '' }];
}
