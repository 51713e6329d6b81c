import { DETAIL_NAMES } from '@fulfilment/contracts';
import { type KnownFields, unknownFieldsOf, withUnknownFields } from '@fulfilment/kernel';
import type { Document } from 'mongodb';
import { searchPrefixes } from '../model/search-prefixes.ts';
import type { LastCount, ShownSku, Sku, SkuDetails, StockEntry } from '../model/sku.ts';

/** Fields that no answer shows: those of filters are half of a document or more, the others a third of what is left to decode. */
export const NOT_SHOWN = {
  prefixes: 0,
  within: 0,
  stocked_within: 0,
  widespread: 0,
  tenant: 0,
  low_stock: 0,
  firm: 0,
  waiting: 0,
  filling: 0,
  revision: 0,
  locks: 0,
  counts: 0,
} as const satisfies { readonly [Name in keyof SkuDocument]?: 0 };

export interface SkuDocument {
  /** `<tenant>/<sku>` */
  readonly _id: string;
  readonly tenant: string;
  readonly sku: string;
  readonly name: string;
  readonly on_hand: number;
  readonly allocated: number;
  readonly firm: number;
  readonly waiting: number;
  readonly filling: boolean;
  readonly reorder_point: number;
  readonly low_stock: boolean;
  /** Details are there where the SKU has them. */
  readonly barcodes?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly weight_g?: number;
  readonly unit_cost?: string;
  readonly currency?: string;
  readonly hs_code?: string;
  readonly country_of_origin?: string;
  readonly location_id: string;
  readonly stock: readonly StockEntryDocument[];
  readonly status: 'active' | 'archived';
  readonly version: number;
  /** Rises with every write, also with those that clients do not see. */
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
  /** Not there where it was never counted, and in documents of earlier releases. */
  readonly counts?: readonly CountDocument[];
  /** Raised to lock the document; its value says nothing. */
  readonly locks?: number;
  /** The locations that it is at home or lies at, and those that these stand in. */
  readonly within: readonly string[];
  /** The locations that it lies at, and those that these stand in. */
  readonly stocked_within: readonly string[];
  /** There where `within` has more than 64 locations, but for documents of earlier releases. */
  readonly widespread?: true | null;
  /** Everything that a search can begin with to find it. */
  readonly prefixes: readonly string[];
}

interface StockEntryDocument {
  readonly location_id: string;
  readonly on_hand: number;
}

interface CountDocument {
  readonly location_id: string | null;
  readonly at: Date;
  readonly scan_id?: string;
}

export const skuKey = (tenant: string, code: string): string => `${tenant}/${code}`;

/** The most locations that a change of a SKU moves index entries of. */
const MAX_LOCAL = 64;

/** @param lineageOf gives the ids from the warehouse down to a location. */
export function toSkuDocument(
  tenant: string,
  sku: Sku,
  revision: number,
  lineageOf: (locationId: string) => readonly string[],
): SkuDocument {
  const stockedWithin = new Set(sku.stock.flatMap(({ locationId }) => lineageOf(locationId)));
  const within = [...stockedWithin.union(new Set(lineageOf(sku.homeId)))];
  return {
    ...unknownFieldsOf(sku),
    _id: skuKey(tenant, sku.code),
    tenant,
    sku: sku.code,
    name: sku.name,
    on_hand: sku.onHand,
    allocated: sku.allocated,
    firm: sku.firm,
    waiting: sku.waiting,
    filling: sku.filling,
    reorder_point: sku.reorderPoint,
    low_stock: sku.onHand < sku.reorderPoint,
    ...toStoredDetails(sku.details),
    location_id: sku.homeId,
    stock: sku.stock.map(toStockEntryDocument),
    status: sku.archivedAt === null ? 'active' : 'archived',
    version: sku.version,
    revision,
    created_at: sku.createdAt,
    updated_at: sku.updatedAt,
    archived_at: sku.archivedAt,
    ...(sku.counts.length === 0 ? {} : { counts: sku.counts.map(toCountDocument) }),
    within,
    stocked_within: [...stockedWithin],
    ...(within.length > MAX_LOCAL ? { widespread: true } : {}),
    prefixes: searchPrefixes([sku.code], [sku.name]),
  };
}

/** Fields that a SKU has or has not. */
const OPTIONAL = [...DETAIL_NAMES, 'counts', 'locks', 'widespread'] as const satisfies readonly (keyof SkuDocument)[];

/**
 * The update that makes a stored SKU this one. A replacement has MongoDB make the keys of every index again; an update that changes no
 * field of an index, such as that of a confirmed order, costs a third of it.
 */
export function toSkuUpdate({ _id, ...fields }: SkuDocument): Document {
  const absent = OPTIONAL.filter((name) => fields[name] === undefined);
  return { $set: fields, $unset: Object.fromEntries(absent.map((name) => [name, ''])) };
}

type StoredDetails = Pick<SkuDocument, (typeof DETAIL_NAMES)[number]>;

function toStoredDetails(details: SkuDetails): StoredDetails {
  const { barcodes, metadata, weightG, unitCost, currency, hsCode, countryOfOrigin } = details;
  return {
    ...(barcodes.length > 0 && { barcodes }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(weightG !== null && { weight_g: weightG }),
    ...(unitCost !== null && { unit_cost: unitCost }),
    ...(currency !== null && { currency }),
    ...(hsCode !== null && { hs_code: hsCode }),
    ...(countryOfOrigin !== null && { country_of_origin: countryOfOrigin }),
  };
}

function toDetails(stored: StoredDetails): SkuDetails {
  return {
    barcodes: stored.barcodes ?? [],
    metadata: stored.metadata ?? {},
    weightG: stored.weight_g ?? null,
    unitCost: stored.unit_cost ?? null,
    currency: stored.currency ?? null,
    hsCode: stored.hs_code ?? null,
    countryOfOrigin: stored.country_of_origin ?? null,
  };
}

const SKU_FIELDS: KnownFields<SkuDocument> = {
  _id: true,
  tenant: true,
  sku: true,
  name: true,
  on_hand: true,
  allocated: true,
  firm: true,
  waiting: true,
  filling: true,
  reorder_point: true,
  low_stock: true,
  barcodes: true,
  metadata: true,
  weight_g: true,
  unit_cost: true,
  currency: true,
  hs_code: true,
  country_of_origin: true,
  location_id: true,
  stock: true,
  status: true,
  version: true,
  revision: true,
  created_at: true,
  updated_at: true,
  archived_at: true,
  counts: true,
  locks: true,
  within: true,
  stocked_within: true,
  widespread: true,
  prefixes: true,
};
const STOCK_ENTRY_FIELDS: KnownFields<StockEntryDocument> = { location_id: true, on_hand: true };
const COUNT_FIELDS: KnownFields<CountDocument> = { location_id: true, at: true, scan_id: true };

/**
 * Reads a SKU. What documents of earlier releases lack has its default here.
 *
 * @throws Error where a quantity is no whole number: nothing could be decided on it, and a decision would store it again.
 */
export function toSku(document: SkuDocument): Sku {
  const { tenant, firm, waiting } = document;
  if (!Number.isSafeInteger(firm + waiting)) throw new Error(`The document of ${tenant}/${document.sku} ${LACKING}`);
  const sku: Sku = {
    ...factsOf(document),
    firm,
    waiting,
    filling: document.filling ?? false,
    stock: document.stock.map(toStockEntry),
    counts: (document.counts ?? []).map(toCount),
  };
  return withUnknownFields(sku, document, SKU_FIELDS);
}

type ShownDocument = Omit<SkuDocument, '_id' | keyof typeof NOT_SHOWN>;

/** Reads what answers show of a SKU; it cannot be stored again. @throws Error where a quantity is no whole number. */
export function toShownSku(document: ShownDocument): ShownSku {
  const stock = document.stock.map(({ location_id: locationId, on_hand: onHand }) => ({ locationId, onHand }));
  return { ...factsOf(document), stock };
}

const LACKING = 'lacks a quantity or its version';

function factsOf(document: ShownDocument): Omit<ShownSku, 'stock'> {
  const { on_hand: onHand, allocated, version } = document;
  if (!Number.isSafeInteger(onHand + allocated + version)) throw new Error(`The document of SKU ${document.sku} ${LACKING}`);
  return {
    code: document.sku,
    name: document.name,
    onHand,
    allocated,
    reorderPoint: document.reorder_point ?? 0,
    details: toDetails(document),
    homeId: document.location_id,
    version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    archivedAt: document.archived_at ?? null,
  };
}

function toStockEntry(document: StockEntryDocument): StockEntry {
  const { location_id: locationId, on_hand: onHand } = document;
  return withUnknownFields({ locationId, onHand }, document, STOCK_ENTRY_FIELDS);
}

function toStockEntryDocument(entry: StockEntry): StockEntryDocument {
  return { ...unknownFieldsOf(entry), location_id: entry.locationId, on_hand: entry.onHand };
}

function toCount(document: CountDocument): LastCount {
  const { location_id: locationId, at, scan_id: scanId } = document;
  return withUnknownFields({ locationId, at, ...(scanId === undefined ? {} : { scanId }) }, document, COUNT_FIELDS);
}

function toCountDocument(count: LastCount): CountDocument {
  const { locationId, at, scanId } = count;
  return { ...unknownFieldsOf(count), location_id: locationId, at, ...(scanId === undefined ? {} : { scan_id: scanId }) };
}

/** SKUs with one of the barcodes: the index has only those that have any. */
export const barcodesCondition = (tenant: string, barcodes: readonly string[]) => ({
  tenant,
  barcodes: { $exists: true, $in: [...barcodes] },
});
