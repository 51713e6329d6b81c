import {
  type AccountRecord,
  type AddedWebhook,
  type EventSelection,
  type IssuedKey,
  type MemberRole,
  type MemberWithToken,
  operatorOperations,
  type Plan,
  type Role,
  type WebhookRecord,
} from '@fulfilment/contracts';
import type { Environment, Tenant } from '@fulfilment/kernel';
import type { OperatorClient } from '@fulfilment/identity';

/** The owner of a key, its name and its limit. */
export interface KeyOwner {
  readonly accountId: string;
  readonly environment?: Environment;
  readonly role?: Role;
  readonly name?: string;
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
  addWebhook(tenant: Tenant, endpoint: { readonly url: string; readonly events: EventSelection }): Promise<AddedWebhook>;
  webhooks(tenant: Tenant): Promise<readonly WebhookRecord[]>;
  /** @throws Error if the account has no endpoint of that id. */
  removeWebhook(accountId: string, id: string): Promise<void>;
}

const UNREACHED = { burst: 100_000, rate: 10_000 };

export function makeOperator(client: OperatorClient): Operator {
  return {
    account: (name, plan = 'enterprise') => client.call(operatorOperations.createAccount, { body: { name, plan } }),
    key: ({ accountId, environment = 'sandbox', role = 'admin', limit = UNREACHED, ...named }) =>
      client.call(operatorOperations.issueKey, { body: { account_id: accountId, environment, role, ...limit, ...named } }),
    setPlan: (id, plan) => client.call(operatorOperations.setPlan, { params: { id }, body: { plan } }),
    revoke: async (id) => {
      await client.call(operatorOperations.revokeKey, { params: { id } });
    },
    signInLink: async (id) => (await client.call(operatorOperations.issueSignInLink, { params: { id } })).one_time_token,
    invite: ({ accountId, ...wish }) =>
      client.call(operatorOperations.inviteMember, { body: { account_id: accountId, ...wish } }),
    addWebhook: ({ accountId, environment }, { url, events }) =>
      client.call(operatorOperations.addWebhook, { body: { account_id: accountId, environment, url, events } }),
    webhooks: async ({ accountId, environment }) =>
      (await client.call(operatorOperations.listWebhooks, { query: { account_id: accountId, environment } })).data,
    removeWebhook: async (accountId, id) => {
      await client.call(operatorOperations.removeWebhook, { params: { id }, query: { account_id: accountId } });
    },
  };
}
