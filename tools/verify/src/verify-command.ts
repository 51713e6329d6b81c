import { databasesOf, dataFolder, readRun } from '@fulfilment/dev-stack/run-file';
import { reportText } from './report-text.ts';
import { parseVerifyArguments, VERIFY_USAGE, type VerifyRequest } from './verify-options.ts';
import { verifySystem } from './verify-system.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a command is run with. */
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

async function verify(
  { json, namespace }: Extract<VerifyRequest, { kind: 'verify' }>,
  { env, print, complain }: Terminal,
): Promise<0 | 1> {
  try {
    const report = await verifySystem({
      mongodbUrl: await findMongo(env),
      databases: databasesOf(namespace),
      onWait: (differing) => complain(`${differing} may be under way; looking again for up to 30 s …`),
    });
    print(json ? JSON.stringify(report) : reportText(report));
    return report.clean ? 0 : 1;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function findMongo(env: Environment): Promise<string> {
  const run = await readRun(dataFolder(env));
  const url = run?.processes.find(({ kind, name }) => kind === 'engine' && name === 'mongodb')?.baseUrl ?? env['MONGODB_URL'];
  if (!url) throw new Error('The system is not running. Start it with: npm start');
  return url;
}
