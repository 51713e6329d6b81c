import type { HintChannel } from '../port.ts';

/** Hints within one process, for several relays of a test. */
export function localHints(): HintChannel {
  const listeners = new Map<string, Set<(text: string) => void>>();
  return {
    publish: (channel, text) => {
      for (const heard of listeners.get(channel) ?? []) heard(text);
    },
    subscribe: (channel, heard) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(heard));
    },
    isHeard: () => true,
  };
}

/** Hints that never arrive. */
export const deafHints: HintChannel = { publish: () => undefined, subscribe: () => undefined, isHeard: () => false };
