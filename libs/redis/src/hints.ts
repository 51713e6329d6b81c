import type { EngineTls } from '@fulfilment/config';
import { randomUUID } from 'node:crypto';
import { delay, type Progress, Rounds, type Stoppable, unwatched } from '@fulfilment/kernel';
import { Redis } from 'ioredis';
import { redisDefaults, tellOfOldRedis } from './connect.ts';

/** Wakes other processes on a best-effort basis. A hint may be lost, so a receiver polls as well. */
export interface Hints extends Stoppable {
  publish(channel: string, text: string): void;
  /** Calls `onHint` with the text of every hint on `channel` from now on. */
  subscribe(channel: string, onHint: (text: string) => void): void;
  /** True while both connections stand, and a hint of this process to itself arrived of late. */
  isHeard(): boolean;
}

/** Options of {@link makeHints}. */
export interface HintsOptions {
  readonly url: string;
  /** For `rediss://`; undefined for the authorities of Node. */
  readonly tls?: EngineTls | undefined;
  readonly prefix: string;
  readonly onError: (error: Error) => void;
  /** Has both connections made again where hints do not arrive though Redis answers; unwatched by default. */
  readonly progress?: Progress;
  /** Milliseconds from a hint of the process to itself that it heard to the next, for tests; 10 000 by default. */
  readonly echoEveryMs?: number;
}

const COMMAND_TIMEOUT_MS = 1_000;
const ECHO_EVERY_MS = 10_000;
/** Milliseconds after which one that it did not hear is repeated. */
const ECHO_AGAIN_MS = 1_000;

/** Makes hints over Redis publish and subscribe, with two connections of their own. */
export function makeHints({ url, tls, prefix, onError, progress = unwatched, echoEveryMs = ECHO_EVERY_MS }: HintsOptions): Hints {
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
  const subscribe = (channel: string, onHint: (text: string) => void): void => {
    const name = prefix + channel;
    const known = listeners.get(name);
    if (known) {
      known.add(onHint);
      return;
    }
    listeners.set(name, new Set([onHint]));
    receiver.subscribe(name).catch(onError);
  };
  const echo = `echo.${randomUUID()}`;
  let heard = new AbortController();
  let heardUntilMs = 0;
  subscribe(echo, () => {
    heard.abort();
    heardUntilMs = performance.now() + echoEveryMs + ECHO_AGAIN_MS;
  });
  receiver.on('close', () => (heardUntilMs = 0));
  const round = async (_: () => void, stopping: AbortSignal): Promise<number> => {
    heard = new AbortController();
    while (!heard.signal.aborted && !stopping.aborted) {
      sender.publish(prefix + echo, '').catch(() => undefined);
      await delay(ECHO_AGAIN_MS, AbortSignal.any([heard.signal, stopping]));
    }
    return echoEveryMs;
  };
  const onAbandoned = (): void => {
    for (const redis of [sender, receiver]) redis.disconnect(true);
  };
  const timing = { pauseMs: echoEveryMs, firstMs: echoEveryMs };
  const echoes = progress.keep({
    name: 'hints',
    engines: ['redis'],
    // They only make others quicker.
    endsProcess: false,
    make: (mark) => new Rounds({ round, onError: () => undefined, onAbandoned, ...timing }, mark),
  });
  return {
    publish: (channel, text) => {
      if (sender.status === 'ready') sender.publish(prefix + channel, text).catch(onError);
    },
    subscribe,
    isHeard: () => sender.status === 'ready' && performance.now() < heardUntilMs,
    stop: async () => {
      await echoes.stop();
      sender.disconnect();
      receiver.disconnect();
    },
  };
}
