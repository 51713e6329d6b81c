import type { AllocationRulesRecord } from '@fulfilment/contracts';
import type { AllocationRules } from '../model/sourcing.ts';

/** The rules of a tenant as answers show them. */
export const toAllocationRulesRecord = ({ strategy, split, version, updatedAt }: AllocationRules): AllocationRulesRecord => ({
  strategy,
  split,
  version,
  updated_at: updatedAt?.toISOString() ?? null,
});
