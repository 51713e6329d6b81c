import type { AppError, Page, PageQuery, RequestContext } from '@fulfilment/kernel';
import type { Location, LocationReference, LocationType } from './domain/location.ts';

/** Places as one transaction sees and changes them. */
export interface LocationTransaction {
  find(id: string): Promise<Location | undefined>;
  /** Whether a place with this code, archived or not, stands there; null for the codes of warehouses. */
  hasChild(parentId: string | null, code: string): Promise<boolean>;
  add(place: Location): Promise<void>;
  /** Has whoever archives or renames this place meanwhile lose, or be lost to. */
  lock(place: Location): Promise<void>;
  save(place: Location): Promise<void>;
  /** Whether more than so many places stand below, at any depth. */
  hasMoreBelow(place: Location, many: number): Promise<boolean>;
  /** Gives everything below a place the path that it has by the place's own. */
  movePaths(from: Location, to: Location): Promise<void>;
  /** Archives a place, and everything below it that is not archived yet. */
  archive(place: Location, at: Date): Promise<void>;
  /** Some of the SKUs that lie there or below, or are active and at home there or below. */
  skusAt(place: Location, atMost: number): Promise<readonly string[]>;
}

/**
 * Does the work of a request on places in one transaction, and under one idempotency key once. Stock that comes to a place
 * meanwhile, in any process, comes before it or after it.
 *
 * @param taken what to answer where another request takes the same code at the same time.
 * @throws whatever `work` throws; AppError `idempotency_key_reused`.
 */
export type ChangeLocations = <Result>(
  context: RequestContext,
  work: (places: LocationTransaction) => Promise<Result>,
  taken?: () => AppError,
) => Promise<Result>;

export interface LocationFilter {
  readonly type: LocationType | undefined;
  readonly status: 'active' | 'archived' | 'all';
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  /** That place and everything below it. */
  readonly within: Pick<Location, 'id' | 'path'> | undefined;
  /** Each begins the code, or a word of the name. */
  readonly words: readonly string[];
}

export type LocationOrder = 'created_at' | '-created_at' | 'path';

export interface LocationStore {
  find(tenant: string, id: string): Promise<Location | undefined>;
  findMany(tenant: string, ids: readonly string[]): Promise<readonly Location[]>;
  /** The place that a reference names, archived or not. */
  findNamed(tenant: string, reference: LocationReference): Promise<Location | undefined>;
  /** @throws AppError `invalid_cursor` if the cursor is not of this list in this order. */
  list(tenant: string, filter: LocationFilter, page: PageQuery & { readonly sort: LocationOrder }): Promise<Page<Location>>;
  /** @returns false, and writes nothing, if its parent has a place with this code. */
  add(tenant: string, place: Location): Promise<boolean>;
}
