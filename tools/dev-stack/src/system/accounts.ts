import { join } from 'node:path';
import type { Plan } from '@fulfilment/contracts';
import type { OperatorClient } from '@fulfilment/identity';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from './data-folder.ts';

const account = z.object({ accountId: z.string(), key: z.string() });

const accounts = z.object({
  /** For the newcomer: what `npm start` prints. */
  demo: account,
  /** For the order that proves that the system works: its records are in no user's way. */
  selfTest: account,
});

/** The accounts that a data folder's system has from the start, each with a sandbox key of role admin. */
export type Accounts = Readonly<z.infer<typeof accounts>>;

/** The accounts written down in a data folder. */
export async function readAccounts(dataDir: string): Promise<Accounts | undefined> {
  return await readPrivateFile(fileIn(dataDir), accounts);
}

/** The accounts of a data folder, made by the gateway's operator API where there are none or the gateway does not know them. */
export async function ensureAccounts(dataDir: string, baseUrl: string, operator: OperatorClient): Promise<Accounts> {
  const kept = await readAccounts(dataDir);
  if (kept && (await isKnown(kept.demo.key, baseUrl)) && (await isKnown(kept.selfTest.key, baseUrl))) return kept;
  const [demo, selfTest] = await Promise.all([
    makeAccount(operator, 'Demo', 'enterprise'),
    makeAccount(operator, 'Self-test', 'evaluation'),
  ]);
  const made = { demo, selfTest };
  await writePrivateFile(fileIn(dataDir), made);
  return made;
}

/** The person that the demo account has from the start. */
const DEMO_OWNER = 'owner@example.com';

/** A link that signs the owner of an account in to the console once, within 15 minutes; the owner is invited where there is none. */
export async function ownerSignInLink(accountId: string, operator: OperatorClient): Promise<string> {
  // Loaded while the engines start.
  const { operatorOperations } = await import('@fulfilment/contracts');
  const query = { account_id: accountId };
  const { data } = await operator.call(operatorOperations.listMembers, { query });
  const body = { ...query, email: DEMO_OWNER, role: 'owner' } as const;
  const { id } = data.find(({ role }) => role === 'owner') ?? (await operator.call(operatorOperations.inviteMember, { body }));
  const { one_time_token: link } = await operator.call(operatorOperations.issueSignInLink, { params: { id } });
  return link.url;
}

async function makeAccount(operator: OperatorClient, name: string, plan: Plan): Promise<z.infer<typeof account>> {
  const { operatorOperations } = await import('@fulfilment/contracts');
  const { id: accountId } = await operator.call(operatorOperations.createAccount, { body: { name, plan } });
  const limit = { burst: 1_000, rate: 100 };
  const body = { account_id: accountId, environment: 'sandbox', role: 'admin', name: 'npm start', ...limit } as const;
  const { key } = await operator.call(operatorOperations.issueKey, { body });
  return { accountId, key };
}

async function isKnown(key: string, baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v1/inventory?limit=1`, { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
  return response.status !== 401;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'accounts.json');
}

/** One call of the public API. */
interface ApiCall<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: unknown;
  readonly answer: Schema;
  /** The statuses that are taken for an answer; 200 and 201 by default. */
  readonly statuses?: readonly number[];
}

/** Calls the public API with a key. */
export type ApiClient = <Schema extends z.ZodType>(call: ApiCall<Schema>) => Promise<z.output<Schema>>;

/** @throws Error (each call) with the status and the problem document if the answer is not one of those that are taken. */
export function makeApiClient(baseUrl: string, key: string): ApiClient {
  return async ({ method, path, body, answer, statuses = [200, 201] }) => {
    const response = await fetch(`${baseUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!statuses.includes(response.status)) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    return answer.parse(JSON.parse(text));
  };
}
