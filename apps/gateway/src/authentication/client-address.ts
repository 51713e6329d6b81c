import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

const UNKNOWN = 'unknown';

type Address = ReturnType<typeof ipaddr.process>;

export interface Client {
  /** `unknown` where the connection is closed already. */
  readonly address: string;
  readonly networks: Networks;
}

/**
 * The networks whose requests are counted together, the narrowest first: an IPv4 address; of IPv6 the /64, which one client has whole,
 * the /56, which many connections of a home have, and the /48, which a tunnel or a site has (RFC 6177).
 */
export type Networks = readonly [own: string, ...wider: string[]];

export type ClientAddress = (request: {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}) => Client;

/** True for a range such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

/**
 * @param trustedProxies ranges whose `X-Forwarded-For` counts; from any other peer it is a mere claim.
 */
export function makeClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = makeIsTrusted(trustedProxies);

  const find = (peer: string, forwardedFor: string | string[] | undefined): Client => {
    let client = parse(peer);
    if (!client) return { address: UNKNOWN, networks: [UNKNOWN] };
    // Each proxy appends its peer, so the list counts from its end, as far as proxies are trusted.
    const hops = trustedProxies.length === 0 ? [] : listOf(forwardedFor);
    for (const hop of hops.toReversed()) {
      if (!isTrusted(client)) break;
      const before = parse(hop);
      if (!before) break;
      client = before;
    }
    return { address: client.toString(), networks: networksOf(client) };
  };
  // Successive requests on one connection mostly come from one client.
  const last = new WeakMap<object, Known>();
  return ({ socket, headers }) => {
    const [peer, forwardedFor] = [socket.remoteAddress ?? '', headers['x-forwarded-for']];
    const known = last.get(socket);
    if (known && known.peer === peer && known.forwardedFor === forwardedFor) return known.client;
    const client = find(peer, forwardedFor);
    last.set(socket, { peer, forwardedFor, client });
    return client;
  };
}

/** The other end of a connection, before a request is read. */
export interface Peer {
  /** Those of one name are counted together: the own network of a client, or the address of a proxy. */
  readonly name: string;
  /** True for a trusted proxy, whose connections carry many clients. */
  readonly isProxy: boolean;
}

/** @returns a function that tells clients and trusted proxies apart. */
export function makePeerOf(trustedProxies: readonly string[]): (socket: { readonly remoteAddress?: string | undefined }) => Peer {
  const isTrusted = makeIsTrusted(trustedProxies);
  return ({ remoteAddress = '' }) => {
    const address = parse(remoteAddress);
    return address && isTrusted(address)
      ? { name: address.toString(), isProxy: true }
      : { name: networksOfAddress(remoteAddress)[0], isProxy: false };
  };
}

function makeIsTrusted(trustedProxies: readonly string[]): (address: Address) => boolean {
  const ranges = trustedProxies.map((range) => ipaddr.parseCIDR(range));
  return (address) => ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

interface Known {
  readonly peer: string;
  readonly forwardedFor: string | string[] | undefined;
  readonly client: Client;
}

function listOf(header: string | string[] | undefined): string[] {
  return [header ?? []].flat().flatMap((line) => line.split(',').map((part) => part.trim()));
}

/** Some proxies write the port behind the address, and brackets around it then if it has colons itself. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?)$/;

/** Usual spellings only: no proxy writes `1`, `0x7f.1` or `127.1`, which the library takes too. */
function parse(text: string): Address | undefined {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  const isAddress = plain === undefined ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

/** The {@link Client.networks} of an address; those of an unknown client for any other text. */
export function networksOfAddress(address: string): Networks {
  const client = parse(address);
  return client ? networksOf(client) : [UNKNOWN];
}

function networksOf(address: Address): Networks {
  if (address.kind() === 'ipv4') return [address.toString()];
  const network = (bits: number): string =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
  return [network(64), network(56), network(48)];
}
