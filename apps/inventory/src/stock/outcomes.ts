import type { SkuRecord } from '@fulfilment/contracts';
import { AppError, versionConflict } from '@fulfilment/kernel';
import type { Refusal } from './domain/refusal.ts';
import type { ChangedStock } from './change-stock.ts';

/** A refusal as the caller gets it; a repeat gets it with the id of the request that was refused first. */
export function refusalError({ kind, code, message, errors }: Refusal, firstRequestId?: string): AppError {
  return new AppError({
    kind,
    code,
    message,
    details: { ...(firstRequestId ? { request_id: firstRequestId } : {}), ...(errors.length > 0 ? { errors } : {}) },
  });
}

/** @throws AppError with the code of a refusal. */
export function skuOf(outcome: ChangedStock): SkuRecord {
  if (outcome.type === 'sku') return outcome.record;
  throw notMade(outcome);
}

/** Why a change was not made. @throws Error where it was: its caller expected something else of it. */
export function notMade(outcome: ChangedStock): AppError {
  if (outcome.type === 'refused') return refusalError(outcome.refusal, outcome.firstRequestId);
  if (outcome.type === 'outdated') return outdatedError(outcome.record, outcome.firstRequestId);
  throw new Error(`Nobody expected ${outcome.type}`);
}

function outdatedError(record: SkuRecord, firstRequestId: string | undefined): AppError {
  const conflict = versionConflict(record);
  if (firstRequestId === undefined) return conflict;
  const { kind, code, message, details } = conflict;
  return new AppError({ kind, code, message, details: { request_id: firstRequestId, ...details } });
}
