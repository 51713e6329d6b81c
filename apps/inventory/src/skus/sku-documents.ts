import { searchPrefixes } from '../lists/domain/search-prefixes.ts';
import type { Sku } from './domain/sku.ts';

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
  readonly location_id: string;
  readonly stock: readonly { readonly location_id: string; readonly on_hand: number }[];
  readonly status: 'active' | 'archived';
  readonly version: number;
  /** Rises with every write, also with those that clients do not see. */
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
  /** The locations that it is at home or lies at, and those that these stand in. */
  readonly within: readonly string[];
  /** The locations that it lies at, and those that these stand in. */
  readonly stocked_within: readonly string[];
  /** Everything that a search can begin with to find it. */
  readonly prefixes: readonly string[];
}

export interface SkuDocumentTerms {
  readonly revision: number;
  /** Ids from the warehouse down to the location. */
  readonly lineageOf: (locationId: string) => readonly string[];
}

export const skuKey = (tenant: string, code: string): string => `${tenant}/${code}`;

export function toSkuDocument(tenant: string, sku: Sku, { revision, lineageOf }: SkuDocumentTerms): SkuDocument {
  const stockedWithin = new Set(sku.stock.flatMap(({ locationId }) => lineageOf(locationId)));
  return {
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
    location_id: sku.homeId,
    stock: sku.stock.map(({ locationId, onHand }) => ({ location_id: locationId, on_hand: onHand })),
    status: sku.archivedAt === null ? 'active' : 'archived',
    version: sku.version,
    revision,
    created_at: sku.createdAt,
    updated_at: sku.updatedAt,
    archived_at: sku.archivedAt,
    within: [...stockedWithin.union(new Set(lineageOf(sku.homeId)))],
    stocked_within: [...stockedWithin],
    prefixes: searchPrefixes([sku.code], [sku.name]),
  };
}

export function toSku(document: SkuDocument): Sku {
  return {
    code: document.sku,
    name: document.name,
    onHand: document.on_hand,
    allocated: document.allocated,
    firm: document.firm,
    waiting: document.waiting,
    filling: document.filling,
    reorderPoint: document.reorder_point,
    homeId: document.location_id,
    stock: document.stock.map(({ location_id: locationId, on_hand: onHand }) => ({ locationId, onHand })),
    version: document.version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    archivedAt: document.archived_at,
  };
}
