import ipaddr from 'ipaddr.js';

/** A range of addresses as `ipaddr.parseCIDR` gives it. */
export type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** @throws Error unless `text` is a range in CIDR notation, IPv4 or IPv6. */
export function parseCidr(text: string): Cidr {
  return ipaddr.parseCIDR(text);
}

/** What ipaddr.js counts as unicast, but no receiver lives at. */
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
