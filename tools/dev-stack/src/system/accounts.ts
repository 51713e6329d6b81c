import { join } from 'node:path';
import { accountRecord, issuedKey, type Plan } from '@fulfilment/contracts';
import { z } from 'zod';
import type { OperatorClient } from './operator-client.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const account = z.object({ accountId: z.string(), key: z.string() });

const accounts = z.object({
  /** For the newcomer: what `npm start` prints. */
  demo: account,
  /** For the order that proves that the system works: its records are in nobody's way. */
  selfTest: account,
});

/** The accounts that a data folder's system has from the start, each with a sandbox key of role admin. */
export type Accounts = Readonly<z.infer<typeof accounts>>;

/** How the running gateway is reached. */
export interface GatewayAddresses {
  readonly baseUrl: string;
  readonly internalUrl: string;
}

/** The accounts written down in a data folder. */
export async function readAccounts(dataDir: string): Promise<Accounts | undefined> {
  return await readPrivateFile(fileIn(dataDir), accounts);
}

/** The accounts of a data folder, made by the gateway's operator API where there are none or the gateway does not know them. */
export async function ensureAccounts(dataDir: string, gateway: GatewayAddresses, call: OperatorClient): Promise<Accounts> {
  const kept = await readAccounts(dataDir);
  if (kept && (await isKnown(kept.demo.key, gateway)) && (await isKnown(kept.selfTest.key, gateway))) return kept;
  const make = (name: string, plan: Plan) => makeAccount({ name, plan, gateway, call });
  const [demo, selfTest] = await Promise.all([make('Demo', 'enterprise'), make('Self-test', 'evaluation')]);
  const made = { demo, selfTest };
  await writePrivateFile(fileIn(dataDir), made);
  return made;
}

interface NewAccount {
  readonly name: string;
  readonly plan: Plan;
  readonly gateway: GatewayAddresses;
  readonly call: OperatorClient;
}

async function makeAccount({ name, plan, gateway, call }: NewAccount): Promise<z.infer<typeof account>> {
  const operator = `${gateway.internalUrl}/operator/v1`;
  const made = await call({
    audience: 'gateway',
    method: 'POST',
    url: `${operator}/accounts`,
    body: { name, plan },
    answer: accountRecord,
  });
  const body = { account_id: made.id, environment: 'sandbox', role: 'admin', name: 'npm start', burst: 1000, rate: 100 };
  const { key } = await call({ audience: 'gateway', method: 'POST', url: `${operator}/keys`, body, answer: issuedKey });
  return { accountId: made.id, key };
}

async function isKnown(key: string, { baseUrl }: GatewayAddresses): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v1/inventory?limit=1`, { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
  return response.status !== 401;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'accounts.json');
}
