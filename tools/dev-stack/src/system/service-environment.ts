import { describeSettings } from '@fulfilment/config';
import type { Engines } from '../engines/start-engines.ts';
import { systemVariables } from '../processes/kept-process.ts';
import { publicKeys, type Secrets } from './secrets.ts';
import { type ProcessName, SERVICES } from '@fulfilment/contracts';
import { databaseOf, type ServicePlan } from './services.ts';

/** The settings that the environment of every process is made from. */
export interface SystemSettings {
  /** The supervisor's own: what it does not decide is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly engines: Pick<Engines, 'kafkaBrokers' | 'mongodbUrl' | 'redisUrl'>;
  readonly secrets: Secrets;
  readonly plans: readonly ServicePlan[];
  readonly publicUrl: string;
  /** Before databases, topics and Redis keys, so that systems can share engines; empty for none. */
  readonly namespace: string;
  readonly compileCacheDir: string;
  /** Folder of the built console; undefined where there is none, or the bundle of the gateway has it. */
  readonly consoleDir?: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of one process: its own settings, and what every process of this machine needs. Credentials of other programs, which
 * the supervisor was started with, stay with it.
 */
export async function serviceEnvironment(plan: ServicePlan, settings: SystemSettings): Promise<Environment> {
  const own = await settingNames(plan.service);
  const given = Object.fromEntries(own.map((name) => [name, settings.env[name]]));
  const decided = { ...common(plan, settings), ...OWN[plan.service](settings) };
  return { ...systemVariables(settings.env), ...WITHOUT_NOTICE, ...defined(given), ...decided };
}

function defined(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
}

/** The variables that a service reads, by the schema that it parses them with. */
async function settingNames(service: ProcessName): Promise<readonly string[]> {
  const file = new URL(`../../../../apps/${service}/src/config.ts`, import.meta.url);
  const module: unknown = await import(file.href);
  const schema = typeof module === 'object' && module !== null && 'Env' in module ? module.Env : undefined;
  return describeSettings(schema).map(({ name }) => name);
}

/** MiB of each half of the young generation, 16 by default: processes under load keep less memory resident, for a little more CPU. */
const YOUNG_GENERATION = '--max-semi-space-size=8';

/** All processes end together here: no client is left that could go to another one. */
const WITHOUT_NOTICE = { DRAIN_NOTICE_MS: '0' };

function common({ name, service, host, port, internalPort }: ServicePlan, settings: SystemSettings): Environment {
  const { engines, secrets, namespace } = settings;
  return {
    NODE_COMPILE_CACHE: settings.compileCacheDir,
    // What the user sets counts: the last of two does.
    NODE_OPTIONS: [YOUNG_GENERATION, settings.env['NODE_OPTIONS']].filter(Boolean).join(' '),
    HOST: host,
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    PUBLIC_URL: settings.publicUrl,
    MONGODB_URL: engines.mongodbUrl,
    MONGODB_DATABASE: databaseOf(service, namespace),
    KAFKA_BROKERS: engines.kafkaBrokers,
    // The local engines have one broker.
    KAFKA_REPLICATION_FACTOR: settings.env['KAFKA_REPLICATION_FACTOR'] || '1',
    TOPIC_PREFIX: namespace === '' ? '' : `${namespace}.`,
    INSTANCE_NAME: name,
    REDIS_URL: engines.redisUrl,
    REDIS_PREFIX: namespace === '' ? 'ful:' : `ful:${namespace}:`,
    JWT_PUBLIC_KEYS: publicKeys(secrets),
    CURSOR_SECRET: secrets.cursorSecret,
  };
}

const OWN: Readonly<Record<ProcessName, (settings: SystemSettings) => Environment>> = {
  gateway: ({ secrets, plans, consoleDir }) => ({
    CONSOLE_DIR: consoleDir,
    JWT_PRIVATE_KEY: JSON.stringify(secrets.signingKey),
    KEY_PEPPER: secrets.keyPepper,
    ...Object.fromEntries(SERVICES.map((name) => [`UPSTREAM_${name.toUpperCase()}`, addresses(name, plans)])),
  }),
  // One process of each service, as a rule, and no release before this one beside it.
  inventory: ({ env }) => ({ OUTBOX_BLOCKS: env['OUTBOX_BLOCKS'] ?? 'true' }),
  orders: ({ env }) => ({ OUTBOX_BLOCKS: env['OUTBOX_BLOCKS'] ?? 'true' }),
  scans: () => ({}),
  // On one's own machine the subscribers are there too; anywhere else both stay off.
  webhooks: ({ secrets, env }) => ({
    WEBHOOK_SECRET_KEY: secrets.webhookSecretKey,
    // No release before this one runs beside it.
    DROP_EVENT_EXPIRY_INDEX: env['DROP_EVENT_EXPIRY_INDEX'] ?? 'true',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    // Receivers of benchmarks and demonstrations stand for many, and share an origin and an address.
    WEBHOOK_HOST_RATE: env['WEBHOOK_HOST_RATE'] ?? '100000',
    WEBHOOK_TENANT_RATE: env['WEBHOOK_TENANT_RATE'] ?? '100000',
    WEBHOOK_UNPROVEN_RATE: env['WEBHOOK_UNPROVEN_RATE'] ?? '100000',
  }),
};

function addresses(service: ProcessName, plans: readonly ServicePlan[]): string {
  const own = plans.filter((plan) => plan.service === service);
  return own.map(({ host, port }) => `http://${host}:${port}`).join(',');
}
