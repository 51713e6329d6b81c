import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CheckTarget } from '../endpoints/endpoint-ports.ts';

/** A range of addresses as `ipaddr.parseCIDR` gives it. */
export type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** @throws Error unless `text` is a range in CIDR notation, IPv4 or IPv6. */
export function parseCidr(text: string): Cidr {
  return ipaddr.parseCIDR(text);
}

/** Ranges that ipaddr.js counts as unicast, but where no receiver lives. */
const MORE_REFUSED: readonly (readonly [Cidr, string])[] = [
  [parseCidr('198.18.0.0/15'), 'reserved'], // RFC 2544, benchmarks
  [parseCidr('168.63.129.16/32'), 'metadata'], // Azure's host agent, public by its looks
  [parseCidr('2001::/23'), 'reserved'], // RFC 2928, protocol assignments, Teredo among them
  [parseCidr('3fff::/20'), 'reserved'], // RFC 9637, documentation
];

/** RFC 4291 section 2.4: all unicast that is given out to networks; whatever lies outside is special. */
const GLOBAL_UNICAST_6 = parseCidr('2000::/3');
/** RFC 6052 section 2.1: an IPv4 address in the last 32 bits. */
const NAT64_PREFIX_BYTES = 12;

/**
 * Says why deliveries must not go to an address: it is private, loopback, link-local, shared, multicast, unspecified,
 * reserved or a metadata service's, in any spelling that leads there.
 *
 * @param address IPv4 or IPv6 as the resolver or the URL has it.
 * @returns the kind of address, such as `private`; undefined where it may be delivered to.
 */
export type RefuseAddress = (address: string) => string | undefined;

/** @param allowed ranges that the operator allows although they would be refused. */
export function makeRefuseAddress(allowed: readonly Cidr[]): RefuseAddress {
  return (text) => {
    if (!ipaddr.isValid(text)) return 'unreadable';
    const address = reached(ipaddr.process(text));
    if (allowed.some((range) => lies(address, range))) return undefined;
    const more = MORE_REFUSED.find(([range]) => lies(address, range));
    if (more) return more[1];
    const kind = address.range();
    if (kind !== 'unicast') return kind;
    return address.kind() === 'ipv4' || lies(address, GLOBAL_UNICAST_6) ? undefined : 'reserved';
  };
}

/** The IPv4 address behind a NAT64 one; `process` has unwrapped the mapped ones already. */
function reached(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.range() !== 'rfc6052') return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(NAT64_PREFIX_BYTES));
}

function lies(address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Cidr): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

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

/** The address that a host name of a URL is, without brackets; undefined for a name. */
export function literalIn(hostname: string): string | undefined {
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

/**
 * Looks at where a URL leads when an endpoint is made. A name server that does not answer is no reason to refuse: every
 * connection is vetted again.
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

/** @returns every address of a host name, one at least. @throws Error with a `code` as `node:dns` has it. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const QUERY = { timeout: 2_000, tries: 2 };

/**
 * Resolves names by the machine's hosts file, then by DNS. Not by `getaddrinfo`: it runs on four threads that everything else
 * in the process needs too, and a name whose server is slow would hold one of them for as long as it likes.
 */
export function makeResolveHost(): ResolveHost {
  const resolver = new Resolver(QUERY);
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, '');
    const known = await addressesInHostsFile(name);
    if (known.length > 0) return known;
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw worstOf(answers);
  };
}

const NO_SUCH_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** True if a failed look-up says for sure that the name has no address. */
function saysNoSuchHost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && NO_SUCH_HOST.has(error.code);
}

/** A host has no address only if both questions say so; one that was not answered leaves it open. */
function worstOf(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons: unknown[] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  return reasons.find((reason) => !saysNoSuchHost(reason)) ?? reasons[0];
}

const HOSTS_FILE = '/etc/hosts';

/** RFC 6761 section 6.3: these names are the machine itself, whatever a name server says. */
const LOCALHOST = /(^|\.)localhost$/;

/**
 * The addresses that the machine's own file gives a name; none where there is no such file or entry.
 *
 * @param host lower case, without a trailing dot.
 */
export async function addressesInHostsFile(host: string): Promise<readonly string[]> {
  if (LOCALHOST.test(host)) return ['127.0.0.1', '::1'];
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return addressesIn(text, host);
}

/** @param text lines of an address, names and a comment, as in hosts(5). */
export function addressesIn(text: string, host: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [address, ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    return address && names.some((name) => name.toLowerCase() === host) ? [address] : [];
  });
}
