import type { Location, LocationType } from './domain/location.ts';
import { searchPrefixes } from '../lists/domain/search-prefixes.ts';

export interface LocationDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly type: LocationType;
  readonly code: string;
  readonly parent_id: string | null;
  readonly name: string | null;
  readonly lineage: readonly string[];
  readonly path: string;
  /** Everything that a search can begin with to find it. */
  readonly prefixes: readonly string[];
  readonly status: 'active' | 'archived';
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
  /** Rises when something comes to rely on the place: archiving or renaming it meanwhile is then a conflict. */
  readonly relied_on: number;
}

export function toLocationDocument(tenant: string, place: Location): LocationDocument {
  return {
    _id: place.id,
    tenant,
    type: place.type,
    code: place.code,
    parent_id: place.parentId,
    name: place.name,
    lineage: place.lineage,
    path: place.path,
    prefixes: searchPrefixes([place.code], place.name === null ? [] : [place.name]),
    status: place.archivedAt === null ? 'active' : 'archived',
    version: place.version,
    created_at: place.createdAt,
    updated_at: place.updatedAt,
    archived_at: place.archivedAt,
    relied_on: 0,
  };
}

export function toLocation({ _id: id, ...document }: LocationDocument): Location {
  return {
    id,
    type: document.type,
    code: document.code,
    parentId: document.parent_id,
    name: document.name,
    lineage: document.lineage,
    path: document.path,
    version: document.version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    archivedAt: document.archived_at,
  };
}
