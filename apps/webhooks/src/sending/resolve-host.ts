import { Resolver } from 'node:dns/promises';
import { addressesInHostsFile } from './hosts-file.ts';

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

const NO_SUCH_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Whether a failed look-up says for sure that the name has no address. */
export function saysNoSuchHost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && NO_SUCH_HOST.has(error.code);
}

/** A host has no address only if both questions say so; one that was not answered leaves it open. */
function worstOf(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons: unknown[] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  return reasons.find((reason) => !saysNoSuchHost(reason)) ?? reasons[0];
}
