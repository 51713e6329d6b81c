import type { SkuRecord } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import type { Refusal } from '../domain/refusal.ts';
import type { ChangedStock } from './change-stock.ts';

/** A refusal as the caller gets it. */
export function refusalError({ kind, code, message, errors }: Refusal): AppError {
  return new AppError({ kind, code, message, details: errors.length > 0 ? { errors } : {} });
}

/** @throws AppError with the code of a refusal. */
export function skuOf(outcome: ChangedStock): SkuRecord {
  if (outcome.type === 'refused') throw refusalError(outcome.refusal);
  if (outcome.type !== 'sku') throw new Error(`A SKU was expected, not ${outcome.type}`);
  return outcome.record;
}
