import { accountRecord } from '@fulfilment/contracts';
import type { Desk } from './command.ts';

/**
 * The account that a command is for, once the gateway has said that there is one: other services do not know accounts, and a
 * list of an account with a typo in it would look empty.
 *
 * @throws Refused if there is none.
 */
export async function knownAccount({ call, account }: Desk, named: string | undefined): Promise<string> {
  const path = `/accounts/${encodeURIComponent(account(named))}`;
  const { id } = await call({ service: 'gateway', method: 'GET', path, answer: accountRecord });
  return id;
}
