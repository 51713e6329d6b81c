import { readFileSync } from 'node:fs';
import { z } from 'zod';

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A comma-separated list with at least one entry. */
export const commaList = z
  .string('is required, a comma-separated list')
  .transform(list)
  .pipe(z.array(z.string()).min(1, 'needs at least one entry'));

/** `true` or `false`. */
export const flag = z.enum(['true', 'false'], 'is true or false').transform((value) => value === 'true');

/** A TCP port; 0 lets the system choose. */
export const port = z.coerce.number('is a port, 0 to 65535').int().min(0).max(65_535);

/** A secret of at least 32 characters. */
export const secret = z.string('is required, at least 32 characters').min(32, 'is at least 32 characters');

/** JSON text as a value. */
export const jsonText = z.string('is required, JSON').transform((value, context): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
});

const file = z.string().min(1).optional();

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings of every process. `service` is the default of the database's name. */
export const commonSettings = (service: string) => ({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: port.default(0).describe('Port of the API; 0 for any free one.'),
  INTERNAL_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on for health checks, metrics and the operator; the API listens on `HOST`.'),
  INTERNAL_PORT: port.default(0).describe('Port of health checks, metrics and the operator; 0 for any free one.'),
  PUBLIC_URL: z
    .url('is an http(s) URL')
    .default('http://localhost:8080')
    .describe('URL at which clients reach the gateway, for links in answers.'),
  MONGODB_URL: z
    .string('is required, mongodb://…')
    .regex(/^mongodb(\+srv)?:\/\//, 'is mongodb://…')
    .describe('The replica set. Credentials and TLS are options of the URL: tls=true, tlsCAFile=….'),
  MONGODB_DATABASE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/, 'is 1 to 60 of A-Z, a-z, 0-9, "_" and "-"')
    .default(service)
    .describe("The service's own database."),
  REDIS_URL: z
    .string('is required, redis://…')
    .regex(/^rediss?:\/\//, 'is redis://…')
    .describe('Hints and rate limits. `rediss://` with TLS; user name and password as in rediss://user:password@….'),
  REDIS_TLS_CA: file.describe(
    'PEM file of the certificate authorities that are trusted for Redis (rediss://); by default those of Node.',
  ),
  REDIS_PREFIX: z.string().max(60).default('ful:').describe('Prefix of every key and channel in Redis.'),
  JWT_PUBLIC_KEYS: jsonText
    .pipe(z.looseObject({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })).min(1) }, 'is a JWK Set'))
    .describe('Public keys that identities are verified with, a JWK Set (RFC 7517).'),
  DRAIN_NOTICE_MS: z.coerce
    .number('is a number of milliseconds, 0 to 60000')
    .int()
    .min(0)
    .max(60_000)
    .default(3_000)
    .describe(
      'Milliseconds after SIGTERM in which the process reports not ready and still serves, so that its clients go elsewhere.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'is an http(s) URL' })
    .optional()
    .describe(
      'Base URL of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to; without it none are recorded. Other settings of the exporter, such as `OTEL_EXPORTER_OTLP_HEADERS`, are those of OpenTelemetry.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('is a share, 0 to 1')
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces that are recorded, 0 to 1. The trace id decides, so every process records the same ones.'),
  START_WAIT_SECONDS: z.coerce
    .number('is a number of seconds, 0 to 3600')
    .int()
    .min(0)
    .max(3_600)
    .default(60)
    .describe(
      'Seconds that a process waits for MongoDB and Kafka at its start; every 5 s it logs which one is away, and at the end it exits with one line. It does not wait for Redis, and serves without it.',
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `is one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('Lowest level that is logged.'),
});

const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** The settings of every process that uses Kafka. */
export const kafkaSettings = {
  KAFKA_BROKERS: commaList.describe('Bootstrap brokers, as host:port, comma-separated.'),
  KAFKA_TLS: flag.default(false).describe('`true`: connections to brokers use TLS.'),
  KAFKA_TLS_CA: file.describe('PEM file of the certificate authorities that are trusted for brokers; by default those of Node.'),
  KAFKA_TLS_CERT: file.describe('PEM file of the client certificate, where brokers ask for one.'),
  KAFKA_TLS_KEY: file.describe('PEM file of the private key of KAFKA_TLS_CERT.'),
  KAFKA_SASL_MECHANISM: z
    .enum(SASL_MECHANISMS, `is one of ${SASL_MECHANISMS.join(', ')}`)
    .optional()
    .describe('Authentication at the brokers; none by default.'),
  KAFKA_SASL_USERNAME: z.string().optional().describe('User name for KAFKA_SASL_MECHANISM.'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe('Password for KAFKA_SASL_MECHANISM.'),
  TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,60}$/, 'is at most 60 of A-Z, a-z, 0-9, ".", "_" and "-"')
    .default('')
    .describe('Prefix of every topic and consumer group.'),
  INSTANCE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/, 'is 1 to 100 of A-Z, a-z, 0-9, ".", "_" and "-"')
    .optional()
    .describe(
      'Stable name of the process, such as its pod; at most one process of a service may have it at a time. After a kill, the next process of that name takes over its leases at once; without a name, others wait up to 6 s for them.',
    ),
  KAFKA_REPLICATION_FACTOR: z.coerce
    .number('is 1 to 9')
    .int()
    .min(1)
    .max(9)
    .default(3)
    .describe(
      'Replicas of each topic; a process does not start where a topic has fewer. Use 1 only where records may be lost, as on a laptop.',
    ),
  KAFKA_PARTITIONS: z.coerce
    .number('is 1 to 200')
    .int()
    .min(1)
    .max(200)
    .default(12)
    .describe(
      'Partitions of a topic that is created at start. `topics grow` adds partitions to an existing topic; none is ever removed.',
    ),
};

/** The settings of a service that publishes messages from its store. */
export const publishingSettings = {
  OUTBOX_REPUBLISH_SINCE: z.iso
    .datetime({ offset: true, error: 'is an RFC 3339 time, such as 2026-11-24T09:00:00Z' })
    .transform((text) => new Date(text))
    .optional()
    .describe(
      'At its start a process publishes again all messages since this time, before any later ones. Set it for the first start after a backup is restored: `outbox republish --since` runs later, and could publish a message after a later one of the same record.',
    ),
};

/** Seconds after which a command whose answer has not come is sent again. */
export const resendSeconds = z.coerce
  .number('is a number of seconds, 1 to 86400')
  .int()
  .min(1)
  .max(86_400)
  .default(300)
  .describe('Seconds after which a command that inventory has not answered is sent again; checked once a minute.');

/** The settings of a service with lists. */
export const pagingSettings = { CURSOR_SECRET: secret.describe('Signs the cursors of lists.') };

/**
 * Reads a process's settings once, at its start. The value of each variable may stand in a file that `‹variable›_FILE` names.
 *
 * @returns the settings, frozen.
 * @throws ConfigError naming every bad variable at once, never its value: the message is logged.
 */
export function parseEnv<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): Readonly<z.output<Schema>> {
  const parsed = schema.safeParse(withFiles(Object.keys(schema.shape), env));
  if (!parsed.success) throw new ConfigError(describe(parsed.error));
  return Object.freeze(parsed.data);
}

/**
 * The environment with the values of variables that are in files: `KEY_PEPPER_FILE=/run/secrets/key-pepper` stands for `KEY_PEPPER`.
 * A line break at the end of a file does not count, nor does an empty variable, which is how a shell or a compose file says "not set".
 *
 * @param names the variables that may be in files.
 * @throws ConfigError naming each variable that is given in both ways, and each file that is empty or cannot be read.
 */
export function withFiles(names: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const faults: string[] = [];
  for (const name of names) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    const { value, fault } = name in given ? { value: '', fault: `is given together with ${name}` } : readSetting(path);
    if (fault === undefined) given[name] = value;
    else faults.push(`  ${name}_FILE: ${fault}`);
  }
  if (faults.length > 0) throw new ConfigError(['Bad configuration:', ...faults].join('\n'));
  return given;
}

function readSetting(path: string): { readonly value: string; readonly fault?: string } {
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return value === '' ? { value, fault: 'names an empty file' } : { value };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    return { value: '', fault: `names a file that cannot be read (${code})` };
  }
}

/**
 * A fault that people mend: settings that are missing or wrong, an engine that is away or cannot do what is asked. Its message says how,
 * in one line; of settings, in one for each bad variable.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function describe(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.') || '(settings)'}: ${issue.message}`);
  return ['Bad configuration:', ...lines].join('\n');
}

/** One variable, for the reference. */
export interface SettingDescription {
  readonly name: string;
  readonly meaning: string;
  /** The default, as it would be written; undefined where the variable is required. */
  readonly fallback: string | undefined;
}

/**
 * The environment variables of a process, in the order of its schema.
 *
 * @param schema the object schema that the process parses its environment by.
 * @throws Error where it is no such schema, or naming the variable that is not described.
 */
export function describeSettings(schema: unknown): readonly SettingDescription[] {
  if (!(schema instanceof z.ZodObject)) throw new Error('The schema of the settings is not an object of zod');
  return Object.entries(schema.shape).map(([name, setting]) => {
    const meaning = z.globalRegistry.get(setting)?.description;
    if (meaning === undefined) throw new Error(`${name} is not described`);
    const unset = setting instanceof z.ZodType ? setting.safeParse(undefined) : { success: false as const };
    return { name, meaning, fallback: unset.success ? written(unset.data) : undefined };
  });
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
