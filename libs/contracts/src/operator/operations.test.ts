import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { AnswerOf, OperatorCallOf } from '../call.ts';
import { pathOf } from '../operation.ts';
import type { AccountRecord } from '../operator.ts';
import { OPERATOR_OPERATIONS, operatorOperations } from './operations.ts';

test('the operator’s API has these paths at these services', () => {
  const all = OPERATOR_OPERATIONS.map((each) => `${each.method} ${pathOf(each)} ${each.services.join()}`);

  expect(all.toSorted()).toEqual([
    'DELETE /operator/v1/accounts/:id gateway',
    'DELETE /operator/v1/accounts/:id/records inventory,orders,scans,webhooks',
    'DELETE /operator/v1/members/:id gateway',
    'DELETE /operator/v1/webhooks/:id webhooks',
    'GET /operator/v1/accounts gateway',
    'GET /operator/v1/accounts/:id gateway',
    'GET /operator/v1/accounts/:id/audit-log gateway',
    'GET /operator/v1/accounts/:id/records inventory,orders,scans,webhooks',
    'GET /operator/v1/accounts/:id/storage gateway',
    'GET /operator/v1/accounts/:id/stored inventory,orders,webhooks',
    'GET /operator/v1/accounts/:id/stored-bytes inventory,orders,scans,webhooks',
    'GET /operator/v1/accounts/:id/waiting orders,webhooks',
    'GET /operator/v1/allocations inventory',
    'GET /operator/v1/dead-letters inventory,orders,scans,webhooks',
    'GET /operator/v1/keys gateway',
    'GET /operator/v1/keys/:id gateway',
    'GET /operator/v1/members gateway',
    'GET /operator/v1/members/:id gateway',
    'GET /operator/v1/outbox inventory,orders,scans',
    'GET /operator/v1/revocations gateway',
    'GET /operator/v1/topics inventory,orders,scans,webhooks',
    'GET /operator/v1/webhooks webhooks',
    'GET /operator/v1/webhooks/:id webhooks',
    'PATCH /operator/v1/accounts/:id gateway',
    'PATCH /operator/v1/accounts/:id/storage gateway',
    'PATCH /operator/v1/keys/:id gateway',
    'POST /operator/v1/accounts gateway',
    'POST /operator/v1/accounts/:id/deletion gateway',
    'POST /operator/v1/accounts/:id/export gateway',
    'POST /operator/v1/accounts/:id/resume gateway',
    'POST /operator/v1/accounts/:id/resume webhooks',
    'POST /operator/v1/accounts/:id/suspend gateway',
    'POST /operator/v1/accounts/:id/suspend webhooks',
    'POST /operator/v1/allocations/publish inventory',
    'POST /operator/v1/dead-letters/discard inventory,orders,scans,webhooks',
    'POST /operator/v1/dead-letters/retry inventory,orders,scans,webhooks',
    'POST /operator/v1/dead-letters/show inventory,orders,scans,webhooks',
    'POST /operator/v1/keys gateway',
    'POST /operator/v1/keys/:id/revoke gateway',
    'POST /operator/v1/keys/:id/rotate gateway',
    'POST /operator/v1/members gateway',
    'POST /operator/v1/members/:id/invitation gateway',
    'POST /operator/v1/members/:id/reset gateway',
    'POST /operator/v1/members/:id/sign-in-link gateway',
    'POST /operator/v1/orders/compare orders',
    'POST /operator/v1/outbox/republish inventory,orders,scans',
    'POST /operator/v1/outbox/retry inventory,orders,scans',
    'POST /operator/v1/relays/hold inventory,orders,scans',
    'POST /operator/v1/relays/release inventory,orders,scans',
    'POST /operator/v1/sessions/end gateway',
    'POST /operator/v1/topics/grow inventory,orders,scans',
    'POST /operator/v1/webhooks webhooks',
  ]);
});

test('an operation is named by its id, declares the parameters of its path, and has one reply', () => {
  expect(Object.keys(operatorOperations)).toEqual(OPERATOR_OPERATIONS.map(({ id }) => id));
  for (const { id, path, params, replies } of OPERATOR_OPERATIONS) {
    const declared = params instanceof z.ZodObject ? Object.keys(params.shape) : [];

    expect([id, declared]).toEqual([id, [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)]);
    expect([id, Object.keys(replies).length]).toEqual([id, 1]);
  }
});

test('the types of a call follow its operation, and its services where there are several', () => {
  type Suspend = typeof operatorOperations.suspendAccount;
  type Hold = typeof operatorOperations.holdDeliveries;
  type ListDeadLetters = typeof operatorOperations.listDeadLetters;
  expectTypeOf<AnswerOf<Suspend>>().toEqualTypeOf<AccountRecord>();
  expectTypeOf<AnswerOf<Hold>>().toEqualTypeOf<{ changed: number }>();
  expectTypeOf<OperatorCallOf<Hold>['service']>().toEqualTypeOf<undefined>();
  expectTypeOf<OperatorCallOf<ListDeadLetters>['service']>().toEqualTypeOf<'inventory' | 'orders' | 'scans' | 'webhooks'>();
  expectTypeOf<OperatorCallOf<typeof operatorOperations.retryRow>['service']>().toEqualTypeOf<'inventory' | 'orders' | 'scans'>();
  expectTypeOf<OperatorCallOf<typeof operatorOperations.listKeys>['query']>().toExtend<
    { readonly environment?: 'sandbox' | 'production' | undefined } | undefined
  >();
});
