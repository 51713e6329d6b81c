import {
  type AccountRecord,
  accountRecord,
  type AddedWebhook,
  addedWebhook,
  type IssuedKey,
  issuedKey,
  keyRecord,
  listOf,
  type MemberRole,
  type MemberWithToken,
  memberWithToken,
  type Plan,
  type Role,
  type WebhookRecord,
  webhookRecord,
} from '@fulfilment/contracts';
import type { Environment, Tenant } from '@fulfilment/kernel';
import type { OperatorClient } from '@fulfilment/dev-stack/system';

/** Whom a key is for. */
export interface KeyOwner {
  readonly accountId: string;
  readonly environment?: Environment;
  readonly role?: Role;
  /** Requests at once, and a second; beyond what any test sends unless told. */
  readonly limit?: { readonly burst: number; readonly rate: number };
}

/** What the vendor's operator does on the command line, over the same API. */
export interface Operator {
  account(name: string, plan?: Plan): Promise<AccountRecord>;
  /** A sandbox key of role admin unless told, with limits that no test reaches. */
  key(owner: KeyOwner): Promise<IssuedKey>;
  setPlan(accountId: string, plan: Plan): Promise<AccountRecord>;
  revoke(keyId: string): Promise<void>;
  invite(wish: { readonly accountId: string; readonly email: string; readonly role: MemberRole }): Promise<MemberWithToken>;
  addWebhook(tenant: Tenant, endpoint: { readonly url: string; readonly events: readonly string[] }): Promise<AddedWebhook>;
  webhooks(tenant: Tenant): Promise<readonly WebhookRecord[]>;
  /** @throws Error if the account has no endpoint of that id. */
  removeWebhook(accountId: string, id: string): Promise<void>;
}

const UNREACHED = { burst: 100_000, rate: 10_000 };

/** Base URLs of those who serve the operator. */
export interface OperatorAddresses {
  readonly gateway: string;
  readonly webhooks: string;
}

export function makeOperator(call: OperatorClient, { gateway, webhooks }: OperatorAddresses): Operator {
  const accounts = { audience: 'gateway', url: `${gateway}/operator/v1/accounts` } as const;
  const keys = { audience: 'gateway', url: `${gateway}/operator/v1/keys` } as const;
  const members = { audience: 'gateway', url: `${gateway}/operator/v1/members` } as const;
  const endpoints = { audience: 'webhooks', url: `${webhooks}/operator/v1/webhooks` } as const;
  return {
    account: (name, plan = 'enterprise') => call({ ...accounts, method: 'POST', body: { name, plan }, answer: accountRecord }),
    key: ({ accountId, environment = 'sandbox', role = 'admin', limit = UNREACHED }) => {
      const body = { account_id: accountId, environment, role, ...limit };
      return call({ ...keys, method: 'POST', body, answer: issuedKey });
    },
    setPlan: (accountId, plan) =>
      call({ ...accounts, url: `${accounts.url}/${accountId}`, method: 'PATCH', body: { plan }, answer: accountRecord }),
    revoke: async (keyId) => {
      await call({ ...keys, url: `${keys.url}/${keyId}/revoke`, method: 'POST', answer: keyRecord });
    },
    invite: ({ accountId, ...wish }) =>
      call({ ...members, method: 'POST', body: { account_id: accountId, ...wish }, answer: memberWithToken }),
    addWebhook: ({ accountId, environment }, { url, events }) => {
      const body = { account_id: accountId, environment, url, events };
      return call({ ...endpoints, method: 'POST', body, answer: addedWebhook });
    },
    webhooks: async ({ accountId, environment }) => {
      const query = new URLSearchParams({ account_id: accountId, environment }).toString();
      const { data } = await call({
        ...endpoints,
        url: `${endpoints.url}?${query}`,
        method: 'GET',
        answer: listOf(webhookRecord),
      });
      return data;
    },
    removeWebhook: async (accountId, id) => {
      const query = new URLSearchParams({ account_id: accountId }).toString();
      await call({ ...endpoints, url: `${endpoints.url}/${id}?${query}`, method: 'DELETE', answer: webhookRecord });
    },
  };
}
