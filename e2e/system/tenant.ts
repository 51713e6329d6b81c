import { eventually } from '@fulfilment/testing';
import type { Environment, Stoppable, Tenant } from '@fulfilment/kernel';
import { type Receiver, startReceiver } from './receiver.ts';
import { makeShop, type Shop } from './shop.ts';
import type { TestSystem } from './start-test-system.ts';

/** An account of its own in one environment, its admin, and a subscriber to all its events. */
export interface TestTenant extends Stoppable {
  readonly tenant: Tenant;
  readonly shop: Shop;
  readonly subscriber: Receiver;
  /** Of its webhook endpoint. */
  readonly secret: string;
}

/** Opens a new account, or another environment of one. */
export async function openTenant(
  { call, operator }: Pick<TestSystem, 'call' | 'operator'>,
  { accountId, environment = 'sandbox' }: { readonly accountId?: string; readonly environment?: Environment } = {},
): Promise<TestTenant> {
  const tenant = { accountId: accountId ?? (await operator.account('A shop of a test')).id, environment };
  const { key } = await operator.key(tenant);
  const subscriber = await startReceiver();
  const { id, secret } = await operator.addWebhook(tenant, { url: subscriber.url, events: ['*'] });
  subscriber.trust(secret);
  const stop = async (): Promise<void> => {
    // Refused with 503 while intake of a busy system changes the tenant's document again and again.
    await eventually(() => operator.removeWebhook(tenant.accountId, id));
    await subscriber.stop();
  };
  return { tenant, shop: makeShop(call, key), subscriber, secret, stop };
}
