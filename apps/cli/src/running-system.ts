import { type ServiceName, SERVICES } from '@fulfilment/contracts';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConfigError, withFiles } from '@fulfilment/config';
import type { Run } from '@fulfilment/dev-stack/run-file';
import type { OperatorClientOptions } from '@fulfilment/identity';
import { Refused } from './command.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface RunningSystem extends OperatorClientOptions {
  /** The account of commands that name none. */
  readonly demoAccountId: string | undefined;
}

const signingKey = z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), d: z.string(), kid: z.string() });

type ListedProcess = Pick<Run['processes'][number], 'name' | 'baseUrl' | 'internalPort'>;

// The files that `npm start` writes into its data folder. Engines are listed too, and the base URL of a broker is no URL.
const run = z.looseObject({
  pid: z.int().positive(),
  processes: z.array(z.looseObject({ name: z.string(), baseUrl: z.string(), internalPort: z.int().optional() })),
}) satisfies z.ZodType<Pick<Run, 'pid'> & { readonly processes: readonly ListedProcess[] }>;
const secrets = z.looseObject({ signingKey });
const accounts = z.looseObject({ demo: z.looseObject({ accountId: z.string() }) });

const named = z.object({
  GATEWAY_INTERNAL_URL: z.url(),
  WEBHOOKS_URL: z.url(),
  JWT_PRIVATE_KEY: z.string().transform(jsonOrNothing).pipe(signingKey),
});
const NAMES = Object.keys(named.shape);
const OTHERS = SERVICES.filter((name) => name !== 'webhooks').map((name) => ({ name, variable: `${name.toUpperCase()}_URL` }));
const others = z.object(Object.fromEntries(OTHERS.map(({ variable }) => [variable, z.url().optional()])));

const DEFAULT_FOLDER = fileURLToPath(new URL('../../../.data', import.meta.url));

/**
 * Finds the system that the environment names (`GATEWAY_INTERNAL_URL`, `WEBHOOKS_URL`, `JWT_PRIVATE_KEY` or, for the file that holds
 * it, `JWT_PRIVATE_KEY_FILE`; for their dead letters `INVENTORY_URL`, `ORDERS_URL` and `SCANS_URL`), by default the one that `npm start` runs on the data folder (`FULFILMENT_DATA`,
 * by default `.data` of the workspace).
 *
 * @throws Refused without one.
 */
export async function findSystem(environment: Environment): Promise<RunningSystem> {
  const env = valuesOf(environment);
  if (!NAMES.some((name) => env[name])) return await systemOnFolder(resolve(env['FULFILMENT_DATA'] || DEFAULT_FOLDER));
  const [main, rest] = [named.safeParse(env), others.safeParse(env)];
  if (!main.success || !rest.success)
    throw new Refused(`Another system needs all of ${NAMES.join(', ')} (two URLs and a private JWK).`);
  const urls = {
    gateway: main.data.GATEWAY_INTERNAL_URL,
    webhooks: main.data.WEBHOOKS_URL,
    ...Object.fromEntries(OTHERS.map(({ name, variable }) => [name, rest.data[variable]] as const).filter(([, url]) => url)),
  };
  return { urls, signingKey: main.data.JWT_PRIVATE_KEY, demoAccountId: undefined };
}

/** The environment with what its `‹variable›_FILE` name. @throws Refused naming a file that cannot be read. */
function valuesOf(env: Environment): Environment {
  try {
    return withFiles(NAMES, env);
  } catch (error) {
    throw error instanceof ConfigError ? new Refused(error.message.replace(/^.*\n */, '')) : error;
  }
}

async function systemOnFolder(folder: string): Promise<RunningSystem> {
  const running = await read(join(folder, 'run.json'), run);
  const kept = await read(join(folder, 'secrets.json'), secrets);
  if (!running || !kept || !isAlive(running.pid)) throw new Refused('The system is not running. Start it with: npm start');
  const demoAccountId = (await read(join(folder, 'accounts.json'), accounts))?.demo.accountId;
  return { urls: urlsOf(running.processes), signingKey: kept.signingKey, demoAccountId };
}

function urlsOf(processes: readonly ListedProcess[]): RunningSystem['urls'] {
  const gateway = processes.find(({ name }) => name === 'gateway');
  const consumers = processes.flatMap(({ name, baseUrl }) => (isConsumer(name) ? [[name, baseUrl] as const] : []));
  if (!gateway?.internalPort || consumers.length < SERVICES.length) throw new Refused('The system is still starting. Try again.');
  const internal = new URL(gateway.baseUrl);
  internal.port = String(gateway.internalPort);
  return { gateway: internal.origin, ...Object.fromEntries(consumers) };
}

function isConsumer(name: string): name is ServiceName {
  return SERVICES.some((known) => known === name);
}

async function read<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema> | undefined> {
  return schema.safeParse(jsonOrNothing(await readFile(file, 'utf8').catch(() => ''))).data;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
