import { call } from './call.ts';
import { operations } from './operations.ts';
import { ApiProblem } from './problem.ts';
import type { Environment, SkuRecord } from './types.ts';

/** The SKU that has a barcode; null where none has it. */
export async function skuOf(barcode: string, environment: Environment): Promise<SkuRecord | null> {
  try {
    return await call(operations.getSkuByBarcode, { params: { code: barcode }, query: { environment } });
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}
