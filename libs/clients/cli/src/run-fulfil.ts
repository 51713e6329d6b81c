import { AbortedError, VERSION } from '@fulfilment/client';
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addApiCommand } from './api-command.ts';
import { positiveInteger, wholeNumber } from './arguments.ts';
import type { Perform } from './command.ts';
import { addCompletion } from './completion.ts';
import { addEventCommands } from './event-commands.ts';
import { Ended, EXIT, type ExitStatus, type Failure, failureOf } from './failures.ts';
import { addOperationCommands } from './operations/operation-commands.ts';
import { addOrderCommands } from './order-commands.ts';
import { Output } from './terminal/output.ts';
import { addScanCommand } from './scan-command.ts';
import { type GlobalOptions, Session, type Terminal } from './session.ts';
import { addSkuCommands } from './sku-commands.ts';
import { addWebhookCommands } from './webhooks/webhook-commands.ts';

const EPILOGUE = `
Environment:
  FULFILMENT_API_KEY, FULFILMENT_URL  key and base URL, before those of the profile
  FULFILMENT_PROFILE                  name of the profile, as --profile
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY   proxies of requests, with Node 24.14 or later
  NO_COLOR                            no colours

Exit status:
  0 done                    3 unreachable, no whole answer, or overloaded
  1 refused by the API      4 no key, a wrong key, or not permitted
  2 wrong usage             5 recorded and not done yet
  74 the output could not be written    130 interrupted`;

/** The program with all its commands. */
export function fulfilProgram(terminal: Pick<Terminal, 'stdout'>, perform: Perform, complain: (text: string) => void): Command {
  const program = new Command('fulfil')
    .description('Stock, orders, scans and events of the fulfilment API, from the command line.')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--json', 'print JSON: one document, or one line for each record of a stream')
    .option('--profile <name>', 'use this profile')
    .option('--base-url <url>', 'address of the API: https://api.example.com')
    .option('--timeout <seconds>', 'wait this long for an answer', positiveInteger)
    .option('--retries <number>', 'number of retries of a failed request, 2 by default', wholeNumber)
    .addHelpText('after', EPILOGUE)
    .showHelpAfterError('(--help shows what there is)')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.stdout.write(text), writeErr: complain });
  for (const add of [
    addAccountCommands,
    addSkuCommands,
    addOrderCommands,
    addScanCommand,
    addEventCommands,
    addWebhookCommands,
    addApiCommand,
    addCompletion,
    addOperationCommands,
  ])
    add(program, perform);
  return program;
}

/** Runs one command line. @returns its exit status: see `EXIT`. */
export async function runFulfil(terminal: Terminal): Promise<ExitStatus> {
  let session: Session | null = null;
  const { stdout, stderr, env, args } = terminal;
  const plain = new Output({ stdout, stderr, env, json: false });
  plain.hide(env['FULFILMENT_API_KEY'] ?? '');
  let takesKey = false;
  // What is wrong with a command line is told before its options are read; `--` ends them.
  const isForPrograms = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length).includes('--json');
  const perform: Perform = async (command, work) => {
    takesKey = command.options.some(({ long }) => long === '--idempotency-key');
    session = new Session(terminal, command.optsWithGlobals<GlobalOptions>());
    await work(session);
  };
  try {
    const program = fulfilProgram(terminal, perform, (text) => (isForPrograms ? undefined : plain.say(text.trimEnd())));
    await program.parseAsync([...args], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    if (error instanceof CommanderError) {
      const message = error.message.replace(/^error: /, '');
      if (isForPrograms) plain.say(JSON.stringify({ error: { code: 'usage', message, exit_status: EXIT.usage } }));
      return EXIT.usage;
    }
    return report(error, { session, plain, takesKey });
  }
}

interface Reporting {
  readonly session: Session | null;
  /** The output of what fails before a command begins. */
  readonly plain: Output;
  readonly takesKey: boolean;
}

/** It is no news to who interrupted it; a write may have taken effect. */
function isInterruptedRead(error: unknown, session: Session | null, { status }: Failure): boolean {
  const isInterrupted = session?.signal.aborted === true || status === EXIT.interrupted;
  return isInterrupted && !(error instanceof AbortedError && error.idempotencyKey !== null);
}

function report(error: unknown, { session, plain, takesKey }: Reporting): ExitStatus {
  const out = session?.out ?? plain;
  out.done();
  if (error instanceof Ended) return error.status;
  const failure = failureOf(error, { baseUrl: session?.baseUrl ?? null, takesKey });
  if (isInterruptedRead(error, session, failure)) return EXIT.interrupted;
  const { status, code, lines, problem } = failure;
  if (out.json)
    out.say(
      JSON.stringify({
        error: { code, message: lines.join(' '), exit_status: status, ...(problem !== undefined && { problem }) },
      }),
    );
  else out.say(`fulfil: ${lines.join('\n  ')}`);
  return status;
}
