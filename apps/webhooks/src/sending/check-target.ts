import type { CheckTarget } from '../use-cases/ports.ts';
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
      if (error instanceof AddressRefused) return `The host has a ${error.kind} address, which deliveries do not go to.`;
      return saysNoSuchHost(error) ? 'The host name has no address.' : undefined;
    }
  };
}
