import {
  type Allocation,
  type AllocationLine,
  hasPortions,
  portionOf,
  sourcesOf,
  wholeOf,
  inFinalState,
  withLineSources,
  withPortion,
} from '../../../model/allocation.ts';
import type { Reference } from '../../../model/ledger.ts';
import { type Location, type LocationReference, locationText, shownPath, warehouseIdOf } from '../../../model/location.ts';
import {
  fewerLieAtPlaces,
  insufficientStock,
  invalidField,
  isNotPacked,
  type Refusal,
  type ShortItem,
  unknownLocation,
} from '../../../model/refusal.ts';
import { balanceAt, spareIn } from '../../../model/sku.ts';
import { codeOf, type Source, unitsIn, withoutSources, withSources } from '../../../model/sourcing.ts';
import { type Taking, takingsOfSale } from '../takings.ts';
import type { CommandSpec } from '../command.ts';
import { activeLocation } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';
import { answer, causeOf, changeCounters, type OrderStep, refuseTransition, stepFrom } from './order-step.ts';

/** Takes firm units out of stock, from sellable locations: all that the order has, or those of one fulfilment. */
export interface ShipOrder extends OrderStep<'ship'> {
  readonly fulfilment?: string | undefined;
  /** The places that units of some lines come from; together they are what ships of the line. */
  readonly from?: readonly PickedUnits[] | undefined;
}

export interface PickedUnits {
  readonly lineId: string;
  readonly location: LocationReference;
  readonly quantity: number;
}

/** Units of one line that leave together; those of an order without portions have no fulfilment. */
interface Leaving {
  readonly fulfilment?: string;
  readonly units: number;
  /** The warehouses that they leave from; absent for any. */
  readonly sources?: readonly Source[];
}

export const ship: CommandSpec<ShipOrder> = {
  ...stepFrom<ShipOrder>(['open', 'confirmed'], 'shipment', (draft, allocation, command) => {
    const leaving = new Map(allocation.lines.map((line) => [line.id, leavingOf(allocation, line, command)]));
    if (leaving.values().every(({ length }) => length === 0)) {
      const isWhole = command.fulfilment === undefined && !hasPortions(allocation);
      return isWhole ? refuseTransition(draft, allocation, command) : answer(draft, allocation, command, isNotPacked());
    }
    const places = placesOf(draft, allocation, { from: command.from ?? [], leaving });
    if (places.type === 'refused') return answer(draft, allocation, command, places.refusal);
    // Units of named places go first: what is left for the other lines lies anywhere.
    for (const named of [true, false])
      for (const line of allocation.lines)
        if (places.takings.has(line.id) === named)
          takeLine(draft, line, { command, leaving, takings: places.takings.get(line.id) });
    const lines = allocation.lines.map((line) => leave(line, leaving.get(line.id) ?? []));
    return answer(draft, inFinalState({ ...allocation, lines }), command);
  }),
  reads: ({ orderId, from = [] }, allocations) => ({
    skus: allocations.get(orderId)?.lines.map(({ sku }) => sku) ?? [],
    orderId,
    ...(from.length > 0 ? { locations: from.map(({ location }) => location) } : {}),
  }),
  cause: (command) => ({
    ...causeOf('shipment', command),
    ...(command.fulfilment === undefined ? {} : { reference: referenceOf(command.fulfilment, command) }),
  }),
};

const referenceOf = (id: string, { orderId }: OrderStep): Reference & { readonly type: 'fulfilment' } => ({
  type: 'fulfilment',
  id,
  order_id: orderId,
});

/** Units that leave of a line: none of a fulfilment that is not packed. */
function leavingOf({ state }: Allocation, line: AllocationLine, { fulfilment }: ShipOrder): readonly Leaving[] {
  if (state === 'confirmed') return fulfilment === undefined && line.allocated > 0 ? [wholeOf(line)] : [];
  const { portions = [] } = line;
  return portions.flatMap(({ fulfilment: id, units, firm, sources }) =>
    firm && (fulfilment === undefined || id === fulfilment) ? [{ fulfilment: id, units, ...(sources && { sources }) }] : [],
  );
}

const unitsOf = (leaving: readonly Leaving[]): number => leaving.reduce((sum, { units }) => sum + units, 0);

type LeavingByLine = ReadonlyMap<string, readonly Leaving[]>;

interface Picking {
  readonly from: readonly PickedUnits[];
  readonly leaving: LeavingByLine;
}

type Places =
  | { readonly type: 'found'; readonly takings: ReadonlyMap<string, readonly Taking[]> }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/**
 * The places that are named, by line. Refused where one is not there, is in another warehouse than the units are held in, or has fewer units
 * that may be sold.
 */
function placesOf(draft: StockDraft, { lines }: Allocation, { from, leaving }: Picking): Places {
  const unequal = unequalSum(from, leaving) ?? elsewhere(draft, from, leaving);
  if (unequal) return { type: 'refused', refusal: unequal };
  const skuOf = new Map(lines.map(({ id, sku }) => [id, sku]));
  const takings = new Map<string, Taking[]>();
  const left = new LeftAtPlaces(draft);
  const short: ShortItem[] = [];
  for (const [place, { lineId, location: reference, quantity: requested }] of from.entries()) {
    const location = activeLocation(draft, reference);
    if (!location) return { type: 'refused', refusal: unknownLocation(`/from/${place}/location`, locationText(reference)) };
    const sku = skuOf.get(lineId) ?? '';
    const isBound = leaving.get(lineId)?.some(({ sources }) => sources) ?? false;
    const available = left.take(sku, location, { units: requested, isBound });
    const shown = shownPath(location.path);
    if (available < requested)
      short.push({ pointer: `/from/${place}/quantity`, sku, requested, available, line_id: lineId, location: shown });
    takings.set(lineId, [...(takings.get(lineId) ?? []), { locationId: location.id, units: requested }]);
  }
  const [first, ...rest] = short;
  return first ? { type: 'refused', refusal: insufficientStock([first, ...rest], fewerLieAtPlaces) } : { type: 'found', takings };
}

/** A line of which other units are named than ship of it, or that the order has not. */
function unequalSum(from: readonly PickedUnits[], leaving: LeavingByLine): Refusal | undefined {
  const sums = new Map<string, number>();
  for (const { lineId, quantity } of from) sums.set(lineId, (sums.get(lineId) ?? 0) + quantity);
  const [unequal] = [...sums].filter(([lineId, sum]) => unitsOf(leaving.get(lineId) ?? []) !== sum);
  if (!unequal) return undefined;
  const [lineId, sum] = unequal;
  return invalidField(
    '/from',
    `The places name ${sum} units of ${lineId}, and ${unitsOf(leaving.get(lineId) ?? [])} ship of it.`,
  );
}

/** Units that are left at places, and in their warehouses, while named places give theirs. */
class LeftAtPlaces {
  readonly #draft: StockDraft;
  readonly #left = new Map<string, number>();

  constructor(draft: StockDraft) {
    this.#draft = draft;
  }

  /**
   * Takes units of a SKU from a location as far as they may leave.
   *
   * @param isBound false of units that are held in no warehouse: those that others hold in this one stay.
   * @returns the units that were there.
   */
  take(code: string, location: Location, { units, isBound }: { readonly units: number; readonly isBound: boolean }): number {
    const sku = this.#draft.knownSku(code);
    const inWarehouse = isBound ? undefined : sku.warehouses?.find(({ id }) => id === warehouseIdOf(location));
    const there = [
      { key: `${location.id} ${code}`, most: location.sellable ? balanceAt(sku, location.id) : 0 },
      ...(inWarehouse ? [{ key: `spare in ${inWarehouse.id} ${code}`, most: spareIn(inWarehouse) }] : []),
    ].map(({ key, most }) => ({ key, left: this.#left.get(key) ?? most }));
    for (const { key, left } of there) this.#left.set(key, Math.max(0, left - units));
    return Math.min(...there.map(({ left }) => left));
  }
}

/** A line of which places in other warehouses are named than those that its units are held in. */
function elsewhere(draft: StockDraft, from: readonly PickedUnits[], leaving: LeavingByLine): Refusal | undefined {
  for (const [lineId, ofLine] of Map.groupBy(from, (picked) => picked.lineId)) {
    const held = sourcesOf(leaving.get(lineId) ?? []);
    if (held.length === 0) continue;
    const named = ofLine.flatMap(({ location, quantity: units }) => {
      const place = activeLocation(draft, location);
      return place ? [{ warehouse: warehouseIdOf(place), units }] : [];
    });
    // One that is not there is told by itself.
    if (named.length < ofLine.length) continue;
    const sums = withSources([], named) ?? [];
    const other = sums.find(({ warehouse, units }) => units !== unitsIn(held, warehouse));
    if (other)
      return invalidField('/from', `The units of ${lineId} are held in ${heldText(draft, held)}; the places are to name these.`);
  }
  return undefined;
}

function heldText(draft: StockDraft, held: readonly Source[]): string {
  return held.map(({ warehouse, units }) => `${codeOf(draft.sources(), warehouse)} (${units})`).join(', ');
}

interface Taken {
  readonly command: ShipOrder;
  readonly leaving: LeavingByLine;
  /** Undefined where no place is named. */
  readonly takings: readonly Taking[] | undefined;
}

/** Takes the units of a line out of stock: each fulfilment has entries of its own. */
function takeLine(draft: StockDraft, { id, sku: code }: AllocationLine, { command, leaving, takings }: Taken): void {
  const ofLine = leaving.get(id) ?? [];
  let named = takings;
  for (const { fulfilment, units: all, sources } of ofLine) {
    const isOwn = fulfilment === undefined || fulfilment === command.fulfilment;
    const entry = isOwn ? undefined : ({ reason: 'shipment', reference: referenceOf(fulfilment, command) } as const);
    for (const { warehouse, units } of sources ?? [{ warehouse: undefined, units: all }]) {
      const split = named && splitTakings(draft, named, units, warehouse);
      named = split?.rest;
      for (const taking of split?.taken ?? takingsOfSale(draft, draft.knownSku(code), units, warehouse))
        draft.move(code, { locationId: taking.locationId, delta: -taking.units, entry });
    }
  }
  const units = unitsOf(ofLine);
  changeCounters(draft, code, { allocated: -units, firm: -units });
}

/** Parts named places into so many units, of a warehouse where one is given, and the rest. @throws Error if there are fewer. */
function splitTakings(draft: StockDraft, named: readonly Taking[], units: number, warehouse: string | undefined) {
  let missing = units;
  const taken: Taking[] = [];
  const rest = named.flatMap((taking): Taking[] => {
    const isMeant = warehouse === undefined || warehouseIdOf(draft.knownLocation(taking.locationId)) === warehouse;
    const some = isMeant ? Math.min(missing, taking.units) : 0;
    missing -= some;
    if (some > 0) taken.push({ ...taking, units: some });
    return some < taking.units ? [{ ...taking, units: taking.units - some }] : [];
  });
  if (missing > 0) throw new Error(`The named places lack ${missing} of ${units} units`);
  return { taken, rest };
}

function leave(line: AllocationLine, leaving: readonly Leaving[]): AllocationLine {
  const units = unitsOf(leaving);
  const rest = leaving.reduce((left, { fulfilment }) => {
    return fulfilment !== undefined && portionOf(left, fulfilment) ? withPortion(left, fulfilment, undefined) : left;
  }, line);
  const sources = leaving.reduce((left, each) => withoutSources(left, each.sources), line.sources);
  return withLineSources({ ...rest, allocated: line.allocated - units, shipped: line.shipped + units }, sources);
}
