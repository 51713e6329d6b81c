import type { Environment } from '@fulfilment/kernel';

/** The size of a token bucket and its refill rate. */
export interface Limit {
  /** Requests at once. */
  readonly burst: number;
  /** Requests a second, sustained. */
  readonly rate: number;
}

const KEY_DEFAULTS = {
  sandbox: { burst: 100, rate: 10 },
  production: { burst: 1_000, rate: 100 },
} as const satisfies Record<Environment, Limit>;

const TENANT_FACTOR = 10;

/** Of a client address that sends requests without a valid key. */
export const ADDRESS_LIMIT: Limit = { burst: 100, rate: 10 };

/** Of a client address that reads scripts and styles of the console: the first visit of a page takes some forty, and a site has one address. */
export const FILES_LIMIT: Limit = { burst: 1_000, rate: 100 };

/** Of one session of a member. */
export const SESSION_LIMIT: Limit = { burst: 100, rate: 10 };

/** Of all sessions of an account together, apart from the limit of its keys. */
export const ACCOUNT_SESSIONS_LIMIT: Limit = { burst: 1_000, rate: 100 };

/** Password attempts on one e-mail address by one client: 1 450 guesses a day. */
export const MAILBOX_TRIES: Limit = { burst: 10, rate: 1 / 60 };

/** Password attempts on one e-mail address by all clients: more than one client can use up. */
export const WHOLE_MAILBOX_TRIES: Limit = { burst: 100, rate: 1 / 10 };

/** Attempts on the current password within the sessions of one member. */
export const MEMBER_TRIES: Limit = MAILBOX_TRIES;

/** Password attempts by one client. */
export const ADDRESS_TRIES: Limit = { burst: 30, rate: 1 / 2 };

/** The limit of a key: the default of the environment, overridden by the key's own. */
export function keyLimit(
  environment: Environment,
  own: { readonly burst?: number | undefined; readonly rate?: number | undefined },
): Limit {
  const { burst, rate } = KEY_DEFAULTS[environment];
  return { burst: own.burst ?? burst, rate: own.rate ?? rate };
}

/** The limit of all keys of an account and environment together; never below that of its largest key. */
export function tenantLimit(environment: Environment, largestKey: Limit): Limit {
  const { burst, rate } = KEY_DEFAULTS[environment];
  return {
    burst: Math.max(TENANT_FACTOR * burst, largestKey.burst),
    rate: Math.max(TENANT_FACTOR * rate, largestKey.rate),
  };
}
