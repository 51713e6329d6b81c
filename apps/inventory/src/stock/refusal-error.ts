import { type ErrorCode, ERRORS } from '@fulfilment/contracts';
import { AppError, type Failure } from '@fulfilment/kernel';
import type { Refusal } from './domain/refusal.ts';

export interface RefusalErrorParts extends Pick<Failure, 'replayed'> {
  /** Of the request that was refused first: a repeat gets its refusal with this id. */
  readonly firstRequestId?: string | undefined;
}

/** A refusal as the error that its caller gets. */
export function refusalError(refusal: Refusal, { firstRequestId, replayed = false }: RefusalErrorParts = {}): AppError {
  const { message, errors } = refusal;
  // Every code that the domain refuses with is in the catalogue, or this does not compile.
  const code: ErrorCode = refusal.code;
  const details = {
    ...(firstRequestId === undefined ? {} : { request_id: firstRequestId }),
    ...(errors.length > 0 ? { errors } : {}),
  };
  return new AppError({ kind: ERRORS[code].kind, code, message, details, replayed });
}
