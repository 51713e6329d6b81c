import type { EngineTls } from '@fulfilment/config';
import type { Stoppable } from '@fulfilment/kernel';
import { Redis } from 'ioredis';
import { redisDefaults, tellOfOldRedis } from './connect.ts';

/** Wakes other processes on a best-effort basis. A hint may be lost, so a receiver polls as well. */
export interface Hints extends Stoppable {
  publish(channel: string, text: string): void;
  /** Calls `onHint` with the text of every hint on `channel` from now on. */
  subscribe(channel: string, onHint: (text: string) => void): void;
}

/** Options of {@link makeHints}. */
export interface HintsOptions {
  readonly url: string;
  /** For `rediss://`; undefined for the authorities of Node. */
  readonly tls?: EngineTls | undefined;
  readonly prefix: string;
  readonly onError: (error: Error) => void;
}

const COMMAND_TIMEOUT_MS = 1_000;

/** Makes hints over Redis publish and subscribe, with two connections of their own. */
export function makeHints({ url, tls, prefix, onError }: HintsOptions): Hints {
  const sender = new Redis(url, redisDefaults(COMMAND_TIMEOUT_MS, tls));
  // A subscription made while Redis is unavailable has to wait for it; ioredis renews all of them after a reconnect.
  const { commandTimeout: _none, ...patient } = redisDefaults(COMMAND_TIMEOUT_MS, tls);
  const receiver = new Redis(url, { ...patient, enableOfflineQueue: true, maxRetriesPerRequest: null });
  const listeners = new Map<string, Set<(text: string) => void>>();
  for (const redis of [sender, receiver]) redis.on('error', onError);
  tellOfOldRedis(sender, onError);
  receiver.on('message', (channel: string, text: string) => {
    for (const onHint of listeners.get(channel) ?? []) onHint(text);
  });
  return {
    publish: (channel, text) => {
      if (sender.status === 'ready') sender.publish(prefix + channel, text).catch(onError);
    },
    subscribe: (channel, onHint) => {
      const name = prefix + channel;
      const known = listeners.get(name);
      if (known) {
        known.add(onHint);
        return;
      }
      listeners.set(name, new Set([onHint]));
      receiver.subscribe(name).catch(onError);
    },
    stop: async () => {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}
