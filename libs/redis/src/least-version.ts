import { ConfigError } from '@fulfilment/config';
import type { Redis } from 'ioredis';

/**
 * The least version of Redis that this release runs on: what its client is made for (ioredis 6), and with patterns of channels for its
 * user. The script of the rate limiter would run from 5.0 on, which replicates what a script has written and not the script.
 */
export const LEAST_REDIS = '6.2';

/** A Redis whose user may not ask for its version. */
export class RedisVersionUnknown extends Error {
  override readonly name = 'RedisVersionUnknown';
}

/**
 * Asks Redis for its version.
 *
 * @returns the fault of one that is older than {@link LEAST_REDIS}, in one line.
 * @throws RedisVersionUnknown where the user may not ask.
 */
export async function oldRedisFault(redis: Redis): Promise<ConfigError | undefined> {
  const { host, port } = redis.options;
  const at = `Redis at ${host}:${port}`;
  const info = await redis.info('server').catch((error: unknown) => {
    if (!(error instanceof Error && error.message.startsWith('NOPERM'))) throw error;
    throw new RedisVersionUnknown(`${at} does not tell its version to its user (INFO): it has to be ${LEAST_REDIS} or newer.`);
  });
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? '';
  if (isAtLeast(version, LEAST_REDIS)) return undefined;
  return new ConfigError(
    `${at} is too old: it is ${version}, and ${LEAST_REDIS} is the least that this release runs on. Upgrade it.`,
  );
}

function isAtLeast(version: string, least: string): boolean {
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [numbersOf(version), numbersOf(least)];
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);
