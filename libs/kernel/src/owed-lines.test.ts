import { expect, test } from 'vitest';
import { OwedLines } from './owed-lines.ts';
import type { Tenant } from './tenant.ts';

const tenantOf = (accountId: string, environment: Tenant['environment'] = 'sandbox'): Tenant => ({ accountId, environment });

test('what a tenant owes adds up, is taken once, and is no one else’s', () => {
  const owed = new OwedLines();
  owed.note(tenantOf('acc_1'), 30);
  owed.note(tenantOf('acc_1'), 12);
  owed.note(tenantOf('acc_1', 'production'), 5);

  expect([owed.take(tenantOf('acc_1')), owed.take(tenantOf('acc_1'))]).toEqual([42, 0]);
  expect([owed.take(tenantOf('acc_1', 'production')), owed.take(tenantOf('acc_2'))]).toEqual([5, 0]);
});

test('of many tenants those that owe for longest are forgotten', () => {
  const owed = new OwedLines();
  for (let n = 0; n <= 10_000; n += 1) owed.note(tenantOf(`acc_${n}`), 7);

  expect([owed.take(tenantOf('acc_0')), owed.take(tenantOf('acc_1')), owed.take(tenantOf('acc_10000'))]).toEqual([0, 7, 7]);
});
