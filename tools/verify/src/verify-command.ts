import { parseArgs } from 'node:util';
import { databasesOf, findMongodbUrl, namespaceFault } from '@fulfilment/dev-stack/run-file';
import { CHECKS, countsOf, type Progress, reportText, verifySystem } from './verify-system.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment and the outputs of a command. */
export interface Terminal {
  readonly env: Environment;
  /** To standard output. */
  readonly print: (line: string) => void;
  /** To standard error. */
  readonly complain: (line: string) => void;
}

/** `npm run verify`: resolves with its exit code. 0: nothing differs; 1: something does, or nothing runs; 2: wrong usage. */
export async function verifyCommand(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const request = parseVerifyArguments(args);
  switch (request.kind) {
    case 'help':
      terminal.print(VERIFY_USAGE);
      return 0;
    case 'misuse':
      terminal.complain(`${request.message}\n\n${VERIFY_USAGE}`);
      return 2;
    case 'verify':
      return await verify(request, terminal);
  }
}

/** A line of progress, on a store that is large enough. */
const PROGRESS_EVERY_MS = 10_000;

async function verify(
  { json, full, namespace }: Extract<VerifyRequest, { kind: 'verify' }>,
  { env, print, complain }: Terminal,
): Promise<0 | 1> {
  let progressAt = Date.now();
  const onProgress = ({ name, pieces, compared }: Progress): void => {
    if (Date.now() - progressAt < PROGRESS_EVERY_MS) return;
    progressAt = Date.now();
    complain(`${name}: ${[`${pieces} pieces`, ...countsOf(compared)].join(', ')} …`);
  };
  try {
    const report = await verifySystem({
      mongodbUrl: await findMongodbUrl(env),
      databases: databasesOf(namespace),
      full,
      onProgress,
      onWait: (differing) => complain(`${differing} may be under way; looking again for up to 30 s …`),
    });
    print(json ? JSON.stringify(report) : reportText(report));
    return report.clean ? 0 : 1;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** The request that the command line states. */
type VerifyRequest =
  | { readonly kind: 'verify'; readonly json: boolean; readonly full: boolean; readonly namespace: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

const VERIFY_USAGE = `npm run -s verify -- [--full] [--json] [--namespace <name>] [--help]

Checks the invariants of the system in its stores, piece by piece, and changes nothing. Differences that work in progress
can explain are checked again for up to 30 s; those that remain are reported. Long checks show their progress on standard error. Exit code: 0 nothing differs, 1 something differs, no system runs, a database
is not one of the system, or the run was interrupted, 2 wrong usage.

${CHECKS.map(({ invariant, name, promise }) => `  ${invariant} ${name.padEnd(13)} ${promise}`).join('\n')}

  --full               read each ledger from its beginning, and compare it with its checkpoint
  --json               print one JSON object and nothing else
  --namespace <name>   the prefix of its databases, for a system that shares its engines with others
  --help               this text

Works on the system that npm start runs on the data folder (FULFILMENT_DATA, .data by default), else on the one at MONGODB_URL.
`;

/** Reads the arguments of `npm run verify`. */
function parseVerifyArguments(args: readonly string[]): VerifyRequest {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        full: { type: 'boolean' },
        json: { type: 'boolean' },
        namespace: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    const { json = false, full = false, namespace = '' } = values;
    const message = namespaceFault(namespace);
    if (message !== undefined) return { kind: 'misuse', message };
    return { kind: 'verify', json, full, namespace };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}
