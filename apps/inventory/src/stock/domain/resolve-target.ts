import { meetsCondition, type VersionCondition } from '@fulfilment/kernel';
import {
  DEFAULT_WAREHOUSE,
  type Location,
  LOCATION_TYPES,
  type LocationCodes,
  type LocationReference,
  type LocationsById,
  locationText,
  pathBelow,
  pathOf,
} from '../../model/location.ts';
import { locationArchived, noWarehouse, type Refusal, skuNotFound, unknownLocation, unknownSku } from '../../model/refusal.ts';
import { locationsNamedBy, type Sku } from '../../model/sku.ts';
import { type CommandResult, type Refused, refused } from './command.ts';
import type { StockDraft } from './stock-draft.ts';

export type FoundLocation = { readonly type: 'found'; readonly location: Location } | Refused;

interface UnknownLocation extends Refused {
  readonly refusal: Refusal & { readonly code: 'unknown_location' };
}

/** True where the request names a location that does not exist: this is refused before anything about the records. */
export function isUnknown(found: FoundLocation): found is UnknownLocation {
  return found.type === 'refused' && found.refusal.code === 'unknown_location';
}

export interface LocationSearch {
  /** Of the reference in the request. */
  readonly pointer: string;
  readonly at: Date;
}

/**
 * Finds the location that takes stock under a reference: the default warehouse for none. Locations that are missing below an
 * existing warehouse are made.
 */
export function findLocation(draft: StockDraft, reference: LocationReference | null, search: LocationSearch): FoundLocation {
  if (reference?.type !== 'id') return walk(draft, reference?.codes ?? [DEFAULT_WAREHOUSE], search);
  const location = draft.location(reference.id);
  return location ? takingStock(location, search) : refused(unknownLocation(search.pointer, reference.id));
}

function walk(draft: StockDraft, [warehouse, ...below]: LocationCodes, search: LocationSearch): FoundLocation {
  const root = draft.locationAt(warehouse);
  if (!root) return refused(unknownLocation(search.pointer, warehouse));
  let found = takingStock(root, search);
  for (const code of below) {
    if (found.type === 'refused') return found;
    found = takingStock(childOf(draft, found.location, code, search.at), search);
  }
  return found;
}

function takingStock(location: Location, { pointer }: LocationSearch): FoundLocation {
  return location.archivedAt === null ? { type: 'found', location } : refused(locationArchived(pointer, location.path));
}

function childOf(draft: StockDraft, parent: Location, code: string, at: Date): Location {
  const path = pathBelow(parent.path, code);
  const known = draft.locationAt(path);
  if (known) return known;
  const type = LOCATION_TYPES[LOCATION_TYPES.indexOf(parent.type) + 1];
  if (!type) throw new Error(`Nothing stands in ${parent.path}`);
  return draft.addLocation({ type, code, path, createdAt: at, updatedAt: at }, parent);
}

/** The location under a reference, archived or not; undefined of one that is not there. */
export const namedLocation = (draft: StockDraft, reference: LocationReference): Location | undefined =>
  reference.type === 'id' ? draft.location(reference.id) : draft.locationAt(pathOf(reference.codes));

/** The location under a reference; undefined of one that is not there, and of one that is archived. */
export function activeLocation(draft: StockDraft, reference: LocationReference): Location | undefined {
  const found = namedLocation(draft, reference);
  return found?.archivedAt === null ? found : undefined;
}

/** The active warehouse under a reference; refused where it is not there, and where it is another location. */
export function activeWarehouse(draft: StockDraft, reference: LocationReference, pointer: string): FoundLocation {
  const location = activeLocation(draft, reference);
  if (location?.type === 'warehouse') return { type: 'found', location };
  return refused(noWarehouse(pointer, locationText(reference), location));
}

interface SkuLines<Line> {
  /** The pointer to the lines. */
  readonly list?: string;
  /** True of a line that needs no active SKU. */
  readonly passes?: (line: Line) => boolean;
}

/** The refusal of lines that name SKUs which are unknown or archived. */
export function unknownSkus<Line extends { readonly sku: string }>(
  draft: StockDraft,
  lines: readonly Line[],
  { list = 'lines', passes = () => false }: SkuLines<Line> = {},
): Refusal | undefined {
  const unknown = lines.flatMap((line, place) =>
    draft.sku(line.sku)?.archivedAt === null || passes(line) ? [] : [{ pointer: `/${list}/${place}/sku`, sku: line.sku }],
  );
  return unknown.length > 0 ? unknownSku(unknown) : undefined;
}

/** The locations that a record of a SKU names. */
export const shownLocations = (draft: StockDraft, sku: Sku): LocationsById =>
  new Map(locationsNamedBy(sku).map((id) => [id, draft.knownLocation(id)]));

/** The SKU of a command, and the state its caller expects; absent members are not compared. */
export interface Target {
  readonly sku: string;
  readonly ifMatch?: VersionCondition | undefined;
  readonly expectedOnHand?: number | undefined;
}

export type ResolvedTarget =
  | { readonly type: 'resolved'; readonly sku: Sku }
  | { readonly type: 'missed'; readonly result: CommandResult };

/**
 * Finds the SKU that a command is about. Refusals go in this order: a location that does not exist (422), a SKU that does not (404), one
 * that has changed (412); what its state does not allow (409) comes after these.
 */
export function resolveTarget(draft: StockDraft, target: Target, found: FoundLocation | undefined): ResolvedTarget {
  if (found && isUnknown(found)) return { type: 'missed', result: found };
  const sku = draft.sku(target.sku);
  if (!sku) return { type: 'missed', result: refused(skuNotFound()) };
  const { ifMatch, expectedOnHand } = target;
  const isAsExpected = meetsCondition(ifMatch, sku.version) && (expectedOnHand === undefined || expectedOnHand === sku.onHand);
  return isAsExpected ? { type: 'resolved', sku } : { type: 'missed', result: { type: 'outdated', sku } };
}
