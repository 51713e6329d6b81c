import { readFile } from 'node:fs/promises';

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
