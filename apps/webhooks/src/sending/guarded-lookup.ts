import { isIP, type LookupFunction } from 'node:net';
import type { RefuseAddress } from './address-rules.ts';
import type { ResolveHost } from './resolve-host.ts';

/** The host has an address that deliveries must not go to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';
  /** `private`, `loopback` and so on. */
  readonly kind: string;

  constructor(kind: string) {
    super(`The host has a ${kind} address`);
    this.kind = kind;
  }
}

export interface Guard {
  readonly resolve: ResolveHost;
  readonly refuse: RefuseAddress;
}

/**
 * The addresses of a URL's host, vetted: if any is refused, the host is, for the next look-up could give that one.
 *
 * @param hostname as `URL` has it, so that odd spellings of an address (`0x7f.1`) are plain already.
 * @throws AddressRefused; Error with a `code` where the name cannot be resolved.
 */
export async function vettedAddresses(hostname: string, { resolve, refuse }: Guard): Promise<readonly string[]> {
  const literal = literalIn(hostname);
  const addresses = literal === undefined ? await resolve(hostname) : [literal];
  for (const address of addresses) vet(address, refuse);
  return addresses;
}

/** Vets a host that is an address itself: no look-up is made for it. @throws AddressRefused */
export function vetLiteral(hostname: string, refuse: RefuseAddress): void {
  const literal = literalIn(hostname);
  if (literal !== undefined) vet(literal, refuse);
}

function literalIn(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) ? bare : undefined;
}

function vet(address: string, refuse: RefuseAddress): void {
  const kind = refuse(address);
  if (kind !== undefined) throw new AddressRefused(kind);
}

/**
 * The look-up of a socket that connects to vetted addresses only: what was vetted is what is connected to, with no second
 * look-up between. Node does not call it for hosts that are addresses themselves; those are vetted before.
 */
export function makeGuardedLookup(guard: Guard): LookupFunction {
  const find = async (...[hostname, options, callback]: Parameters<LookupFunction>): Promise<void> => {
    const found = await vettedAddresses(hostname, guard).catch(asError);
    if (found instanceof Error) {
      callback(found, '');
      return;
    }
    const addresses = found.map((address) => ({ address, family: isIP(address) }));
    if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
  return (...asked) => void find(...asked);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
