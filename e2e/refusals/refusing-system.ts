import { ERRORS, type ProblemDocument } from '@fulfilment/contracts';
import { beforeAll, expect } from 'vitest';
import type { CallOptions } from '../system/call.ts';
import { sharedTestSystem } from '../system/shared-system.ts';
import type { TestSystem } from '../system/start-test-system.ts';
import { openTenant, type TestTenant } from '../system/tenant.ts';
import { everyRecord, setUpRecords, type Standing } from './standing.ts';

/** The shared system with one tenant whose records stand in every state, and whatever refuses must leave them there. */
export interface RefusingSystem {
  readonly system: () => TestSystem;
  readonly tenant: () => TestTenant;
  readonly standing: () => Standing;
  /** Sends a request, by the tenant's admin unless `options` name a key; it has to be refused as the catalogue says, and to have changed nothing. */
  readonly refusal: (target: readonly [method: string, path: string], options?: CallOptions) => Promise<ProblemDocument>;
  readonly expectUnchanged: () => Promise<void>;
}

/** Sets the tenant up for the tests of a file. */
export function refusingSystem(): RefusingSystem {
  let system: TestSystem;
  let tenant: TestTenant;
  let standing: Standing;
  let before: unknown;

  beforeAll(async () => {
    system = await sharedTestSystem();
  });
  beforeAll(async () => {
    tenant = await openTenant(system);
    standing = await setUpRecords(tenant.shop);
    before = await everyRecord(tenant.shop);
    return () => tenant.stop();
  });

  const expectUnchanged = async (): Promise<void> => {
    expect(await everyRecord(tenant.shop)).toEqual(before);
  };
  return {
    system: () => system,
    tenant: () => tenant,
    standing: () => standing,
    expectUnchanged,
    refusal: async ([method, path], options = {}) => {
      const answer = await system.call(method, path, { key: tenant.shop.key, ...options });
      const problem = answer.problem();
      const { status, title, retryable } = ERRORS[problem.code];
      expect({ ...problem, http: answer.status }).toMatchObject({ status, http: status, title, retryable });
      expect(problem.type).toMatch(new RegExp(`^http://localhost:\\d+/docs/errors#${problem.code}$`));
      await expectUnchanged();
      return problem;
    },
  };
}
