import type { Location, LocationReference } from '../../../locations/domain/location.ts';
import { balanceAt, isCountedAfter, isTooOld, type Sku, withCount } from '../../../skus/domain/sku.ts';
import { changeTotal, type TotalResult } from '../change-total.ts';
import { type CommandSpec, DONE, type Origin, refused } from '../command.ts';
import { noSuchSku, type Refusal, skuArchived, staleCount } from '../refusal.ts';
import { findLocation, isUnknown } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';

/**
 * Posts a scan: units that were received, at its location or at the home of the SKU; or units that were counted, at its location
 * or, where it names none, at all locations together. A count is judged by the ledger of its own moment: the difference to that is
 * applied, so that units that moved since then stay moved.
 */
export interface MoveForScan {
  readonly type: 'move-for-scan';
  readonly origin: Origin;
  readonly commandId: string;
  readonly scanId: string;
  readonly movement: 'receive' | 'count';
  readonly sku: string;
  readonly quantity: number;
  readonly location: LocationReference | null;
  /** The moment of the scan. */
  readonly madeAt: Date;
  /**
   * Of a count: the units that, by the ledger as it was loaded, lay there at that moment. `unknown`: too many movements are later.
   * Set when the records of the command are read.
   */
  readonly expected?: number | 'unknown';
}

export const moveForScan: CommandSpec<MoveForScan> = {
  reads: ({ sku, location, scanId }) => ({ skus: [sku], locations: location ? [location] : [], scanId }),
  forecast: ({ movement, quantity, expected }) => {
    if (movement === 'receive') return { least: quantity, most: quantity };
    const change = typeof expected === 'number' ? quantity - expected : 0;
    return { least: change, most: change };
  },
  cause: ({ movement, scanId: id }) => ({
    reason: movement === 'receive' ? 'receipt' : 'count',
    reference: { type: 'scan', id },
    note: null,
  }),
  decide: (draft, command) => {
    const { location, sku: code, movement, quantity, origin } = command;
    const found = location === null ? undefined : findLocation(draft, location, { pointer: '/location', at: origin.at });
    if (found && isUnknown(found)) return found;
    const sku = draft.sku(code);
    if (!sku) return refused(noSuchSku(code));
    if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: '/sku', sku: code }]));
    if (found?.type === 'refused') return found;
    const at = found?.location;
    if (movement === 'count') return count(draft, sku, { command, at });
    return changeTotal(draft, sku, { target: sku.onHand + quantity, at, pointer: '/quantity' });
  },
};

function count(
  draft: StockDraft,
  sku: Sku,
  { command, at }: { readonly command: MoveForScan; readonly at: Location | undefined },
): TotalResult {
  const { code } = sku;
  const { madeAt, quantity, expected } = command;
  const stale = reasonOfStaleness(sku, command, at?.id ?? null);
  if (stale || expected === 'unknown') return refused(stale ?? staleCount(code, madeAt, 'too many movements are later'));
  const isUnmoved = sku.updatedAt <= madeAt;
  // Created or moved in this transaction: decided on what is read after it.
  if (expected === undefined && !isUnmoved) return { type: 'deferred', progress: false };
  // Counts that were posted by now were made before this one, whatever the ledger says of their moment.
  const known = isUnmoved || expected === undefined ? balanceOf(sku, at?.id) : expected + correctedAt(sku, at?.id);
  const change = quantity - known;
  const before = draft.moves.length;
  const result = change === 0 ? DONE : changeTotal(draft, sku, { target: sku.onHand + change, at, pointer: '/quantity' });
  if (result.type !== 'done') return result;
  const corrected = new Map(sku.corrected);
  for (const { locationId, delta } of draft.moves.slice(before))
    corrected.set(locationId, (corrected.get(locationId) ?? 0) + delta);
  const after = draft.knownSku(code);
  draft.putSku({ ...after, ...withCount(after, { locationId: at?.id ?? null, at: madeAt }), corrected });
  return DONE;
}

function reasonOfStaleness(sku: Sku, { madeAt, origin }: MoveForScan, place: string | null): Refusal | undefined {
  const { code } = sku;
  if (isTooOld(madeAt, origin.at)) return staleCount(code, madeAt, 'it is older than 30 days');
  if (madeAt < sku.createdAt) return staleCount(code, madeAt, 'the SKU was created later');
  return isCountedAfter(sku, place, madeAt) ? staleCount(code, madeAt, 'a later count is known') : undefined;
}

const balanceOf = (sku: Sku, place: string | undefined): number => (place === undefined ? sku.onHand : balanceAt(sku, place));

function correctedAt({ corrected }: Sku, place: string | undefined): number {
  if (place !== undefined) return corrected?.get(place) ?? 0;
  return corrected?.values().reduce((sum, units) => sum + units, 0) ?? 0;
}
