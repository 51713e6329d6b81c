import { parseArgs } from 'node:util';
import { CHECKS } from './checks.ts';

/** What the command line asks for. */
export type VerifyRequest =
  | { readonly kind: 'verify'; readonly json: boolean; readonly namespace: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

export const VERIFY_USAGE = `npm run -s verify -- [--json] [--namespace <name>] [--help]

Holds the system's invariants against its stores and changes nothing. What work under way makes look different is looked at
again for up to 30 s; what still differs then is told. Exit code: 0 nothing differs, 1 something does or nothing runs, 2 wrong usage.

${CHECKS.map(({ invariant, name, promise }) => `  ${invariant} ${name.padEnd(13)} ${promise}`).join('\n')}

  --json               print one JSON object and nothing else
  --namespace <name>   of a system that shares its engines with others: what its databases begin with
  --help               this text

The system that npm start runs on the data folder (FULFILMENT_DATA, .data unless told), else the one at MONGODB_URL.
`;

/** Reads the arguments of `npm run verify`. */
export function parseVerifyArguments(args: readonly string[]): VerifyRequest {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' }, namespace: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) return { kind: 'help' };
    const { json = false, namespace = '' } = values;
    if (!/^[a-z0-9_]{0,40}$/.test(namespace)) return { kind: 'misuse', message: '--namespace is 1 to 40 of a-z, 0-9 and "_"' };
    return { kind: 'verify', json, namespace };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}
