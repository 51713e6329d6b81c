import type { SkuChange } from '../stock/domain/settle-skus.ts';
import type { Movement } from '../stock/stock-ports.ts';

/** The entries of the ledger for one change of a SKU, numbered within its version. */
export function movementsOf({ after, moves, cause }: SkuChange, newId: (prefix: 'mov') => string): Movement[] {
  const { reason, reference, note, origin } = cause;
  return moves.map(({ sku, locationId, delta, balance }, line) => ({
    id: newId('mov'),
    sku,
    version: after.version,
    line,
    locationId,
    delta,
    balance,
    reason,
    reference,
    note,
    actor: origin.actor,
    requestId: origin.requestId,
    at: after.updatedAt,
    claim: origin.claim ? { id: origin.claim.id, fingerprint: origin.claim.fingerprint } : null,
  }));
}
