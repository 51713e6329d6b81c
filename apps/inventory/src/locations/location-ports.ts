import type { Answered, AppError, OutgoingMessage, Page, PageQuery, RequestContext } from '@fulfilment/kernel';
import type { Location, LocationReference, LocationType } from '../model/location.ts';

/** Locations as one transaction sees and changes them. */
export interface LocationTransaction {
  find(id: string): Promise<Location | undefined>;
  /** True where the parent has a location with this code, archived or not; a null parent has the warehouses. */
  hasChild(parentId: string | null, code: string): Promise<boolean>;
  add(location: Location): Promise<void>;
  /** Makes a transaction that archives or renames this location at the same time conflict with this one. */
  lock(location: Location): Promise<void>;
  save(location: Location): Promise<void>;
  /** The number of active warehouses. */
  countWarehouses(): Promise<number>;
  /** True where more than so many locations stand below, at any depth. */
  hasMoreBelow(location: Location, many: number): Promise<boolean>;
  /** Gives everything below a location the path that follows from its new one. @returns these locations, as they are then. */
  movePaths(from: Location, to: Location): Promise<readonly Location[]>;
  /** Everything below a location, by path. */
  below(location: Location): Promise<readonly Location[]>;
  /** Saves the purposes of locations that this transaction has read. They are of one moment and one actor. */
  savePurposes(locations: readonly Location[]): Promise<void>;
  /** @throws AppError `upstream_unavailable` while code of a release runs that knows only sellable locations; none starts any more after this. */
  admitUnsellable(): Promise<void>;
  /** Has the backorders that may ship from other warehouses than before filled. @returns the number of their SKUs. */
  refillWaiting(): Promise<number>;
  /** Archives a location, and everything below it that is not archived yet. @returns what it archived, as it is then. */
  archive(location: Location, by: { readonly at: Date; readonly actor: string }): Promise<readonly Location[]>;
  /** Adds events to the transaction. */
  tell(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Some of the SKUs that lie there or below, or are active and at home there or below. */
  skusAt(location: Location, atMost: number): Promise<readonly string[]>;
}

/**
 * Does the work of a request on locations in one transaction, and under one idempotency key once. Stock that comes to a location
 * at the same time, in any process, comes before it or after it.
 *
 * @param taken makes the error for a code that another request takes at the same time.
 * @throws whatever `work` throws; AppError `idempotency_key_reused`.
 */
export type ChangeLocations = <Result>(
  context: RequestContext,
  work: (locations: LocationTransaction) => Promise<Result>,
  taken?: () => AppError,
) => Promise<Answered<Result>>;

export interface LocationFilter {
  readonly types: readonly LocationType[] | undefined;
  readonly status: 'active' | 'archived' | 'all';
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  /** That location and everything below it. */
  readonly within: Pick<Location, 'id' | 'path'> | undefined;
  /** Each begins the code, or a word of the name. */
  readonly words: readonly string[];
}

export type LocationOrder = 'created_at' | '-created_at' | 'path';

export interface LocationStore {
  find(tenant: string, id: string): Promise<Location | undefined>;
  findMany(tenant: string, ids: readonly string[]): Promise<readonly Location[]>;
  /** The location that a reference names, archived or not. */
  findNamed(tenant: string, reference: LocationReference): Promise<Location | undefined>;
  /** In one read, each in the place of its reference. */
  findAllNamed(tenant: string, references: readonly LocationReference[]): Promise<readonly (Location | undefined)[]>;
  /** The number of active warehouses. */
  countWarehouses(tenant: string): Promise<number>;
  /** Paths, as they are shown, of the locations whose path is one of those in upper or lower case. It reads the paths of all. */
  findAlike(tenant: string, paths: readonly string[]): Promise<readonly string[]>;
  /** @throws AppError `invalid_cursor` if the cursor is not of this list in this order. */
  list(tenant: string, filter: LocationFilter, page: PageQuery & { readonly sort: LocationOrder }): Promise<Page<Location>>;
  /** Adds a location with its messages. @returns false, and writes nothing, if its parent has a location with this code. */
  add(tenant: string, location: Location, messages: readonly OutgoingMessage[]): Promise<boolean>;
}
