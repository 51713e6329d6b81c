import type { TransferRecord } from '@fulfilment/contracts';
import type { TransferStock } from '../stock/domain/commands/command.ts';
import type { Location } from './domain/location.ts';
import type { Movement } from '../stock/stock-ports.ts';

/** A transfer as it was just made. */
export function toTransferRecord(
  { transferId, lines, note, origin }: TransferStock,
  { from, to }: { readonly from: Location; readonly to: Location },
): TransferRecord {
  return {
    id: transferId,
    from: { id: from.id, path: from.path },
    to: { id: to.id, path: to.path },
    lines: lines.map(({ sku, quantity }) => ({ sku, quantity })),
    note,
    created_at: origin.at.toISOString(),
  };
}

/** A transfer as the ledger tells it, long after. */
export function transferFromLedger(movements: readonly Movement[], pathOf: (locationId: string) => string): TransferRecord {
  const taken = movements.filter(({ delta }) => delta < 0);
  const from = taken[0];
  const to = movements.find(({ delta }) => delta > 0);
  if (!from || !to) throw new Error('The ledger of a transfer has two sides');
  return {
    id: from.reference?.id ?? '',
    from: { id: from.locationId, path: pathOf(from.locationId) },
    to: { id: to.locationId, path: pathOf(to.locationId) },
    lines: taken.map(({ sku, delta }) => ({ sku, quantity: -delta })),
    note: from.note,
    created_at: from.at.toISOString(),
  };
}
