import type { Allocation } from '../../../model/allocation.ts';
import { scannedGtin } from '@fulfilment/kernel';
import { momentOf, type Movement, type Reference } from '../../../model/ledger.ts';
import type { Location, LocationReference } from '../../../model/location.ts';
import {
  isNoReturn,
  moreThanIsLeft,
  noSuchSku,
  notReturned,
  notYet,
  type Refusal,
  skuArchived,
  staleCount,
  unknownBarcode,
  wrongItem,
} from '../../../model/refusal.ts';
import { countAfter, hasBarcode, isCountedAfter, isTooOld, type LastCount, type Sku, withCount } from '../../../model/sku.ts';
import { changeTotal, raise, takeOut } from '../change-total.ts';
import type { TotalResult } from '../take-back.ts';
import { type Taking, takingsOfTotal } from '../takings.ts';
import {
  type CommandResult,
  type CommandSpec,
  type Deferred,
  DONE,
  type Origin,
  putOff,
  type Refused,
  refused,
} from '../command.ts';
import { type Disposition, fillReturned, moveReturned, planReceipt, planUnlinked, returnReference } from '../returned-units.ts';
import { findLocation, isUnknown } from '../resolve-target.ts';
import type { EntryFacts, StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';
import { withReturned } from './return-steps.ts';

/**
 * Posts a scan: units that were received, at its location or at the home of the SKU; units that came back, at its location or that of their
 * disposition; or units that were counted, at its location or, where it names none, at all locations together. All belong to the moment of
 * the scan. A count is judged by the ledger of its
 * moment: the difference to that is applied, so that units that moved since then stay moved. Units that came in before a count that is
 * posted already are in its number: they are entered, and taken out again in the name of that count.
 */
export interface MoveForScan {
  readonly type: 'move-for-scan';
  readonly origin: Origin;
  readonly commandId: string;
  readonly scanId: string;
  readonly movement: 'receive' | 'count' | 'return';
  /**
   * Of a `return`: the return, and its order; one of the two is named, the other is set when the records of the command are read. Neither
   * of units that no known order shipped.
   */
  readonly returnId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly disposition?: Disposition | undefined;
  /** Absent where the scan names none: it is the SKU with the barcode, from when the records of the command are read. */
  readonly sku?: string | undefined;
  /** True of a SKU that was found so. */
  readonly isFound?: boolean;
  /** As it was scanned; absent in commands of earlier releases. */
  readonly barcode?: string | undefined;
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
  reads: ({ sku, location, scanId, movement, orderId }) => ({
    skus: sku === undefined ? [] : [sku],
    locations: location ? [location] : [],
    scanId,
    ...(movement === 'return' && { usages: ['returns', 'quarantine'] }),
    ...(orderId === undefined ? {} : { orderId }),
  }),
  forecast: ({ movement, quantity, expected, madeAt, disposition }, sku) => {
    const isCounted = isCountedAfter(sku, null, madeAt);
    if (movement === 'receive') return { least: isCounted ? -quantity : quantity, most: quantity };
    const least = isCounted && disposition !== 'scrap' ? { least: -quantity } : undefined;
    if (movement === 'return') return disposition === 'restock' ? { ...least, most: quantity } : least;
    const change = typeof expected === 'number' ? quantity - expected : 0;
    return { least: change, most: change };
  },
  cause: ({ movement, scanId: id, madeAt: occurredAt, returnId = '', orderId = '' }) => ({
    reason: REASONS[movement],
    reference: movement === 'return' && returnId !== '' ? returnReference(returnId, orderId) : { type: 'scan', id },
    note: null,
    occurredAt,
  }),
  decide: (draft, command) => {
    const { location, movement, origin } = command;
    if (movement === 'return') return receiveReturned(draft, command);
    const found = location === null ? undefined : findLocation(draft, location, { pointer: '/location', at: origin.at });
    if (found && isUnknown(found)) return found;
    const meant = skuOf(draft, command);
    if (meant.type !== 'found') return meant;
    const { sku } = meant;
    if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: '/sku', sku: sku.code }]));
    if (found?.type === 'refused') return found;
    const at = found?.location;
    return (movement === 'count' ? count : receive)(draft, sku, { command, at });
  },
};

const REASONS = { receive: 'receipt', count: 'count', return: 'return' } as const;

function receiveReturned(draft: StockDraft, command: MoveForScan): CommandResult {
  const meant = skuOf(draft, command);
  if (meant.type !== 'found') return meant;
  if (!draft.admits('returns')) return refused(notYet());
  const isUnlinked = command.returnId === undefined && command.orderId === undefined;
  return (isUnlinked ? receiveUnlinked : receiveExpected)(draft, meant.sku, command);
}

/** Receives units of a return: those of the lines of the SKU that expect them. */
function receiveExpected(draft: StockDraft, { code }: Sku, command: MoveForScan): CommandResult {
  const { allocation, of, ids } = expectedBy(draft.allocation(command.orderId ?? ''), code, command.returnId);
  if (!allocation || !of) return refused(isNoReturn());
  if (!of.lines.some(({ id }) => ids.has(id))) return refused(notReturned(code));
  const { quantity, disposition = 'inspect', location } = command;
  let left = quantity;
  const units = of.lines.flatMap(({ id, expected }) => {
    const taken = ids.has(id) ? Math.min(left, expected) : 0;
    left -= taken;
    return taken > 0 ? [{ id, quantity: taken, disposition, location: location ?? undefined }] : [];
  });
  if (left > 0) {
    const [lineId = ''] = ids;
    const excess = { pointer: '/quantity', line_id: lineId, requested: quantity, allowed: quantity - left };
    return refused(moreThanIsLeft([excess], 'expected'));
  }
  const planned = planReceipt(draft, allocation, of, units);
  if (planned.type === 'refused') return planned;
  const came = comeBack(draft, code, { command, moves: planned.moves, reference: returnReference(of.id, allocation.orderId) });
  if (came.type !== 'done') return came;
  const known = draft.allocation(allocation.orderId) ?? allocation;
  draft.putAllocation(withReturned(known, of.id, planned.lines));
  fillReturned(draft, planned.moves);
  return DONE;
}

/** Receives units that no known order shipped: no return tells of them. */
function receiveUnlinked(draft: StockDraft, sku: Sku, command: MoveForScan): CommandResult {
  if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: '/sku', sku: sku.code }]));
  const { quantity, disposition = 'inspect', location, scanId: id } = command;
  const planned = planUnlinked(draft, sku, { quantity, disposition, location: location ?? undefined });
  if (planned.type === 'refused') return planned;
  const came = comeBack(draft, sku.code, { command, moves: planned.moves, reference: { type: 'scan', id } });
  if (came.type !== 'done') return came;
  fillReturned(draft, planned.moves);
  return DONE;
}

interface ComingBack {
  readonly command: MoveForScan;
  readonly moves: Parameters<typeof moveReturned>[1];
  readonly reference: Reference;
}

/** Brings units into stock that came back at the moment of the scan. What later counts have found is taken out again in their name. */
function comeBack(draft: StockDraft, code: string, { command, moves, reference }: ComingBack): TotalResult {
  const stopped = moveReturned(draft, moves, { reference, occurredAt: command.madeAt });
  if (stopped) return stopped;
  const isKept = moves.every(({ from }) => from === undefined);
  const movedToId = moves[0]?.to?.id;
  return isKept && movedToId !== undefined ? takeCounted(draft, code, { command, movedToId }) : DONE;
}

/** The return that a scan names, or the first that expects units of the SKU, and the lines of the order that have it. */
function expectedBy(allocation: Allocation | undefined, code: string, returnId: string | undefined) {
  const ids = new Set(allocation?.lines.flatMap(({ id, sku }) => (sku === code ? [id] : [])));
  const of = allocation?.returns?.find(({ id, lines }) =>
    returnId === undefined ? lines.some((line) => ids.has(line.id) && line.expected > 0) : id === returnId,
  );
  return { allocation, of, ids };
}

/** The SKU that a scan means: the one that it names, unless its barcode is another's; else the one with the barcode. */
function skuOf(draft: StockDraft, command: MoveForScan): { readonly type: 'found'; readonly sku: Sku } | Refused | Deferred {
  const { sku: code, isFound = false, barcode = '' } = command;
  const owner = ownerOf(barcode, (text) => draft.skuWithBarcode(text));
  // Another command of this transaction gave the barcode away, or to this SKU: the records of another were read.
  const isOutdated = (isFound || code === undefined) && owner !== code;
  if (isOutdated) return putOff(draft) ?? refused(unknownBarcode(barcode));
  if (code === undefined) return refused(unknownBarcode(barcode));
  const sku = draft.sku(code);
  if (!sku) return refused(noSuchSku(code));
  if (owner === undefined || owner === code || hasBarcode(sku, barcode)) return { type: 'found', sku };
  return refused(wrongItem(barcode, code, owner));
}

/** The SKU with the barcode that was scanned: as it is written, or its GTIN. */
export function ownerOf(barcode: string, skuWith: (text: string) => string | undefined): string | undefined {
  return skuWith(barcode) ?? skuWith(scannedGtin(barcode) ?? barcode);
}

interface Posting {
  readonly command: MoveForScan;
  readonly at: Location | undefined;
}

function receive(draft: StockDraft, sku: Sku, { command, at }: Posting): TotalResult {
  const raised = raise(draft, sku, { target: sku.onHand + command.quantity, at, pointer: '/quantity' });
  if (raised.type !== 'done') return raised;
  const taken = takeCounted(draft, sku.code, { command, movedToId: at?.id ?? sku.homeId });
  if (taken.type === 'done') fillBackorders(draft, sku.code);
  return taken;
}

interface Came {
  readonly command: MoveForScan;
  /** The place that the units of the command came to. */
  readonly movedToId: string;
}

/** Takes units out again that came to a place and that later counts have found. */
function takeCounted(draft: StockDraft, code: string, came: Came): TotalResult {
  const sku = draft.knownSku(code);
  const takings = countedAlready(draft, sku, came);
  const units = takings.reduce((sum, taking) => sum + taking.units, 0);
  return takeOut(draft, sku, { units, takings: () => takings, pointer: '/quantity' });
}

/**
 * Units that came to a place and that later counts have found: at the place by a count of it, and by a count of the total, unless the
 * place was counted before that. A count of the total, had it known of them, would have taken as many from home first and then from the
 * fullest others. A place that was counted after it, home above all, has by now what it should have.
 *
 * @param sku with the units that came.
 */
function countedAlready(draft: StockDraft, sku: Sku, { command, movedToId }: Came): readonly Taking[] {
  const { quantity, madeAt } = command;
  const now = command.origin.at;
  const byPlace = countAfter(sku, movedToId, madeAt, now);
  const byTotal = countAfter(sku, null, madeAt, now);
  const atPlace = byPlace ? [{ locationId: movedToId, units: quantity, entry: entryOf(byPlace) }] : [];
  if (!byTotal || (byPlace && byPlace.at <= byTotal.at)) return atPlace;
  const isCounted = (locationId: string): boolean => countAfter(sku, locationId, byTotal.at, now) !== undefined;
  const takings = isCounted(sku.homeId) ? [] : takingsOfTotal(draft, sku, quantity);
  const uncounted = takings.filter(({ locationId }) => !isCounted(locationId));
  return [...uncounted.map((taking) => ({ ...taking, entry: entryOf(byTotal) })), ...atPlace];
}

function entryOf({ scanId, at: occurredAt }: LastCount): EntryFacts {
  return { reason: 'count', reference: scanId === undefined ? null : { type: 'scan', id: scanId }, occurredAt };
}

function count(draft: StockDraft, sku: Sku, posting: Posting): TotalResult {
  const { command, at } = posting;
  const { madeAt, quantity, scanId } = command;
  const place = at?.id ?? null;
  const stale = reasonOfStaleness(sku, command, place);
  if (stale) return refused(stale);
  const expected = expectedIn(draft, sku, posting);
  const target = sku.onHand + quantity - expected;
  const result = target === sku.onHand ? DONE : changeTotal(draft, sku, { target, at, pointer: '/quantity' });
  if (result.type !== 'done') return result;
  const after = draft.knownSku(sku.code);
  draft.putSku({ ...after, ...withCount(after, { locationId: place, at: madeAt, scanId }) });
  return DONE;
}

/** Units that the count should find: those by the ledger as it was loaded, and what this transaction has entered of its moment. */
function expectedIn(draft: StockDraft, sku: Sku, { command, at }: Posting): number {
  const { madeAt, expected } = command;
  const entered = draft.movementsOf(sku.code).filter(({ locationId }) => !at || locationId === at.id);
  const seen = entered.filter((movement) => wasSeen(movement, madeAt));
  return seen.reduce((units, { delta }) => units + delta, typeof expected === 'number' ? expected : 0);
}

/**
 * True where a count of this moment has seen what was moved. Corrections by other counts of scans were made before, or this count is
 * refused: in entries of earlier releases, which have no moment of their own, they are told by that.
 */
export function wasSeen(movement: Pick<Movement, 'at' | 'occurredAt' | 'reason' | 'reference'>, moment: Date): boolean {
  const { occurredAt, reason, reference } = movement;
  return momentOf(movement) <= moment || (!occurredAt && reason === 'count' && reference?.type === 'scan');
}

function reasonOfStaleness(sku: Sku, { madeAt, origin, expected }: MoveForScan, place: string | null): Refusal | undefined {
  const { code } = sku;
  if (isTooOld(madeAt, origin.at)) return staleCount(code, madeAt, 'it is older than 30 days');
  if (madeAt < sku.createdAt) return staleCount(code, madeAt, 'the SKU was created later');
  if (expected === 'unknown') return staleCount(code, madeAt, 'too many movements are later');
  return isCountedAfter(sku, place, madeAt) ? staleCount(code, madeAt, 'a later count is known') : undefined;
}
