import type { Location, LocationReference } from '../../../locations/domain/location.ts';
import type { Movement } from '../../../ledger/domain/ledger.ts';
import { isCountedAfter, isTooOld, type Sku, withCount } from '../../../skus/domain/sku.ts';
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
   * Of a count: the units that, by the ledger as it was loaded, lay there at that moment; absent where the SKU was not there.
   * `unknown`: too many movements are later. Set when the records of the command are read.
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

interface Counting {
  readonly command: MoveForScan;
  readonly at: Location | undefined;
}

function count(draft: StockDraft, sku: Sku, counting: Counting): TotalResult {
  const { command, at } = counting;
  const { madeAt, quantity } = command;
  const place = at?.id ?? null;
  const stale = reasonOfStaleness(sku, command, place);
  if (stale) return refused(stale);
  const expected = expectedIn(draft, counting);
  const target = sku.onHand + quantity - expected;
  const result = target === sku.onHand ? DONE : changeTotal(draft, sku, { target, at, pointer: '/quantity' });
  if (result.type !== 'done') return result;
  const after = draft.knownSku(sku.code);
  draft.putSku({ ...after, ...withCount(after, { locationId: place, at: madeAt }) });
  return DONE;
}

/** Units that the count should find: those by the ledger as it was loaded, and what this transaction has entered of its moment. */
function expectedIn(draft: StockDraft, { command, at }: Counting): number {
  const { sku, madeAt, expected } = command;
  const entered = draft.movementsOf(sku).filter(({ locationId }) => !at || locationId === at.id);
  const seen = entered.filter((movement) => wasSeen(movement, madeAt));
  return seen.reduce((units, { delta }) => units + delta, typeof expected === 'number' ? expected : 0);
}

/**
 * True where a count of this moment has seen what was moved. Corrections by other counts of scans were made before, whatever the ledger
 * says of their moment, or this count is refused.
 */
export function wasSeen({ at, reason, reference }: Pick<Movement, 'at' | 'reason' | 'reference'>, moment: Date): boolean {
  return at <= moment || (reason === 'count' && reference?.type === 'scan');
}

function reasonOfStaleness(sku: Sku, { madeAt, origin, expected }: MoveForScan, place: string | null): Refusal | undefined {
  const { code } = sku;
  if (isTooOld(madeAt, origin.at)) return staleCount(code, madeAt, 'it is older than 30 days');
  if (madeAt < sku.createdAt) return staleCount(code, madeAt, 'the SKU was created later');
  if (expected === 'unknown') return staleCount(code, madeAt, 'too many movements are later');
  return isCountedAfter(sku, place, madeAt) ? staleCount(code, madeAt, 'a later count is known') : undefined;
}
