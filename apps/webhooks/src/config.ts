import { commonSettings, flag, kafkaSettings, pagingSettings, parseEnv } from '@fulfilment/config';
import { z } from 'zod';
import { RETRY_SCHEDULE_SECONDS } from './model/domain/retry-schedule.ts';
import { type Cidr, parseCidr } from './sending/ssrf-guard.ts';

const SECRET_KEY_BYTES = 32;
const LONGEST_WAIT_SECONDS = 604_800;
const MOST_TRIES = 100;
const DISABLE_AFTER_SECONDS = 345_600;
/** No event is held for longer than 30 days. */
const LONGEST_DISABLE_SECONDS = 2_592_000;

/** A comma-separated list; `parse` throws where `message` applies. */
const commaList = <Items>(message: string, parse: (parts: readonly string[]) => Items) =>
  z.string().transform((text, context): Items => {
    const parts = text.split(',').map((part) => part.trim());
    try {
      return parse(parts.filter((part) => part !== ''));
    } catch {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });

const secretKey = z
  .base64('is required, the base64 of 32 bytes')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === SECRET_KEY_BYTES, 'is the base64 of 32 bytes');

const secretKeys = commaList('is a comma-separated list, each the base64 of 32 bytes', (parts): readonly Buffer[] =>
  parts.map((part) => secretKey.parse(part)),
);

const cidrs = commaList('is a comma-separated list of ranges such as 10.1.0.0/16', (parts): readonly Cidr[] =>
  parts.map(parseCidr),
);

const waits = z.array(z.coerce.number().min(0).max(LONGEST_WAIT_SECONDS)).min(1).max(MOST_TRIES).readonly();
const schedule = commaList(`is a comma-separated list of 1 to ${MOST_TRIES} waits in seconds`, (parts) => waits.parse(parts));

const milliseconds = (least: number, most: number) =>
  z.coerce.number(`is milliseconds, ${least} to ${most}`).int().min(least).max(most);

const perHost = (least: number, most: number) =>
  z.coerce.number(`is a whole number, ${least} to ${most}`).int().min(least).max(most);

export const Env = z.object({
  ...commonSettings('webhooks'),
  ...kafkaSettings,
  ...pagingSettings,
  WEBHOOK_SECRET_KEY: secretKey.describe('Base64 of 32 bytes: the key that encrypts the stored secrets of endpoints.'),
  WEBHOOK_SECRET_KEYS_OLD: secretKeys
    .default([])
    .describe(
      'Keys that `WEBHOOK_SECRET_KEY` replaced, comma-separated. A process that starts with them encrypts the secrets again with the current key; after that, remove them.',
    ),
  WEBHOOK_ALLOW_HTTP: flag.default(false).describe('`true`: endpoints may use plain http.'),
  WEBHOOK_ALLOWED_CIDRS: cidrs
    .default([])
    .describe('CIDR ranges that are exempt from the block on private, loopback and similar addresses, comma-separated.'),
  WEBHOOK_RETRY_SCHEDULE: schedule
    .default([...RETRY_SCHEDULE_SECONDS])
    .describe('Seconds to wait before each attempt of a delivery, the first included, comma-separated.'),
  WEBHOOK_DEADLINE_MS: milliseconds(100, 60_000).default(15_000).describe('Milliseconds that a delivery attempt may take.'),
  WEBHOOK_CONNECT_MS: milliseconds(100, 60_000).default(5_000).describe('Milliseconds that connecting to an endpoint may take.'),
  WEBHOOK_HOST_CONCURRENCY: perHost(1, 10_000)
    .default(256)
    .describe('Most attempts of one process in flight at one origin (scheme, host and port), over all tenants.'),
  WEBHOOK_HOST_RATE: perHost(1, 100_000)
    .default(1_000)
    .describe('Most attempts a second of one process at one origin, over all tenants.'),
  WEBHOOK_TENANT_RATE: perHost(1, 100_000)
    .default(1_000)
    .describe(
      "Most attempts a second of one tenant, at all its endpoints and from all processes together; a second's worth may start at once. While Redis is away, each process has its share.",
    ),
  WEBHOOK_SANDBOX_TENANT_RATE: perHost(1, 100_000)
    .optional()
    .describe('The same of one tenant in the sandbox; by default a tenth of `WEBHOOK_TENANT_RATE`, as its requests are.'),
  WEBHOOK_UNPROVEN_RATE: perHost(1, 100_000)
    .default(50)
    .describe(
      "Most attempts a second of one process at one address (IPv4, or the /64 of IPv6), over all tenants and host names, for URLs that have not answered 2xx yet; a second's worth may start at once.",
    ),
  WEBHOOK_DISABLE_AFTER_SECONDS: z.coerce
    .number('is seconds, 1 to 2592000')
    .min(1)
    .max(LONGEST_DISABLE_SECONDS)
    .default(DISABLE_AFTER_SECONDS)
    .describe('Seconds without a successful attempt after which a failing endpoint is disabled. Its events are held.'),
  DROP_EVENT_EXPIRY_INDEX: flag
    .default(false)
    .describe(
      '`true`: at its start a process drops the index by which MongoDB removes expired events, and removes them itself, so that storing an event costs less. Set it once no process of a release without this setting can run again: such processes do not start without the index.',
    ),
  WEBHOOK_LEASE_MS: milliseconds(1_000, 60_000)
    .default(5_000)
    .describe(
      'Lease of endpoints, in milliseconds: when it ends, another process takes over the endpoints of a process that died.',
    ),
});
export type Config = Readonly<z.output<typeof Env>>;

/** @throws ConfigError naming every bad variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => parseEnv(Env, env);
