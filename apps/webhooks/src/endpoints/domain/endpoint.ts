import type { Tenant } from '@fulfilment/kernel';

/** Endpoints that one tenant may have. */
export const MAX_ENDPOINTS = 50;

/** In an endpoint's selection: every type, those of later versions too. */
const EVERY_TYPE = '*';

/**
 * What falls due to an endpoint that is paused or disabled is held. `gone`: the receiver answered 410; `failing`: it has taken
 * nothing for days.
 */
export type EndpointState =
  | { readonly status: 'active' }
  | { readonly status: 'paused' }
  | { readonly status: 'disabled'; readonly reason: 'gone' | 'failing'; readonly disabledAt: Date };

/** Several events in one request: as many, or those of as long. */
export interface BatchRule {
  readonly maxEvents: number;
  readonly maxWaitMs: number;
}

/** What the owner chooses. */
export interface EndpointSettings {
  readonly url: string;
  /** Event types, or `*` alone. */
  readonly events: readonly string[];
  readonly description: string | null;
  /** A content filter as JSON. */
  readonly filter: string | null;
  /** Whether the events of one record come one after the other. */
  readonly ordered: boolean;
  readonly batch: BatchRule | null;
  /** Deliveries a second at most. */
  readonly maxRate: number | null;
}

/** What is shown of a secret. */
export interface EndpointSecret {
  readonly id: string;
  readonly last4: string;
  readonly createdAt: Date;
  /** From when on it signs nothing any more; null for the newest. */
  readonly endsAt: Date | null;
}

/** How the receiver has answered. */
export interface EndpointHealth {
  /** The first failure after the last success. */
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** In a row. */
  readonly failures: number;
}

/** Where a tenant wants its events sent. */
export interface Endpoint extends EndpointSettings {
  readonly id: string;
  readonly tenant: Tenant;
  readonly state: EndpointState;
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[];
  /** Until when the receiver asked for rest. */
  readonly restsUntil: Date | null;
  readonly health: EndpointHealth;
  /** Raised by each change that the owner or the operator makes, and by its end. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is known of an endpoint that nothing was sent to yet. */
export const UNTRIED: EndpointHealth = { failingSince: null, lastSuccessAt: null, lastFailureAt: null, failures: 0 };

/** Whether an endpoint with this selection gets events of `type`. */
export function selects(events: readonly string[], type: string): boolean {
  return events.includes(EVERY_TYPE) || events.includes(type);
}

/** The most secrets that sign at once. */
export const MAX_LIVING_SECRETS = 5;

/**
 * Puts a new secret before the others, which end after the overlap, or earlier where they were to. With no overlap all of them
 * have ended.
 *
 * @returns undefined where too many would live: none is ended before the time that was promised for it.
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

/** Those that sign at a moment. */
export function livingSecrets<Secret extends Pick<EndpointSecret, 'endsAt'>>(
  secrets: readonly Secret[],
  at: Date,
): readonly Secret[] {
  return secrets.filter(({ endsAt }) => endsAt === null || endsAt > at);
}

/** Ports of the system that may be delivered to; the others below 1024 belong to mail, shells and the like. */
const OPEN_SYSTEM_PORTS: ReadonlySet<number> = new Set([80, 443]);
const FIRST_USER_PORT = 1_024;

export interface UrlRules {
  /** Whether the operator lets deliveries go over plain http. */
  readonly allowHttp: boolean;
}

/**
 * What is wrong with an endpoint's URL, before its host is looked at.
 *
 * @returns a sentence for whoever gave it; undefined where nothing is wrong.
 */
export function refuseUrl(text: string, rules: UrlRules): string | undefined {
  if (!URL.canParse(text)) return 'The URL cannot be read.';
  const url = new URL(text);
  return refuseScheme(url, rules) ?? refuseCredentials(url) ?? refusePort(url);
}

function refuseScheme({ protocol }: URL, { allowHttp }: UrlRules): string | undefined {
  if (protocol === 'https:' || (protocol === 'http:' && allowHttp)) return undefined;
  return allowHttp ? 'The URL must begin with https:// or http://.' : 'The URL must begin with https://.';
}

function refuseCredentials({ username, password }: URL): string | undefined {
  return username === '' && password === '' ? undefined : 'The URL must not carry a user name or password.';
}

function refusePort(url: URL): string | undefined {
  const port = portOf(url);
  return port >= FIRST_USER_PORT || OPEN_SYSTEM_PORTS.has(port) ? undefined : 'The port must be 80, 443 or 1024 and above.';
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
