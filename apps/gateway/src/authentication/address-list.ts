import ipaddr from 'ipaddr.js';

/** Whether `text` is an address or a range of addresses: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits] = text.split('/');
  // Odd spellings of IPv4 mean different addresses to different readers.
  const isPlain = address.includes(':') ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address);
  return isPlain && (bits === undefined || ipaddr.isValidCIDR(text));
}

/** Whether an address is one of a list's, or lies in one of its ranges. An empty list allows every address. */
export type AddressList = (address: string) => boolean;

/** @param entries as {@link isAddressOrRange} has them; IPv4 addresses written as IPv6 are the same addresses. */
export function makeAddressList(entries: readonly string[]): AddressList {
  if (entries.length === 0) return () => true;
  const ranges = entries.map(rangeOf);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

function rangeOf(entry: string): [ReturnType<typeof ipaddr.parse>, number] {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
