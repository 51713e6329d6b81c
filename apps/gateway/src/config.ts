import { commaList, commonSettings, jsonText, pagingSettings, parseEnv, port, secret } from '@fulfilment/config';
import { z } from 'zod';
import { isAddressRange } from './authentication/client-address.ts';
import { providerVariables, setTogether } from './single-sign-on/provider-settings.ts';

const upstreams = (service: string) =>
  commaList
    .pipe(
      z.array(
        z.url({ protocol: /^https?$/, error: 'is a comma-separated list of http(s) URLs' }).refine(hasNoPath, 'has no path'),
      ),
    )
    .describe(`Base URLs of the processes of ${service}, comma-separated.`);

const milliseconds = (most: number) => z.coerce.number('is a number of milliseconds').int().min(1).max(most);

const privateJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
});

export const Env = z
  .object({
    ...commonSettings('gateway'),
    ...pagingSettings,
    PORT: port.default(8_080).describe('Port of the API.'),
    JWT_PRIVATE_KEY: jsonText
      .transform((value, context) => {
        const { success, data } = privateJwk.safeParse(value);
        if (success) return data;
        context.addIssue({ code: 'custom', message: 'is a private Ed25519 key as a JWK with its kid' });
        return z.NEVER;
      })
      .describe('Signs identities for services, a private JWK (RFC 8037).'),
    KEY_PEPPER: secret.describe('Pepper of the HMAC-SHA-256 that API keys are stored as. If it is lost, all keys are lost.'),
    KEY_PEPPERS_OLD: jsonText
      .pipe(z.array(secret))
      .default([])
      .describe(
        'Former values of KEY_PEPPER, a JSON array: their keys stay valid, and move to the current pepper when they are used.',
      ),
    UPSTREAM_INVENTORY: upstreams('inventory'),
    UPSTREAM_ORDERS: upstreams('orders'),
    UPSTREAM_SCANS: upstreams('scans'),
    UPSTREAM_WEBHOOKS: upstreams('webhooks'),
    UPSTREAM_TIMEOUT_MS: milliseconds(600_000)
      .default(30_000)
      .describe('Milliseconds without a byte from a service before the gateway answers 504.'),
    UPSTREAM_PATIENCE_MS: milliseconds(30_000)
      .default(2_000)
      .describe('Milliseconds for which a request that reached no process is retried.'),
    UPSTREAM_MAX_IN_FLIGHT: z.coerce
      .number()
      .int()
      .min(1)
      .max(65_536)
      .default(512)
      .describe('Most concurrent requests to one process.'),
    MAX_CONNECTIONS_PER_CLIENT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_536)
      .default(1_000)
      .describe(
        'Most open connections of one client (an IPv4 address, or the /64 of an IPv6 one); 0 for no limit. For TRUSTED_PROXIES, MAX_CONNECTIONS_PER_PROXY is the limit.',
      ),
    MAX_CONNECTIONS_PER_PROXY: z.coerce
      .number()
      .int()
      .min(0)
      .max(65_536)
      .default(10_000)
      .describe('Most open connections of one address of TRUSTED_PROXIES, which carry many clients; 0 for no limit.'),
    RATE_LIMIT_BUDGET_MS: milliseconds(1_000)
      .default(50)
      .describe('Milliseconds that Redis may take before the gateway decides alone.'),
    RATE_LIMIT_GATEWAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(1)
      .describe('Number of gateways, used until they can count each other: at a start without Redis.'),
    ACCOUNT_DELETION_DAYS: z.coerce
      .number()
      .int()
      .min(0)
      .max(365)
      .default(7)
      .describe('Days from the request to delete an account until it may be deleted; a resumed account is kept.'),
    CORS_ORIGINS: commaList.default([]).describe('Origins whose pages may use the API from a browser, comma-separated.'),
    TRUSTED_PROXIES: commaList
      .pipe(z.array(z.string().refine(isAddressRange, 'is a comma-separated list of ranges such as 10.0.0.0/8')))
      .default([])
      .describe('CIDR ranges of the proxies whose X-Forwarded-For is trusted, comma-separated.'),
    CONSOLE_DIR: z.string().default('').describe('Folder of the built console; by default the one in the bundle of the gateway.'),
    ...providerVariables,
  })
  .superRefine(setTogether);

export type Settings = Readonly<z.output<typeof Env>>;

/** @throws ConfigError naming every bad variable. */
export function readConfig(env: NodeJS.ProcessEnv): Settings {
  return parseEnv(Env, env);
}

function hasNoPath(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname === '/';
}
