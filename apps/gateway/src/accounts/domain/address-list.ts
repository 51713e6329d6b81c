import ipaddr from 'ipaddr.js';

/** True for an address of the list or of one of its ranges. An empty list allows every address. */
export type AddressList = (address: string) => boolean;

/** @param entries addresses and ranges such as `192.0.2.7`, `192.0.2.0/24`; an IPv4 address written as IPv6 is the same address. */
export function makeAddressList(entries: readonly string[]): AddressList {
  if (entries.length === 0) return () => true;
  const ranges = entries.map(rangeOf);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

/** True where every address of `inner` is one of `outer`. Both are lists as above, so an empty `inner` is within an empty `outer` only. */
export function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  const bounds = outer.map(rangeOf);
  const isCovered = ([network, bits]: Range): boolean =>
    bounds.some(([bound, most]) => bound.kind() === network.kind() && bits >= most && network.match(bound, most));
  return inner.length > 0 && inner.map(rangeOf).every(isCovered);
}

type Range = [network: ReturnType<typeof ipaddr.parse>, bits: number];

function rangeOf(entry: string): Range {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
