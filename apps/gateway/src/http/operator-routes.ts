import {
  accountRecord,
  createAccountBody,
  issuedKey,
  issueKeyBody,
  keyRecord,
  listOf,
  nothing,
  setPlanBody,
} from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import { type Clock, ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import type { CreateAccount } from '../use-cases/create-account.ts';
import type { FindAccount } from '../use-cases/find-account.ts';
import type { IssueKey } from '../use-cases/issue-key.ts';
import type { AccountStore, KeyStore } from '../use-cases/ports.ts';
import type { RevokeKey } from '../use-cases/revoke-key.ts';
import type { SetPlan } from '../use-cases/set-plan.ts';
import { presentAccount, presentKey } from './presentation.ts';

/** Whom operators' tokens for this API are made for. */
export const AUDIENCE = 'gateway';

export interface OperatorUseCases {
  readonly createAccount: CreateAccount;
  readonly findAccount: FindAccount;
  readonly setPlan: SetPlan;
  readonly issueKey: IssueKey;
  readonly revokeKey: RevokeKey;
  readonly accounts: Pick<AccountStore, 'all'>;
  readonly keys: Pick<KeyStore, 'list'>;
  readonly now: Clock;
}

// Of any shape: to an id that is none the answer is the same as to one that nobody has.
const byId = z.strictObject({ id: z.string() });
const keyFilter = z.strictObject({ account_id: z.string().optional(), environment: z.enum(ENVIRONMENTS).optional() });

/** The operator's API of the gateway, which the operator's commands call. */
export function operatorRoutes(use: OperatorUseCases): readonly BoundRoute[] {
  return [...accountRoutes(use), ...keyRoutes(use)];
}

function accountRoutes({ createAccount, findAccount, setPlan, accounts }: OperatorUseCases): BoundRoute[] {
  const common = { params: nothing, query: nothing } as const;
  const one = { description: 'The account.', body: accountRecord };
  const path = '/operator/v1/accounts';
  return [
    operatorRoute({ ...common, method: 'POST', path, body: createAccountBody, replies: { 201: one } }, async ({ body }) => ({
      status: 201 as const,
      body: presentAccount(await createAccount(body)),
    })),
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
      async ({ params, body }) => ({
        status: 200 as const,
        body: presentAccount(await setPlan({ accountId: params.id, plan: body.plan })),
      }),
    ),
  ];
}

function keyRoutes({ issueKey, revokeKey, keys, now }: OperatorUseCases): BoundRoute[] {
  const path = '/operator/v1/keys';
  return [
    operatorRoute(
      {
        method: 'POST',
        path,
        params: nothing,
        query: nothing,
        body: issueKeyBody,
        replies: { 201: { description: 'The key, with its text this once.', body: issuedKey } },
      },
      async ({ body: { account_id: accountId, expires_at: expires, ...rest } }) => {
        const expiresAt = expires === undefined ? undefined : new Date(expires);
        const { key, text } = await issueKey({ ...rest, accountId, expiresAt });
        return { status: 201 as const, body: { ...presentKey(key, now()), key: text } };
      },
    ),
    operatorRoute(
      {
        method: 'GET',
        path,
        params: nothing,
        query: keyFilter,
        body: nothing,
        replies: { 200: { description: 'Keys, newest first.', body: listOf(keyRecord) } },
      },
      async ({ query: { account_id: accountId, environment } }) => {
        const found = await keys.list({ accountId, environment });
        return { status: 200 as const, body: { data: found.map((key) => presentKey(key, now())) } };
      },
    ),
    operatorRoute(
      {
        method: 'POST',
        path: `${path}/:id/revoke`,
        params: byId,
        query: nothing,
        body: nothing,
        replies: { 200: { description: 'The key, revoked.', body: keyRecord } },
      },
      async ({ params }) => ({ status: 200 as const, body: presentKey(await revokeKey({ keyId: params.id }), now()) }),
    ),
  ];
}
