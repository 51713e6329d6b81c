import { type Location, type LocationType, type LocationUse, purposeOf } from '../model/location.ts';
import type { LastChange } from '../model/sku.ts';
import type { Shipping } from '../model/sourcing.ts';
import { searchPrefixes } from '../model/search-prefixes.ts';

export interface LocationDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly type: LocationType;
  readonly code: string;
  readonly parent_id: string | null;
  readonly name: string | null;
  /** These four are not there in documents of earlier releases: they are storage. */
  readonly usage?: LocationUse;
  readonly sellable?: boolean;
  readonly pickable?: boolean;
  readonly pick_sequence?: number | null;
  /** Not there where it is as that of every warehouse. */
  readonly shipping?: Shipping;
  readonly lineage: readonly string[];
  readonly path: string;
  /** Every beginning of a search that finds it. */
  readonly prefixes: readonly string[];
  readonly status: 'active' | 'archived';
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
  /** Not there before its first change, and in documents of releases before 0.1.0; of an earlier version where one of these wrote last. */
  readonly last_change?: LastChange;
  /** Scans was told of its path. Not there in documents of earlier releases: these are told of by a sweep. */
  readonly announced?: true;
  /** Rises with every change that depends on the location: archiving or renaming it at the same time is then a conflict. */
  readonly relied_on: number;
}

export function toLocationDocument(tenant: string, location: Location): LocationDocument {
  return {
    _id: location.id,
    tenant,
    type: location.type,
    code: location.code,
    parent_id: location.parentId,
    name: location.name,
    usage: location.usage,
    sellable: location.sellable,
    pickable: location.pickable,
    pick_sequence: location.pickSequence,
    ...(location.shipping ? { shipping: location.shipping } : {}),
    lineage: location.lineage,
    path: location.path,
    prefixes: searchPrefixes([location.code], location.name === null ? [] : [location.name]),
    status: location.archivedAt === null ? 'active' : 'archived',
    version: location.version,
    created_at: location.createdAt,
    updated_at: location.updatedAt,
    archived_at: location.archivedAt,
    ...(location.lastChange ? { last_change: location.lastChange } : {}),
    announced: true,
    relied_on: 0,
  };
}

export function toLocation({ _id: id, ...document }: LocationDocument): Location {
  const usual = purposeOf(document.usage ?? 'storage');
  return {
    id,
    type: document.type,
    code: document.code,
    parentId: document.parent_id,
    name: document.name,
    usage: usual.usage,
    sellable: document.sellable ?? usual.sellable,
    pickable: document.pickable ?? usual.pickable,
    pickSequence: document.pick_sequence ?? null,
    ...(document.shipping ? { shipping: document.shipping } : {}),
    lineage: document.lineage,
    path: document.path,
    version: document.version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    archivedAt: document.archived_at,
    ...(document.last_change ? { lastChange: document.last_change } : {}),
  };
}
