import type { Allocation, AllocationLine, ExpectedReturn, KeptUnits, ReturnedLine } from '../../model/allocation.ts';
import type { Reference } from '../../model/ledger.ts';
import { type Location, type LocationReference, locationText, pathOf, warehouseIdOf } from '../../model/location.ts';
import {
  fewerLieAtPlaces,
  insufficientStock,
  invalidField,
  locationArchived,
  moreThanIsLeft,
  noLocationFor,
  type Refusal,
  type ShortItem,
  skuArchived,
  tooManyLocations,
  tooManyUnits,
  unknownLocation,
} from '../../model/refusal.ts';
import { balanceAt, MAX_LOCATIONS, MAX_UNITS, sellableOf, type Sku } from '../../model/sku.ts';
import { leaveWarehouse, takeFromSale, type TotalResult } from './take-back.ts';
import { type Deferred, refused, type Refused } from './command.ts';
import { fillBackorders } from './commands/fill-backorders.ts';
import type { EntryFacts, StockDraft } from './stock-draft.ts';

export type Kept = KeptUnits['disposition'];
export type Disposition = Kept | 'scrap';

/** Units of a line that came back, or that will not. */
export interface ReceivedUnits {
  readonly id: string;
  readonly quantity: number;
  readonly disposition: Disposition | 'missing';
  /** Absent: the place of the disposition. */
  readonly location?: LocationReference | undefined;
}

/** Units of a line that get another disposition. */
export interface DisposedUnits {
  readonly id: string;
  readonly quantity: number;
  readonly from: Kept;
  readonly disposition: Disposition;
  /** Absent: where the return put them. */
  readonly fromLocation?: LocationReference | undefined;
  readonly location?: LocationReference | undefined;
}

/** Units that move, from nowhere where they come back, and to nowhere where they are scrapped. */
interface Move {
  readonly sku: string;
  readonly units: number;
  readonly from: Location | undefined;
  readonly to: Location | undefined;
  readonly pointer: string;
}

/** A change of a return that is decided, and not made yet. */
export type Planned =
  | { readonly type: 'planned'; readonly moves: readonly Move[]; readonly lines: readonly ReturnedLine[] }
  | Refused;

/** The reference of entries of a return. */
export const returnReference = (id: string, orderId: string): Reference & { readonly type: 'return' } => ({
  type: 'return',
  id,
  order_id: orderId,
});

/** Plans a receipt: of each line no more than is expected, at places that fit the dispositions. */
export function planReceipt(
  draft: StockDraft,
  allocation: Allocation,
  of: ExpectedReturn,
  units: readonly ReceivedUnits[],
): Planned {
  const excess = moreThan(units, (id) => lineOf(of, id)?.expected ?? 0);
  if (excess.length > 0) return refused(moreThanIsLeft(excess, 'expected'));
  const moves: Move[] = [];
  let lines = of.lines;
  for (const [place, { id, quantity, disposition, location: reference }] of units.entries()) {
    const pointer = `/lines/${place}`;
    if (disposition === 'missing') {
      lines = changed(lines, id, (line) => ({
        ...line,
        expected: line.expected - quantity,
        missing: (line.missing ?? 0) + quantity,
      }));
      continue;
    }
    const sku = draft.knownSku(skuOf(allocation, id));
    const found = locationOf(draft, sku, { disposition, reference, pointer });
    if (found.type === 'refused') return found;
    const { location } = found;
    moves.push(...movesInto(sku, { units: quantity, disposition, to: location, pointer }));
    lines = changed(lines, id, (line) =>
      withUnits({ ...line, expected: line.expected - quantity }, quantity, disposition, location.id),
    );
  }
  const refusal = cannotTake(draft, moves);
  return refusal ? refused(refusal) : { type: 'planned', moves, lines };
}

/** A receipt of units that no known order shipped. */
export interface UnlinkedUnits {
  readonly quantity: number;
  readonly disposition: Disposition;
  /** Undefined: the place of the disposition. */
  readonly location: LocationReference | undefined;
}

/** Plans a receipt of which only the ledger tells. */
export function planUnlinked(
  draft: StockDraft,
  sku: Sku,
  { quantity: units, disposition, location: reference }: UnlinkedUnits,
): Refused | { readonly type: 'planned'; readonly moves: readonly Move[] } {
  const found = locationOf(draft, sku, { disposition, reference, pointer: '' });
  if (found.type === 'refused') return found;
  const moves = movesInto(sku, { units, disposition, to: found.location, pointer: '' });
  const refusal = cannotTake(draft, moves);
  return refusal ? refused(refusal) : { type: 'planned', moves };
}

/** Scrapped units came back first: the ledger has both entries. */
function movesInto(
  { code: sku }: Sku,
  { disposition, ...move }: Pick<Move, 'units' | 'to' | 'pointer'> & { readonly disposition: Disposition },
): readonly Move[] {
  const comes = { sku, ...move, from: undefined };
  return disposition === 'scrap' ? [comes, { sku, ...move, from: move.to, to: undefined }] : [comes];
}

/** Plans another disposition: of units that have the one before, from where they lie. */
export function planDisposition(
  draft: StockDraft,
  allocation: Allocation,
  of: ExpectedReturn,
  units: readonly DisposedUnits[],
): Planned {
  const moves: Move[] = [];
  let lines = of.lines;
  for (const [place, disposed] of units.entries()) {
    const sku = draft.knownSku(skuOf(allocation, disposed.id));
    const planned = planOne(draft, sku, { disposed, line: lines.find((each) => each.id === disposed.id), place });
    if (planned.type === 'refused') return planned;
    moves.push(...planned.moves);
    lines = changed(lines, disposed.id, () => planned.line);
  }
  const refusal = cannotTake(draft, moves) ?? cannotLeave(draft, moves);
  return refusal ? refused(refusal) : { type: 'planned', moves, lines };
}

interface OneDisposition {
  readonly disposed: DisposedUnits;
  readonly line: ReturnedLine | undefined;
  /** Its position in the request. */
  readonly place: number;
}

function planOne(
  draft: StockDraft,
  sku: Sku,
  { disposed, line, place }: OneDisposition,
): Refused | { readonly type: 'planned'; readonly moves: readonly Move[]; readonly line: ReturnedLine } {
  const { id, quantity, from, disposition, fromLocation, location: reference } = disposed;
  const pointer = `/lines/${place}`;
  const allowed = line ? unitsOf(line, from) : 0;
  if (!line || quantity > allowed)
    return refused(moreThanIsLeft([{ pointer: `${pointer}/quantity`, line_id: id, requested: quantity, allowed }], 'received'));
  const target = disposition === 'scrap' ? undefined : locationOf(draft, sku, { disposition, reference, pointer });
  if (target?.type === 'refused') return target;
  const to = target?.location;
  const sources = sourcesOf(draft, line, { from, units: quantity, reference: fromLocation, pointer });
  if ('type' in sources) return sources;
  const moved = sources.filter(({ location }) => location.id !== to?.id);
  const moves = moved.map(({ location, units }) => ({ sku: sku.code, units, from: location, to, pointer }));
  return { type: 'planned', moves, line: withUnits(without(line, from, sources), quantity, disposition, to?.id ?? '') };
}

/**
 * Makes the moves of a plan, one after the other: what one leaves the sale with is not free for the next.
 *
 * @param occurredAt the moment of the movements, where it is not that of their transaction.
 * @returns the result where units cannot leave the sale; what was taken back for them until then stays in the draft.
 */
export function moveReturned(
  draft: StockDraft,
  moves: readonly Move[],
  { reference, occurredAt }: { readonly reference: Reference; readonly occurredAt?: Date },
): Refused | Deferred | undefined {
  for (const move of moves) {
    const { sku, units, from, to } = move;
    const freed = from?.sellable ? leaveSale(draft, { ...move, from }) : undefined;
    if (freed && freed.type !== 'done') return freed;
    const reason = from ? (to ? 'transfer' : 'scrap') : 'return';
    const entry: EntryFacts = { reason, reference, ...(occurredAt && { occurredAt }) };
    if (from) draft.move(sku, { locationId: from.id, delta: -units, entry });
    if (to) draft.move(sku, { locationId: to.id, delta: units, entry });
  }
  return undefined;
}

/** Lets units leave the sale, or the warehouse that they are for sale in. */
function leaveSale(
  draft: StockDraft,
  { sku, units, from, to, pointer }: Move & { readonly from: Location },
): TotalResult | undefined {
  const leaving = { units, pointer: `${pointer}/quantity` };
  const warehouse = warehouseIdOf(from);
  if (!to?.sellable) return takeFromSale(draft, draft.knownSku(sku), { ...leaving, from });
  return warehouseIdOf(to) === warehouse ? undefined : leaveWarehouse(draft, sku, { ...leaving, warehouse });
}

/** Gives units that came to the sale to the orders that wait for them. */
export function fillReturned(draft: StockDraft, moves: readonly Move[]): void {
  const raised = moves.filter(({ sku, from, to }) =>
    from?.sellable ? draft.knownSku(sku).warehouses !== undefined : to?.sellable,
  );
  for (const sku of new Set(raised.map((move) => move.sku))) fillBackorders(draft, sku);
}

/** Lines of which more units are named, in all, than there are. */
export function moreThan(
  units: readonly { readonly id: string; readonly quantity: number }[],
  allowedOf: (id: string) => number,
) {
  const named = new Map<string, number>();
  return units.flatMap(({ id, quantity }, place) => {
    const requested = (named.get(id) ?? 0) + quantity;
    named.set(id, requested);
    const allowed = allowedOf(id);
    return requested > allowed ? [{ pointer: `/lines/${place}/quantity`, line_id: id, requested, allowed }] : [];
  });
}

const lineOf = ({ lines }: ExpectedReturn, id: string): ReturnedLine | undefined => lines.find((line) => line.id === id);

function skuOf({ lines }: Allocation, id: string): string {
  const line: AllocationLine | undefined = lines.find((each) => each.id === id);
  if (!line) throw new Error(`The order has no line ${id}`);
  return line.sku;
}

const unitsOf = ({ kept = [] }: ReturnedLine, disposition: Kept): number =>
  kept.reduce((sum, each) => (each.disposition === disposition ? sum + each.units : sum), 0);

function changed(
  lines: readonly ReturnedLine[],
  id: string,
  change: (line: ReturnedLine) => ReturnedLine,
): readonly ReturnedLine[] {
  return lines.map((line) => (line.id === id ? change(line) : line));
}

function withUnits(line: ReturnedLine, units: number, disposition: Disposition, location: string): ReturnedLine {
  if (disposition === 'scrap') return { ...line, scrap: (line.scrap ?? 0) + units };
  const { kept = [] } = line;
  const isSame = (each: KeptUnits): boolean => each.disposition === disposition && each.location === location;
  const before = kept.find(isSame);
  if (!before) return { ...line, kept: [...kept, { disposition, location, units }] };
  return { ...line, kept: kept.map((each) => (each === before ? { ...each, units: each.units + units } : each)) };
}

interface Source {
  readonly location: Location;
  readonly units: number;
}

/** The line without units of a disposition: those of the places that they are taken from first, which a transfer may have changed. */
function without(line: ReturnedLine, disposition: Kept, sources: readonly Source[]): ReturnedLine {
  let left = sources.reduce((sum, { units }) => sum + units, 0);
  const places = new Set(sources.map(({ location }) => location.id));
  const first = (line.kept ?? []).toSorted((a, b) => Number(places.has(b.location)) - Number(places.has(a.location)));
  const kept = first.flatMap((each) => {
    const taken = each.disposition === disposition ? Math.min(left, each.units) : 0;
    left -= taken;
    return each.units > taken ? [{ ...each, units: each.units - taken }] : [];
  });
  return { ...line, kept };
}

/** The places that units are taken from: the named one, or those where the return put them. */
function sourcesOf(
  draft: StockDraft,
  { kept = [] }: ReturnedLine,
  {
    from,
    units,
    reference,
    pointer,
  }: { readonly from: Kept; readonly units: number; readonly reference: LocationReference | undefined; readonly pointer: string },
): readonly Source[] | Refused {
  if (reference) {
    const location = locationAt(draft, reference);
    return location ? [{ location, units }] : refused(unknownLocation(`${pointer}/from_location`, locationText(reference)));
  }
  let left = units;
  return kept.flatMap((each) => {
    const taken = each.disposition === from ? Math.min(left, each.units) : 0;
    left -= taken;
    return taken > 0 ? [{ location: draft.knownLocation(each.location), units: taken }] : [];
  });
}

/** The location that units of a disposition come to: only restocked ones are for sale. */
function locationOf(
  draft: StockDraft,
  sku: Sku,
  {
    disposition,
    reference,
    pointer,
  }: { readonly disposition: Disposition; readonly reference: LocationReference | undefined; readonly pointer: string },
): { readonly type: 'found'; readonly location: Location } | Refused {
  const at = `${pointer}/location`;
  if (sku.archivedAt !== null) return refused(skuArchived([{ pointer, sku: sku.code }]));
  const location = reference ? locationAt(draft, reference) : defaultLocation(draft, sku, disposition);
  if (!location) return refused(reference ? unknownLocation(at, locationText(reference)) : noLocationFor(at, disposition));
  if (location.archivedAt !== null) return refused(locationArchived(at, location.path));
  if (location.sellable === (disposition === 'restock')) return { type: 'found', location };
  const message = location.sellable
    ? `What lies at ${location.path} is for sale: only restocked units come there.`
    : `What lies at ${location.path} is not for sale: restocked units come to another location.`;
  return refused(invalidField(at, message));
}

function defaultLocation(draft: StockDraft, { homeId }: Sku, disposition: Disposition): Location | undefined {
  if (disposition === 'restock') return draft.knownLocation(homeId);
  return draft.locationFor(disposition === 'quarantine' ? 'quarantine' : 'returns');
}

function locationAt(draft: StockDraft, reference: LocationReference): Location | undefined {
  return reference.type === 'id' ? draft.location(reference.id) : draft.locationAt(pathOf(reference.codes));
}

/** The refusal of units that the SKU, or one more location of it, cannot take. */
function cannotTake(draft: StockDraft, moves: readonly Move[]): Refusal | undefined {
  for (const [code, ofSku] of Map.groupBy(moves, ({ sku }) => sku)) {
    const sku = draft.knownSku(code);
    const [first] = ofSku;
    const come = ofSku.reduce((sum, { from, units }) => (from ? sum : sum + units), 0);
    if (first && sku.onHand + come > MAX_UNITS) return tooManyUnits(`${first.pointer}/quantity`, sku);
    const places = new Set([...sku.stock.map(({ locationId }) => locationId), ...ofSku.flatMap(({ to }) => (to ? [to.id] : []))]);
    if (first && places.size > MAX_LOCATIONS) return tooManyLocations(`${first.pointer}/location`, code);
  }
  return undefined;
}

/** The refusal of units that do not lie where they are taken from, or that packed orders hold. */
function cannotLeave(draft: StockDraft, moves: readonly Move[]): Refusal | undefined {
  const asked = new Map<string, number>();
  const short: ShortItem[] = [];
  for (const { sku: code, units, from, to, pointer } of moves) {
    if (!from) continue;
    const sku = draft.knownSku(code);
    const key = `${code} ${from.id}`;
    const leaves = from.sellable && !to?.sellable;
    const [requested, unsold] = [(asked.get(key) ?? 0) + units, (asked.get(code) ?? 0) + (leaves ? units : 0)];
    asked.set(key, requested);
    asked.set(code, unsold);
    const spare = leaves ? sellableOf(sku) - sku.firm - (unsold - requested) : MAX_UNITS;
    const available = Math.max(0, Math.min(balanceAt(sku, from.id), spare));
    if (requested > available)
      short.push({ pointer: `${pointer}/quantity`, sku: code, requested, available, location: from.path });
  }
  const [first, ...rest] = short;
  return first && insufficientStock([first, ...rest], fewerLieAtPlaces);
}

/** Units of a SKU that a receipt or disposition may bring to the sale, or take from it. */
export function forecastOf(
  units: readonly (ReceivedUnits | DisposedUnits)[],
  isOf: (id: string) => boolean,
  sku: Sku,
): { readonly least: number; readonly most: number } {
  const ofSku = units.filter(({ id }) => isOf(id));
  const sum = (some: typeof ofSku): number => some.reduce((all, { quantity }) => all + quantity, 0);
  const taken = sum(ofSku.filter((each) => 'from' in each && each.disposition !== 'restock'));
  return {
    least: -Math.min(taken, sellableOf(sku)),
    most: sum(ofSku.filter(({ disposition }) => disposition === 'restock')),
  };
}
