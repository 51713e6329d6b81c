import {
  absentIfEmpty,
  absentIfNull,
  codecOf,
  converted,
  derived,
  type DocumentOf,
  given,
  nested,
  since,
  unwritten,
  updateOf,
  whole,
} from '@fulfilment/mongo';
import { barcodeBeginnings, barcodeForms } from '@fulfilment/kernel';
import type { Document } from 'mongodb';
import { searchPrefixes } from '../model/search-prefixes.ts';
import {
  type LastCount,
  lowIn,
  settingsIn,
  type ShownSku,
  type Sku,
  type StockEntry,
  type WarehouseStock,
} from '../model/sku.ts';

/** A quantity that is not stored where it is 0. */
function absentIfNone<Name extends 'unavailable' | 'reserved' | 'reservations' | 'safetyStock'>(name: Name) {
  return converted(
    name,
    (units: number): number | undefined => (units > 0 ? units : undefined),
    (stored) => stored ?? 0,
  );
}

const STOCK_ENTRY = codecOf<StockEntry>()({ location_id: 'locationId', on_hand: 'onHand' });

const WAREHOUSE = codecOf<WarehouseStock>()({
  warehouse_id: 'id',
  on_hand: whole('onHand'),
  unavailable: whole('unavailable'),
  allocated: whole('allocated'),
  firm: whole('firm'),
  /** Not there where it is 0, as in documents of earlier releases. */
  reserved: absentIfNone('reserved'),
  /** This and the next are not there where they were not set, as in documents of earlier releases. */
  safety_stock: 'safetyStock',
  reorder_point: 'reorderPoint',
});
type WarehouseDocument = DocumentOf<typeof WAREHOUSE>;

const COUNT = codecOf<LastCount>()({ location_id: 'locationId', at: 'at', scan_id: 'scanId' });
type CountDocument = DocumentOf<typeof COUNT>;

const SKU_FIELDS = {
  /** `<tenant>/<sku>` */
  _id: given<string>(),
  tenant: given<string>(),
  sku: 'code',
  name: 'name',
  on_hand: whole('onHand'),
  /** Not there where all of it is sellable, as in documents of earlier releases. */
  unavailable: absentIfNone('unavailable'),
  allocated: whole('allocated'),
  /** This and the next two are not there where they are 0, as in documents of earlier releases. */
  reserved: absentIfNone('reserved'),
  reservations: absentIfNone('reservations'),
  safety_stock: absentIfNone('safetyStock'),
  firm: whole('firm'),
  waiting: whole('waiting'),
  filling: since('filling', false),
  ranked: 'ranked',
  reorder_point: since('reorderPoint', 0),
  /** Not there until an order held units in a warehouse or one had settings, and in documents of earlier releases. */
  warehouses: converted(
    'warehouses',
    (warehouses: readonly WarehouseStock[] | undefined): readonly WarehouseDocument[] | undefined =>
      warehouses?.map((each) => WAREHOUSE.toDocument(each)),
    (stored) => stored?.map(WAREHOUSE.fromDocument),
  ),
  low_stock: derived(({ onHand, reorderPoint }: ShownSku) => onHand < reorderPoint),
  /** The warehouses in which it is below the reorder point that it has there; not there for none. */
  low_in: derived((sku: ShownSku): readonly string[] | undefined => {
    const low = lowIn(sku);
    return low.length > 0 ? low : undefined;
  }),
  /** Details are there where the SKU has them. */
  barcodes: absentIfEmpty('details.barcodes', []),
  /** Empty where its barcodes are plain codes; not there where it never had any, and in documents of releases before 0.1.0. */
  gtins: 'details.gtins',
  metadata: absentIfEmpty('details.metadata', {}),
  weight_g: absentIfNull('details.weightG'),
  unit_cost: absentIfNull('details.unitCost'),
  currency: absentIfNull('details.currency'),
  hs_code: absentIfNull('details.hsCode'),
  country_of_origin: absentIfNull('details.countryOfOrigin'),
  location_id: 'homeId',
  stock: nested('stock', STOCK_ENTRY),
  status: derived(({ archivedAt }: ShownSku) => (archivedAt === null ? 'active' : 'archived')),
  version: whole('version'),
  /** Rises with every write, also with those that clients do not see. */
  revision: given<number>(),
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  archived_at: since('archivedAt', null),
  /** Not there in documents of releases before 0.1.0; of an earlier version where one of these wrote last. */
  last_change: 'lastChange',
  /** Not there where it was never counted, and in documents of earlier releases. */
  counts: converted(
    'counts',
    (counts: readonly LastCount[]): readonly CountDocument[] | undefined =>
      counts.length > 0 ? counts.map((each) => COUNT.toDocument(each)) : undefined,
    (stored) => (stored ?? []).map(COUNT.fromDocument),
  ),
  /** Raised to lock the document; its value says nothing. */
  locks: unwritten<number>(),
  /** The locations that it is at home or lies at, those that these stand in, and warehouses for which it has settings. */
  within: given<readonly string[]>(),
  /** The locations that it lies at, and those that these stand in. */
  stocked_within: given<readonly string[]>(),
  /** There where `within` has more than 64 locations, but for documents of earlier releases. */
  widespread: given<true | null | undefined>(),
  /** Everything that a search can begin with to find it. */
  prefixes: given<readonly string[] | undefined>(),
} as const;

const SKU = codecOf<Sku>()(SKU_FIELDS);
export type SkuDocument = DocumentOf<typeof SKU>;

/** Fields that no answer shows: those of filters are half of a document or more, the others a third of what is left to decode. */
export const NOT_SHOWN = {
  prefixes: 0,
  within: 0,
  stocked_within: 0,
  widespread: 0,
  tenant: 0,
  low_stock: 0,
  low_in: 0,
  firm: 0,
  waiting: 0,
  filling: 0,
  ranked: 0,
  reservations: 0,
  revision: 0,
  locks: 0,
  counts: 0,
  last_change: 0,
} as const satisfies { readonly [Name in keyof SkuDocument]?: 0 };

export const skuKey = (tenant: string, code: string): string => `${tenant}/${code}`;

/** The most locations that a change of a SKU moves index entries of. */
const MAX_LOCAL = 64;

type LineageOf = (locationId: string) => readonly string[];

/** The document of a SKU as a change reads it. */
export type SkuToChange = Omit<SkuDocument, 'prefixes'>;

/**
 * @param lineageOf gives the ids from the warehouse down to a location.
 * @param before as it is stored, where it is: the document lacks `prefixes` then, some sixty texts, where they stay as they are.
 */
export function toSkuDocument(
  tenant: string,
  sku: Sku,
  {
    revision,
    lineageOf,
    before,
  }: { readonly revision: number; readonly lineageOf: LineageOf; readonly before?: SkuToChange | undefined },
): SkuDocument {
  const stockedWithin = new Set(sku.stock.flatMap(({ locationId }) => lineageOf(locationId)));
  const within = [...stockedWithin.union(new Set([...lineageOf(sku.homeId), ...settingsIn(sku)]))];
  return SKU.toDocument(sku, {
    _id: skuKey(tenant, sku.code),
    tenant,
    revision,
    within,
    stocked_within: [...stockedWithin],
    widespread: within.length > MAX_LOCAL ? true : undefined,
    prefixes: before?.name === sku.name ? undefined : searchPrefixes([sku.code], [sku.name]),
  });
}

/**
 * The update that makes a stored SKU this one, of the fields that differ: a change of quantities is a tenth of a document with its search.
 *
 * @param before as it is stored.
 */
export const toSkuUpdate = (document: SkuDocument, before: Partial<SkuDocument>): Document =>
  updateOf(SKU.knownFields, document, before);

/**
 * Reads a SKU. What documents of earlier releases lack has its default here.
 *
 * @throws Error where a quantity is no whole number: nothing could be decided on it, and a decision would store it again.
 */
export const toSku: (document: SkuToChange) => Sku = SKU.fromDocument;

/** Reads what answers show of a SKU; it cannot be stored again. @throws Error where a quantity is no whole number. */
export const toShownSku = codecOf<ShownSku>({ keepsUnknown: false })(shownFields()).fromDocument;

function shownFields(): Omit<typeof SKU_FIELDS, '_id' | keyof typeof NOT_SHOWN> {
  const fields = { ...SKU_FIELDS };
  for (const name of ['_id', ...Object.keys(NOT_SHOWN)]) Reflect.deleteProperty(fields, name);
  return fields;
}

/** SKUs with one of the barcodes, of GTINs in any length: the index has only those that have any. */
export const barcodesCondition = (tenant: string, barcodes: readonly string[]) => ({
  tenant,
  barcodes: { $exists: true, $in: barcodes.flatMap((barcode) => barcodeForms(barcode)) },
});

/** SKUs with a barcode that begins so; each beginning is a range of the index. */
export const barcodeBeginsCondition = (tenant: string, text: string) => ({
  tenant,
  barcodes: {
    $exists: true,
    $elemMatch: { $in: barcodeBeginnings(text).map((beginning) => new RegExp(`^${literally(beginning)}`)) },
  },
});

/** True of a SKU that has such a barcode. */
export function hasBarcodeFrom(text: string): (sku: Pick<SkuDocument, 'barcodes'>) => boolean {
  const beginnings = barcodeBeginnings(text);
  return ({ barcodes = [] }) => barcodes.some((code) => beginnings.some((beginning) => code.startsWith(beginning)));
}

/** A text in a pattern that means it alone. `RegExp.escape` writes its first letter as a number, from which MongoDB makes no range. */
const literally = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);
