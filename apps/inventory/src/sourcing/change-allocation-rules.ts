import {
  type AllocationRulesRecord,
  READ_ONLY_ALLOCATION_RULES_FIELDS,
  refuseDiffering,
  type UpdateAllocationRulesBody,
} from '@fulfilment/contracts';
import {
  type Answered,
  type Clock,
  meetsCondition,
  type RequestContext,
  type Tenant,
  tenantKey,
  versionConflict,
} from '@fulfilment/kernel';
import { LINES_A_REFILLED_SKU } from '../model/sourcing.ts';
import { toAllocationRulesRecord } from '../records/allocation-rules-record.ts';
import type { ChangeRules, SourcingStore } from './sourcing-ports.ts';

/** The rules of a tenant; those that hold where none were set, at version 0. */
export type GetAllocationRules = (tenant: Tenant) => Promise<AllocationRulesRecord>;

export function makeGetAllocationRules(store: Pick<SourcingStore, 'rules'>): GetAllocationRules {
  return async (tenant) => toAllocationRulesRecord(await store.rules(tenantKey(tenant)));
}

/** @throws AppError `version_conflict`, `validation_failed` where read-only fields differ, or `upstream_unavailable` during an upgrade. */
export type UpdateAllocationRules = (
  body: UpdateAllocationRulesBody,
  context: RequestContext,
) => Promise<Answered<AllocationRulesRecord>>;

export function makeUpdateAllocationRules(changeRules: ChangeRules, now: Clock): UpdateAllocationRules {
  return async (body, context) => {
    const updatedAt = now();
    let refilled = 0;
    const answered = await changeRules(context, async (transaction) => {
      refilled = 0;
      const rules = await transaction.find();
      if (!meetsCondition(context.ifMatch, rules.version)) throw versionConflict(toAllocationRulesRecord(rules), rules.lastActor);
      refuseDiffering(body, toAllocationRulesRecord(rules), READ_ONLY_ALLOCATION_RULES_FIELDS);
      const { strategy = rules.strategy, split = rules.split } = body;
      if (strategy === rules.strategy && split === rules.split) return toAllocationRulesRecord(rules);
      const version = rules.version + 1;
      const changed = { ...rules, strategy, split, version, updatedAt, lastActor: context.actor };
      if (strategy !== 'anywhere') await transaction.admitWarehouses();
      await transaction.save(changed, rules.version);
      refilled = await transaction.refillWaiting();
      return toAllocationRulesRecord(changed);
    });
    context.noteLines?.(refilled * LINES_A_REFILLED_SKU);
    return answered;
  };
}
