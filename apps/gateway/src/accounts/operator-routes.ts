import { accountRecord, createAccountBody, listOf, nothing, setPlanBody } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import { z } from 'zod';
import type { CreateAccount } from './create-account.ts';
import type { FindAccount } from './find-account.ts';
import type { AccountStore } from './account-ports.ts';
import type { SetPlan } from './set-plan.ts';
import { type OperatorKeyUseCases, operatorKeyRoutes } from './operator-key-routes.ts';
import { presentAccount } from './account-presentation.ts';
import { requesterOf } from './requester-presentation.ts';

/** Whom operators' tokens for this API are made for. */
export const AUDIENCE = 'gateway';

export interface OperatorUseCases extends OperatorKeyUseCases {
  readonly createAccount: CreateAccount;
  readonly findAccount: FindAccount;
  readonly setPlan: SetPlan;
  readonly accounts: Pick<AccountStore, 'all'>;
}

// Of any shape: to an id that is none the answer is the same as to one that nobody has.
const byId = z.strictObject({ id: z.string() });

/** The operator's API of the gateway, which the operator's commands call. */
export function operatorRoutes(use: OperatorUseCases): readonly BoundRoute[] {
  return [...accountRoutes(use), ...operatorKeyRoutes(use)];
}

function accountRoutes({ createAccount, findAccount, setPlan, accounts }: OperatorUseCases): BoundRoute[] {
  const common = { params: nothing, query: nothing } as const;
  const one = { description: 'The account.', body: accountRecord };
  const path = '/operator/v1/accounts';
  return [
    operatorRoute(
      { ...common, method: 'POST', path, body: createAccountBody, replies: { 201: one } },
      async ({ body, context }) => ({
        status: 201 as const,
        body: presentAccount(await createAccount(body, requesterOf(context))),
      }),
    ),
    operatorRoute(
      { ...common, method: 'GET', path, body: nothing, replies: { 200: { description: 'All.', body: listOf(accountRecord) } } },
      async () => ({ status: 200 as const, body: { data: (await accounts.all()).map(presentAccount) } }),
    ),
    operatorRoute(
      { ...common, method: 'GET', path: `${path}/:id`, params: byId, body: nothing, replies: { 200: one } },
      async ({ params }) => ({ status: 200 as const, body: presentAccount(await findAccount({ accountId: params.id })) }),
    ),
    operatorRoute(
      { ...common, method: 'PATCH', path: `${path}/:id`, params: byId, body: setPlanBody, replies: { 200: one } },
      async ({ params, body, context }) => ({
        status: 200 as const,
        body: presentAccount(await setPlan({ accountId: params.id, plan: body.plan }, requesterOf(context))),
      }),
    ),
  ];
}
