import type { TransferBody, TransferRecord } from '@fulfilment/contracts';
import { type Answered, type Clock, newId, type RequestContext } from '@fulfilment/kernel';
import { parseLocation } from '../model/location.ts';
import type { TransferLine } from '../stock/domain/commands/transfer-stock.ts';
import { notMade, originOf, type RunCommand } from '../stock/run-command.ts';

/** @throws AppError `not_found`, `insufficient_stock`, `sku_archived`, `unknown_sku`, `unknown_location`, `location_archived` or `validation_failed`. */
export type TransferStock = (fromId: string, body: TransferBody, context: RequestContext) => Promise<Answered<TransferRecord>>;

export function makeTransferStock(runCommand: RunCommand, now: Clock): TransferStock {
  return async (fromId, body, context) => {
    const { result, replayed } = await runCommand(context.tenant, {
      type: 'transfer-stock',
      origin: originOf(context, now),
      transferId: newId('trf'),
      fromId,
      to: parseLocation(body.to),
      lines: linesOf(body),
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
