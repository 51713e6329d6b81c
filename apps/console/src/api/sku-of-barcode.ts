import { call } from './call.ts';
import { operations } from './callable-operations.ts';
import { ApiProblem } from './problem.ts';
import type { Environment, SkuRecord } from './types.ts';

/** The SKU that has a barcode; null where none has it. @param isAnonymous true to ask for no sign-in. */
export function skuOf(barcode: string, environment: Environment, isAnonymous = false): Promise<SkuRecord | null> {
  const request = { params: { code: barcode }, query: { environment }, isAnonymous };
  return orNull(() => call(operations.getSkuByBarcode, request));
}

/** The SKU that has a barcode, or else that code, which labels of goods without a barcode have; null where none has it. */
export async function skuNamed(code: string, environment: Environment, isAnonymous = false): Promise<SkuRecord | null> {
  const request = { params: { sku: code }, query: { environment }, isAnonymous };
  return (await skuOf(code, environment, isAnonymous)) ?? (await orNull(() => call(operations.getSku, request)));
}

/** Null where the API knows none, or the text cannot be one. */
async function orNull<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
