import type { SkuRow } from '../documents.ts';
import type { Ledger } from './ledger.ts';

/** What all orders together hold of a SKU, firmly, and what open ones still lack. */
export interface Holds {
  readonly held: number;
  readonly firm: number;
  readonly waiting: number;
}

/** Where a SKU does not agree with its ledger, with what orders hold, or with itself. */
export function stockFaults(sku: SkuRow, ledger: Ledger, holds: Holds): string[] {
  return [...ledger.faults, ...ledgerFaults(sku, ledger), ...holdFaults(sku, holds), ...ownFaults(sku)];
}

function ledgerFaults({ stock, version }: SkuRow, { places, lastVersion }: Ledger): string[] {
  const faults = stock.flatMap(({ location_id: id, on_hand: units }) =>
    places.get(id) === units ? [] : [`${units} lie at ${id}, by the ledger ${places.get(id) ?? 0}`],
  );
  const known = new Set(stock.map(({ location_id: id }) => id));
  for (const [id, units] of places) if (!known.has(id)) faults.push(`none lies at ${id}, by the ledger ${units}`);
  if (lastVersion > version) faults.push(`its version is ${version}, the ledger has ${lastVersion}`);
  return faults;
}

function holdFaults({ allocated, firm, waiting }: SkuRow, holds: Holds): string[] {
  const faults: string[] = [];
  if (allocated !== holds.held) faults.push(`${allocated} are allocated, orders hold ${holds.held}`);
  if (firm !== holds.firm) faults.push(`${firm} are firm, packed orders hold ${holds.firm}`);
  if (waiting !== holds.waiting) faults.push(`${waiting} are waited for, by the orders ${holds.waiting}`);
  return faults;
}

function ownFaults({ on_hand: onHand, allocated, firm, waiting, filling, ...sku }: SkuRow): string[] {
  const faults: string[] = [];
  const lying = sku.stock.reduce((sum, { on_hand: units }) => sum + units, 0);
  if (lying !== onHand) faults.push(`${onHand} are on hand, ${lying} lie at its places`);
  if (!(0 <= firm && firm <= allocated && allocated <= onHand)) {
    faults.push(`0 ≤ firm ${firm} ≤ allocated ${allocated} ≤ on hand ${onHand} does not hold`);
  }
  if (filling !== (onHand > allocated && waiting > 0)) {
    faults.push(`${onHand - allocated} are free and ${waiting} waited for, and filling is ${filling}`);
  }
  const low = onHand < sku.reorder_point;
  if (sku.low_stock !== low) faults.push(`low_stock is ${sku.low_stock}, on hand ${onHand} of ${sku.reorder_point}`);
  return faults;
}
