import {
  type AccountRecord,
  accountRecord,
  type AddedWebhook,
  addedWebhook,
  type IssuedKey,
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
import type { OperatorClient } from '@fulfilment/identity';

/** The owner of a key, and its limit. */
export interface KeyOwner {
  readonly accountId: string;
  readonly environment?: Environment;
  readonly role?: Role;
  /** Requests at once, and a second; by default beyond what any test sends. */
  readonly limit?: { readonly burst: number; readonly rate: number };
}

/** The operations of the vendor's operator. */
export interface Operator {
  account(name: string, plan?: Plan): Promise<AccountRecord>;
  /** By default a sandbox key of role admin, with limits that no test reaches. */
  key(owner: KeyOwner): Promise<IssuedKey>;
  setPlan(accountId: string, plan: Plan): Promise<AccountRecord>;
  revoke(keyId: string): Promise<void>;
  /** A link that signs a member in once. */
  signInLink(memberId: string): Promise<MemberWithToken['one_time_token']>;
  invite(wish: { readonly accountId: string; readonly email: string; readonly role: MemberRole }): Promise<MemberWithToken>;
  addWebhook(tenant: Tenant, endpoint: { readonly url: string; readonly events: readonly string[] }): Promise<AddedWebhook>;
  webhooks(tenant: Tenant): Promise<readonly WebhookRecord[]>;
  /** @throws Error if the account has no endpoint of that id. */
  removeWebhook(accountId: string, id: string): Promise<void>;
}

const UNREACHED = { burst: 100_000, rate: 10_000 };

export function makeOperator(client: OperatorClient): Operator {
  return {
    account: (name, plan = 'enterprise') => client.createAccount({ name, plan }),
    key: ({ accountId, environment = 'sandbox', role = 'admin', limit = UNREACHED }) =>
      client.issueKey({ account_id: accountId, environment, role, ...limit }),
    setPlan: (accountId, plan) =>
      client.call({
        service: 'gateway',
        method: 'PATCH',
        path: `/accounts/${accountId}`,
        body: { plan },
        answer: accountRecord,
      }),
    revoke: async (keyId) => {
      await client.call({ service: 'gateway', method: 'POST', path: `/keys/${keyId}/revoke`, answer: keyRecord });
    },
    signInLink: async (id) => {
      const path = `/members/${id}/sign-in-link`;
      const made = await client.call({ service: 'gateway', method: 'POST', path, answer: memberWithToken });
      return made.one_time_token;
    },
    invite: ({ accountId, ...wish }) => {
      const body = { account_id: accountId, ...wish };
      return client.call({ service: 'gateway', method: 'POST', path: '/members', body, answer: memberWithToken });
    },
    addWebhook: ({ accountId, environment }, { url, events }) =>
      client.call({
        service: 'webhooks',
        method: 'POST',
        path: '/webhooks',
        body: { account_id: accountId, environment, url, events },
        answer: addedWebhook,
      }),
    webhooks: async ({ accountId, environment }) => {
      const query = { account_id: accountId, environment };
      const answer = listOf(webhookRecord);
      return (await client.call({ service: 'webhooks', method: 'GET', path: '/webhooks', query, answer })).data;
    },
    removeWebhook: (accountId, id) => client.removeWebhook(id, accountId),
  };
}
