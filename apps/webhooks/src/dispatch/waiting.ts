/** Things that wait, each until its own moment. */
export interface Waiting<Thing> {
  /** @param forMs milliseconds from now. */
  add(thing: Thing, forMs: number): void;
  /** Takes out those whose moment has come. */
  over(): readonly Thing[];
  /** Milliseconds until the next one's moment; undefined where none waits. */
  nextMs(): number | undefined;
}

export function makeWaiting<Thing>(now: () => number): Waiting<Thing> {
  const until = new Map<Thing, number>();
  let earliestMs = Number.POSITIVE_INFINITY;
  return {
    add: (thing, forMs) => {
      until.set(thing, now() + forMs);
      earliestMs = Math.min(earliestMs, now() + forMs);
    },
    over: () => {
      if (earliestMs > now()) return [];
      const over = [...until].filter(([, untilMs]) => untilMs <= now()).map(([thing]) => thing);
      for (const thing of over) until.delete(thing);
      earliestMs = until.values().reduce((least, untilMs) => Math.min(least, untilMs), Number.POSITIVE_INFINITY);
      return over;
    },
    nextMs: () => (until.size === 0 ? undefined : Math.max(0, earliestMs - now())),
  };
}
