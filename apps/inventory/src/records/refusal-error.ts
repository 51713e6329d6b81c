import { errorOf } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { Refusal } from '../model/refusal.ts';

/**
 * A refusal as the error that its caller gets.
 *
 * @param firstRequestId of the request that was refused first: a repeat gets its refusal with this id.
 */
export function refusalError({ code, message, errors }: Refusal, firstRequestId?: string, replayed = false): AppError {
  const request = firstRequestId === undefined ? {} : { request_id: firstRequestId };
  return errorOf(code, message, { facts: { ...request, ...(errors.length > 0 ? { errors } : {}) }, replayed });
}
