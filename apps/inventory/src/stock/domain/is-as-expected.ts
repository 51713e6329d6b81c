import { meetsCondition, type VersionCondition } from '@fulfilment/kernel';
import type { Sku } from '../../skus/domain/sku.ts';

/** How a caller believes a SKU to be; what it leaves out is as it may be. */
export interface Expected {
  readonly ifMatch?: VersionCondition | undefined;
  readonly expectedOnHand?: number | undefined;
}

export function isAsExpected(
  { version, onHand }: Pick<Sku, 'version' | 'onHand'>,
  { ifMatch, expectedOnHand }: Expected,
): boolean {
  return meetsCondition(ifMatch, version) && (expectedOnHand === undefined || expectedOnHand === onHand);
}
