import { ConfigError, configFaultOf, type EngineTls } from '@fulfilment/config';
import type { Stoppable } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import { Redis } from 'ioredis';
import { oldRedisFault, RedisVersionUnknown } from './least-version.ts';

/** Address of a Redis, and the prefix of its keys. */
export interface RedisConnectOptions {
  readonly url: string;
  /** For `rediss://`; undefined for the authorities of Node. */
  readonly tls?: EngineTls | undefined;
  /** Before every key and channel. */
  readonly prefix: string;
  /** Milliseconds that one command may take; then it fails. */
  readonly commandTimeoutMs: number;
  /** Called for broken connections, after which the client reconnects by itself, and once for a Redis that is too old. */
  readonly onError: (error: Error) => void;
}

/** A connection whose keys all have one prefix. */
export interface RedisConnection extends Stoppable {
  readonly redis: Redis;
  healthy(): boolean;
}

/**
 * Joins the commands of one turn of the event loop in one write: a write to the socket costs more CPU than the rest of a small
 * command (measured), and under load many come in one turn. Auto-pipelining of ioredis would hold a command back until the running
 * pipeline is answered, outside its timeout (docs/decisions/0026).
 */
class RedisInOneWrite extends Redis {
  #waits = false;

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const { stream } = this;
    if (!this.#waits && stream?.writable) {
      this.#waits = true;
      stream.cork();
      setImmediate(() => {
        this.#waits = false;
        stream.uncork();
      });
    }
    return super.sendCommand(...args);
  }
}

/**
 * Connects to Redis, which holds hints and rate state and never the truth: a command fails at once while Redis is unavailable, and is
 * never resent.
 */
export function connectRedis({ url, tls, prefix, commandTimeoutMs, onError }: RedisConnectOptions): RedisConnection {
  const redis = new RedisInOneWrite(url, { ...redisDefaults(commandTimeoutMs, tls), keyPrefix: prefix });
  redis.on('error', onError);
  tellOfOldRedis(redis, onError);
  return {
    redis,
    healthy: () => redis.status === 'ready',
    stop: async () => {
      redis.disconnect();
    },
  };
}

/** Calls `onError` where the first Redis that answers is too old, or does not tell. */
export function tellOfOldRedis(redis: Redis, onError: (error: Error) => void): void {
  redis.once('ready', () => {
    oldRedisFault(redis).then((fault) => fault && onError(fault), onError);
  });
}

const REDIS_ACCESS = {
  label: 'Redis',
  address: 'REDIS_URL',
  credentials: 'REDIS_URL',
  authorities: 'REDIS_URL and REDIS_TLS_CA',
};

/**
 * Logs the errors of connections: once, as an error, what people have to mend; once, as a warning, that the version is not told; all else
 * at debug, because it passes.
 */
export function redisErrorLog(logger: Logger): (error: Error) => void {
  const said = new Set<string>();
  return (err) => {
    const isUnknown = err instanceof RedisVersionUnknown;
    const fault = isUnknown || err instanceof ConfigError ? err : configFaultOf(err, REDIS_ACCESS);
    if (!fault || said.has(fault.message)) return logger.debug({ err }, 'redis connection');
    said.add(fault.message);
    return isUnknown ? logger.warn(fault.message) : logger.error(fault.message);
  };
}

/** @param commandTimeoutMs milliseconds that one command may take. */
export function redisDefaults(commandTimeoutMs: number, tls?: EngineTls) {
  return {
    ...(tls ? { tls } : {}),
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt: number): number => Math.min(1_000, 50 * attempt),
  };
}
