import type { ResolveHost } from './resolve-host.ts';

/** Knows which host names are being looked up. */
export interface LookUpWatch {
  readonly resolve: ResolveHost;
  underway(host: string): boolean;
}

export function makeLookUpWatch(resolve: ResolveHost): LookUpWatch {
  const lookUps = new Map<string, number>();
  const count = (host: string, by: number): void => {
    const left = (lookUps.get(host) ?? 0) + by;
    if (left > 0) lookUps.set(host, left);
    else lookUps.delete(host);
  };
  return {
    resolve: async (host) => {
      count(host, 1);
      try {
        return await resolve(host);
      } finally {
        count(host, -1);
      }
    },
    underway: (host) => lookUps.has(host),
  };
}
