import type { Tenant } from '@fulfilment/kernel';
import type { Subscription } from './subscription.ts';

/** The most endpoints of one tenant where no bound comes with its request. */
export const MAX_ENDPOINTS = 50;

/** The most secrets that sign at the same time. */
export const MAX_LIVING_SECRETS = 5;

/**
 * Deliveries to an endpoint that is paused or disabled are held. `gone`: the receiver answered 410; `failing`: every attempt has
 * failed for days.
 */
export type EndpointState =
  | { readonly status: 'active' }
  | { readonly status: 'paused' }
  | { readonly status: 'disabled'; readonly reason: DisableReason; readonly disabledAt: Date };

export type DisableReason = 'gone' | 'failing';

/** Batched delivery: a request is sent once it has this many events or its first event has waited this long. */
export interface BatchRule {
  readonly maxEvents: number;
  readonly maxWaitMs: number;
}

/** The settings that the owner chooses. */
export interface EndpointSettings extends Subscription {
  readonly url: string;
  readonly description: string | null;
  /** True for ordered delivery: the events of one record are delivered one after another. */
  readonly ordered: boolean;
  readonly batch: BatchRule | null;
  /** Deliveries a second. */
  readonly maxRate: number | null;
}

/** The public facts of a secret. */
export interface EndpointSecret {
  readonly id: string;
  readonly last4: string;
  readonly createdAt: Date;
  /** End of its validity; null for the newest. */
  readonly endsAt: Date | null;
}

/** The record of an endpoint's failures and successes. */
export interface EndpointHealth {
  /** First failure after the last success, or after a quiet time; null while it succeeds. */
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Consecutive failures. */
  readonly failures: number;
  /** Warnings of the coming auto-disable that were given. */
  readonly notices: number;
}

/** The health of an endpoint without any attempt. */
export const UNTRIED: EndpointHealth = {
  failingSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  failures: 0,
  notices: 0,
};

/** A tenant's webhook endpoint. */
export interface Endpoint extends EndpointSettings {
  readonly id: string;
  readonly tenant: Tenant;
  readonly state: EndpointState;
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[];
  /** End of the pause between attempts that the receiver asked for or that its failures caused. */
  readonly restsUntil: Date | null;
  readonly health: EndpointHealth;
  /** Raised by each change of the owner or the operator, and by auto-disable. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Adds a new secret. The older ones end after the overlap, or earlier if they already were to; with an overlap of 0 at once.
 *
 * @returns undefined if too many would be valid: no secret ends before the time that was promised for it.
 */
export function rotateSecrets(
  secrets: readonly EndpointSecret[],
  next: EndpointSecret,
  overlapMs: number,
): readonly EndpointSecret[] | undefined {
  const end = new Date(next.createdAt.getTime() + overlapMs);
  const older = secrets
    .map((secret) => ({ ...secret, endsAt: secret.endsAt && secret.endsAt < end ? secret.endsAt : end }))
    .filter(({ endsAt }) => endsAt > next.createdAt);
  return older.length < MAX_LIVING_SECRETS ? [next, ...older] : undefined;
}

/** The secrets that are valid at a moment. */
export function livingSecrets<Secret extends Pick<EndpointSecret, 'endsAt'>>(
  secrets: readonly Secret[],
  at: Date,
): readonly Secret[] {
  return secrets.filter(({ endsAt }) => endsAt === null || endsAt > at);
}

export interface UrlRules {
  /** True if the operator allows plain http. */
  readonly allowHttp: boolean;
}

/** Privileged ports that deliveries may use; the others below 1024 belong to mail, shells and the like. */
const OPEN_SYSTEM_PORTS: ReadonlySet<number> = new Set([80, 443]);
const FIRST_USER_PORT = 1_024;

/**
 * Checks the syntax, scheme, credentials and port of an endpoint's URL; its host is checked separately.
 *
 * @returns a sentence for the caller; undefined if the URL is acceptable.
 */
export function refuseUrl(text: string, { allowHttp }: UrlRules): string | undefined {
  if (!URL.canParse(text)) return 'The URL cannot be parsed.';
  const { protocol, port } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && allowHttp))
    return allowHttp ? 'The URL must begin with https:// or http://.' : 'The URL must begin with https://.';
  const part = partRefused(text);
  if (part !== undefined) return `The URL must not contain ${part}.`;
  const defaultPort = protocol === 'https:' ? 443 : 80;
  const number = port === '' ? defaultPort : Number(port);
  if (number < FIRST_USER_PORT && !OPEN_SYSTEM_PORTS.has(number)) return 'The port must be 80, 443 or 1024 and above.';
  return undefined;
}

function partRefused(text: string): string | undefined {
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') return 'a user name or password';
  return text.includes('#') ? 'a fragment, which is never sent' : undefined;
}
