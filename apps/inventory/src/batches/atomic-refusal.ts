import { ERRORS, isErrorCode } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';

/** The order in which refusals go before one another: what is wrong with the request, then with the records it is about. */
const PRECEDENCE = [422, 404, 412, 409];

/** Why nothing of an atomic batch was done: what is wrong with every item that failed, under the code that goes first. */
export function atomicRefusal(failed: readonly { readonly error: AppError; readonly pointer: string }[]): AppError {
  const [first] = failed.toSorted((a, b) => rankOf(a.error) - rankOf(b.error));
  if (!first) throw new Error('Nothing failed');
  const { kind, code, message } = first.error;
  // A record that an item names is no path that was not found.
  const asWhole = code === 'not_found' ? ({ kind: 'invalid', code: 'unknown_sku' } as const) : { kind, code };
  return new AppError({
    ...asWhole,
    message: failed.length === 1 ? message : `${failed.length} items failed, so nothing was done.`,
    details: { errors: failed.flatMap(itemsOf) },
  });
}

function itemsOf({ error, pointer }: { readonly error: AppError; readonly pointer: string }): readonly unknown[] {
  const { errors, request_id: _requestId, ...facts } = error.details;
  if (Array.isArray(errors) && errors.length > 0) return errors;
  return [{ pointer, code: error.code, message: error.message, ...facts }];
}

function rankOf({ code }: AppError): number {
  return isErrorCode(code) ? PRECEDENCE.indexOf(ERRORS[code].status) : PRECEDENCE.length;
}
