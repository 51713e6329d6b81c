import type { Answered, RequestContext } from '@fulfilment/kernel';
import type { AllocationRules, Sources } from '../model/sourcing.ts';

/** The rules of tenants, and the warehouses that they choose from, as queries read them. */
export interface SourcingStore {
  /** The rules of a tenant; those of one that never set any where there are none. */
  rules(tenant: string): Promise<AllocationRules>;
  /** The rules and the active warehouses of a tenant, in one read. */
  sources(tenant: string): Promise<Sources>;
}

/** The rules of a tenant as one transaction sees and changes them. */
export interface RulesTransaction {
  find(): Promise<AllocationRules>;
  /** @param version of the rules that were found: a transaction that changes them at the same time begins again. */
  save(rules: AllocationRules, version: number): Promise<void>;
  /** @throws AppError `upstream_unavailable` while code of a release runs that holds no units in warehouses; none starts any more after this. */
  admitWarehouses(): Promise<void>;
  /** Has the backorders that may ship from other warehouses than before filled. @returns the number of their SKUs. */
  refillWaiting(): Promise<number>;
}

/** Does the work of a request on rules in one transaction, and under one idempotency key once. @throws whatever `work` throws. */
export type ChangeRules = <Result>(
  context: RequestContext,
  work: (rules: RulesTransaction) => Promise<Result>,
) => Promise<Answered<Result>>;

/** The rules and active warehouses of a tenant, as they were up to five seconds ago. Never to be called in a transaction. */
export type SourcesOf = (tenant: string) => Promise<Sources>;
