import type { CheckTarget } from '../endpoints/endpoint-ports.ts';
import { AddressRefused, type Guard, vettedAddresses } from './guarded-lookup.ts';
import { saysNoSuchHost } from './resolve-host.ts';

/**
 * Looks at where a URL leads when an endpoint is made. A name server that does not answer is no reason to refuse: every
 * connection is vetted anew.
 */
export function makeCheckTarget(guard: Guard): CheckTarget {
  return async (url) => {
    try {
      await vettedAddresses(new URL(url).hostname, guard);
      return undefined;
    } catch (error) {
      if (error instanceof AddressRefused) return complaintOf(error);
      return saysNoSuchHost(error) ? 'The host name has no address.' : undefined;
    }
  };
}

/** The kinds are ipaddr.js's names, such as `linkLocal`. The address itself is not told: it may be of a network of ours. */
function complaintOf({ kind }: AddressRefused): string {
  const words = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `The host has an address that deliveries do not go to (${words}).`;
}
