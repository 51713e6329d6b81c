import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { literalIn, type ResolveHost } from './ssrf-guard.ts';

/** Longer than an attempt waits between its count by address and its connection. */
const KEPT_MS = 30_000;
const MOST_KEPT = 10_000;
/** Addresses of one host that are counted; a connection tries them in this order. */
const MOST_NETWORKS = 8;

/** Look-ups of hosts of which no endpoint has answered with a 2xx. */
export interface ReceiverNetworks {
  /** The networks behind a host: IPv4 addresses, and the /64 of IPv6 ones. Empty where it cannot be looked up: its attempt says why. */
  readonly of: (hostname: string) => Promise<readonly string[]>;
  /** As the resolver, but what was counted is what is connected to, failures too: a name that changes is not counted as another address. */
  readonly resolve: ResolveHost;
}

/** @param resolve the resolver of this process. */
export function makeReceiverNetworks(resolve: ResolveHost): ReceiverNetworks {
  const kept = new LRUCache<string, Promise<readonly string[]>>({ max: MOST_KEPT, ttl: KEPT_MS });
  const lookUp = (hostname: string): Promise<readonly string[]> => {
    const known = kept.get(hostname);
    if (known) return known;
    const found = resolve(hostname);
    kept.set(hostname, found);
    return found;
  };
  return {
    of: async (hostname) => {
      const literal = literalIn(hostname);
      const addresses = literal === undefined ? await lookUp(hostname).catch(() => []) : [literal];
      return [...new Set(addresses.slice(0, MOST_NETWORKS).map(networkOf))].toSorted();
    },
    resolve: (hostname) => kept.get(hostname) ?? resolve(hostname),
  };
}

/** One owner has a /64 of IPv6 whole (RFC 6177), so its addresses count as one. */
function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  return address.kind() === 'ipv4'
    ? address.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString();
}
