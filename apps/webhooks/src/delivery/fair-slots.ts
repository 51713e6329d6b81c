/** Room for what is in flight in this process, given out fairly. */
export interface FairSlots {
  /** Waits for room. @returns a function that gives it back, once. */
  take(tenant: string): Promise<() => void>;
  inUse(): number;
}

type Grant = () => void;

/**
 * While there is room, whoever asks has it. When there is none, tenants take turns, and within a tenant who asked first:
 * a tenant with a thousand deliveries waiting delays another's one by one turn.
 *
 * @param limit how many slots there are.
 */
export function makeFairSlots(limit: number): FairSlots {
  // A Map keeps the order in which keys were added: the first tenant is the next to be served.
  const waiting = new Map<string, Grant[]>();
  let inUse = 0;

  const handOn = (): void => {
    const next = waiting.entries().next().value;
    if (!next) {
      inUse -= 1;
      return;
    }
    const [tenant, grants] = next;
    const grant = grants.shift();
    waiting.delete(tenant);
    if (grants.length > 0) waiting.set(tenant, grants);
    grant?.();
  };

  const once = (): (() => void) => {
    let back = false;
    return () => {
      if (!back) handOn();
      back = true;
    };
  };

  return {
    take: async (tenant) => {
      if (inUse < limit) {
        inUse += 1;
        return once();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const grants = waiting.get(tenant);
      if (grants) grants.push(resolve);
      else waiting.set(tenant, [resolve]);
      await promise;
      return once();
    },
    inUse: () => inUse,
  };
}
