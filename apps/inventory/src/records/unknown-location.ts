import { errors } from '@fulfilment/contracts';
import type { AppError, Page } from '@fulfilment/kernel';

/**
 * The refusal of a filter that names a location which does not exist.
 *
 * @param cursor of a page before: the location existed then, and was renamed since.
 */
export function unknownLocationFilter(parameter: string, location: string, cursor?: string): AppError {
  if (cursor !== undefined) return errors.invalidCursor(RENAMED);
  const message = `There is no location ${location}.`;
  return errors.invalidParameter(message, {
    facts: { errors: [{ pointer: `/${parameter}`, code: 'unknown_location', message, location }] },
  });
}

/** The refusal of a filter by warehouse that names another location. */
export function noWarehouseFilter(path: string): AppError {
  const message = `${path} is not a warehouse.`;
  return errors.invalidParameter(message, { facts: { errors: [{ pointer: '/warehouse', code: 'invalid', message }] } });
}

const RENAMED = 'The location was renamed since the page before. Start again from the first page.';

/**
 * The empty page of a list in which nothing can match.
 *
 * @throws AppError `invalid_cursor` where a page before it was read: the location was renamed since, and the list did not end.
 */
export function emptyPage(cursor: string | undefined): Page<never> {
  if (cursor === undefined) return { data: [], has_more: false, next_cursor: null };
  throw errors.invalidCursor(RENAMED);
}
