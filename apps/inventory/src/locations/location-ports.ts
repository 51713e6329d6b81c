import type { AppError, RequestContext } from '@fulfilment/kernel';
import type { Location } from './domain/location.ts';

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
