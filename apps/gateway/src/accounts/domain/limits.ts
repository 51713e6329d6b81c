import type { Environment } from '@fulfilment/kernel';

/** The size of a bucket, and how fast it fills. */
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

/** For a client address from which requests come without a valid key. */
export const ADDRESS_LIMIT: Limit = { burst: 100, rate: 10 };

/** For one session of a member. */
export const SESSION_LIMIT: Limit = { burst: 100, rate: 10 };

/** For all sessions of an account together. They take nothing of what its keys may send. */
export const ACCOUNT_SESSIONS_LIMIT: Limit = { burst: 1_000, rate: 100 };

/** Tries of passwords for one e-mail address by one client: a day of guessing tries 1 450. */
export const MAILBOX_TRIES: Limit = { burst: 10, rate: 1 / 60 };

/** Tries of passwords for one e-mail address by all clients: so many that no single one can use them up. */
export const WHOLE_MAILBOX_TRIES: Limit = { burst: 100, rate: 1 / 10 };

/** Tries of the current password by whoever is signed in as one member. */
export const MEMBER_TRIES: Limit = MAILBOX_TRIES;

/** Tries of passwords by one client. */
export const ADDRESS_TRIES: Limit = { burst: 30, rate: 1 / 2 };

/** The limit of a key: the environment's, but for what the key was given of its own. */
export function keyLimit(
  environment: Environment,
  own: { readonly burst?: number | undefined; readonly rate?: number | undefined },
): Limit {
  const { burst, rate } = KEY_DEFAULTS[environment];
  return { burst: own.burst ?? burst, rate: own.rate ?? rate };
}

/** The limit of all keys of an account and environment together, so large that its largest key can be used up. */
export function tenantLimit(environment: Environment, largestKey: Limit): Limit {
  const { burst, rate } = KEY_DEFAULTS[environment];
  return {
    burst: Math.max(TENANT_FACTOR * burst, largestKey.burst),
    rate: Math.max(TENANT_FACTOR * rate, largestKey.rate),
  };
}
