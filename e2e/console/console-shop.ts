import type { MemberRole } from '@fulfilment/contracts';
import { joinAccount, type SignedInMember } from '../system/member.ts';
import { sharedTestSystem } from '../system/shared-system.ts';
import { makeShop, type Shop } from '../system/shop.ts';
import type { TestSystem } from '../system/start-test-system.ts';
import { type ConsoleBrowser, startConsoleBrowser } from './console-browser.ts';

/** An account on the shared system: a member who uses its console in a browser, and a client with a key of its sandbox. */
export interface ConsoleShop {
  readonly system: TestSystem;
  readonly browser: ConsoleBrowser;
  readonly accountId: string;
  readonly member: SignedInMember;
  readonly shop: Shop;
}

/** Its browser is to be stopped. @param name of the account. @param role of the member. */
export async function openConsoleShop(name: string, role: MemberRole = 'manager'): Promise<ConsoleShop> {
  const system = await sharedTestSystem();
  const { id: accountId } = await system.operator.account(name);
  const member = await joinAccount(system, { accountId, role });
  const shop = makeShop(system.call, (await system.operator.key({ accountId, environment: 'sandbox' })).key);
  const browser = await startConsoleBrowser(system);
  return { system, browser, accountId, member, shop };
}
