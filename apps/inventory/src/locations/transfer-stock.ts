import type { TransferBody, TransferRecord } from '@fulfilment/contracts';
import { type Clock, newId, type RequestContext } from '@fulfilment/kernel';
import type { TransferLine } from '../stock/domain/commands/transfer-stock.ts';
import type { ChangeStock } from '../stock/stock-lane.ts';
import { notMade } from '../stock/presented-result.ts';
import { parseLocation } from './domain/location.ts';

import { originOf } from '../stock/origin.ts';

/** @throws AppError `not_found`, `insufficient_stock`, `sku_archived`, `unknown_sku`, `unknown_location`, `location_archived` or `validation_failed`. */
export type TransferStock = (fromId: string, body: TransferBody, context: RequestContext) => Promise<TransferRecord>;

export function makeTransferStock({
  changeStock,
  now,
}: {
  readonly changeStock: ChangeStock;
  readonly now: Clock;
}): TransferStock {
  return async (fromId, body, context) => {
    const origin = originOf(context, now);
    const transferId = newId('trf');
    const lines = linesOf(body);
    const note = body.note ?? null;
    const outcome = await changeStock(context.tenant, {
      type: 'transfer-stock',
      origin,
      transferId,
      fromId,
      to: parseLocation(body.to),
      lines,
      note,
    });
    if (outcome.type === 'transferred') return outcome.transfer;
    throw notMade(outcome);
  };
}

function linesOf(body: TransferBody): TransferLine[] {
  if ('lines' in body) return body.lines.map((line, place) => ({ ...line, pointer: `/lines/${place}` }));
  return [{ sku: body.sku, quantity: body.quantity, pointer: '' }];
}
