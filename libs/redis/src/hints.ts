import type { Stoppable } from '@fulfilment/kernel';
import { Redis } from 'ioredis';
import { redisDefaults } from './connect.ts';

/** Wakes other processes. A hint may be lost: whoever waits for one also looks for itself. */
export interface Hints extends Stoppable {
  publish(channel: string, text: string): void;
  /** Calls `heard` with the text of every hint on `channel` from now on. */
  subscribe(channel: string, heard: (text: string) => void): void;
}

/** What hints go through. */
export interface HintsOptions {
  readonly url: string;
  readonly prefix: string;
  readonly onError: (error: Error) => void;
}

const COMMAND_TIMEOUT_MS = 1_000;

/** Hints over Redis publish and subscribe, with two connections of their own. */
export function makeHints({ url, prefix, onError }: HintsOptions): Hints {
  const sender = new Redis(url, redisDefaults(COMMAND_TIMEOUT_MS));
  // A subscription made while Redis is away has to wait for it; ioredis renews all of them after a reconnect.
  const { commandTimeout: _none, ...patient } = redisDefaults(COMMAND_TIMEOUT_MS);
  const receiver = new Redis(url, { ...patient, enableOfflineQueue: true, maxRetriesPerRequest: null });
  const listeners = new Map<string, Set<(text: string) => void>>();
  for (const redis of [sender, receiver]) redis.on('error', onError);
  receiver.on('message', (channel: string, text: string) => {
    for (const heard of listeners.get(channel) ?? []) heard(text);
  });
  return {
    publish: (channel, text) => {
      if (sender.status === 'ready') sender.publish(prefix + channel, text).catch(onError);
    },
    subscribe: (channel, heard) => {
      const name = prefix + channel;
      const known = listeners.get(name);
      if (known) {
        known.add(heard);
        return;
      }
      listeners.set(name, new Set([heard]));
      receiver.subscribe(name).catch(onError);
    },
    stop: async () => {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}
