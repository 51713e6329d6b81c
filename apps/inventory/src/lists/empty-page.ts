import { AppError, type Page } from '@fulfilment/kernel';

/**
 * The page of a list that is of a place which is not there.
 *
 * @throws AppError `invalid_cursor` where a page before it was read: the place was renamed since, and the list did not end.
 */
export function emptyPage(cursor: string | undefined): Page<never> {
  if (cursor === undefined) return { data: [], has_more: false, next_cursor: null };
  throw new AppError({
    kind: 'invalid',
    code: 'invalid_cursor',
    message: 'There is no such place now: it was renamed since the page before. Start again from the first page.',
  });
}
