import { codecOf, type DocumentOf, given, whole } from '@fulfilment/mongo';
import type { AllocationRules } from '../model/sourcing.ts';

const ALLOCATION_RULES_CODEC = codecOf<AllocationRules>()({
  /** The tenant. */
  _id: given<string>(),
  tenant: given<string>(),
  strategy: 'strategy',
  split: 'split',
  version: whole('version'),
  updated_at: 'updatedAt',
  last_actor: 'lastActor',
});

/** The rules of a tenant that has set them, as they are stored. */
export type AllocationRulesDocument = DocumentOf<typeof ALLOCATION_RULES_CODEC>;

export const toAllocationRulesDocument = (tenant: string, rules: AllocationRules): AllocationRulesDocument =>
  ALLOCATION_RULES_CODEC.toDocument(rules, { _id: tenant, tenant });

export const toAllocationRules: (document: AllocationRulesDocument) => AllocationRules = ALLOCATION_RULES_CODEC.fromDocument;
