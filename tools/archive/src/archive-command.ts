import { parseArgs } from 'node:util';
import { databaseOf, findMongodbUrl, namespaceFault } from '@fulfilment/dev-stack/run-file';
import { ARCHIVE_RATE, type ArchiveReport, MIN_ARCHIVE_DAYS, openArchive } from '@fulfilment/inventory/archive';
import { openForMigration } from '@fulfilment/mongo';

/** The environment and the outputs of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** To standard output. */
  readonly print: (line: string) => void;
  /** To standard error. */
  readonly complain: (line: string) => void;
  /** Ends the run between two moves; the next run goes on. */
  readonly signal: AbortSignal;
}

/** `admin archive-ledger`: resolves with its exit code. 0: done; 1: refused, stopped, or a ledger was left; 2: wrong usage. */
export async function archiveCommand(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const request = parseArchiveArguments(args);
  switch (request.kind) {
    case 'help':
      terminal.print(ARCHIVE_USAGE);
      return 0;
    case 'misuse':
      terminal.complain(`${request.message}\n\n${ARCHIVE_USAGE}`);
      return 2;
    case 'archive':
      try {
        return await archive(request, terminal);
      } catch (error) {
        terminal.complain(error instanceof Error ? error.message : String(error));
        return 1;
      }
  }
}

const DAY_MS = 86_400_000;
const TELL_MS = 5_000;
/** Ledgers that were left, and are named. */
const NAMED = 20;

async function archive(request: Work, { env, print, complain, signal }: Terminal): Promise<0 | 1> {
  const { olderThanDays, rate, dryRun, namespace, json } = request;
  const client = await openForMigration(await findMongodbUrl(env));
  try {
    const move = await openArchive({ db: client.db(databaseOf('inventory', namespace)), progress: complain });
    const startedMs = performance.now();
    let toldMs = startedMs;
    const onProgress = (report: ArchiveReport): void => {
      if (performance.now() - toldMs < TELL_MS) return;
      toldMs = performance.now();
      complain(`${countsOf(report, dryRun)} so far …`);
    };
    const before = new Date(Date.now() - olderThanDays * DAY_MS);
    const report = await move({ before, rate, dryRun }, onProgress, signal);
    for (const fault of report.faults.slice(0, NAMED)) complain(`left as it is: ${fault}`);
    if (report.faults.length > NAMED) complain(`and ${report.faults.length - NAMED} more`);
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    print(json ? JSON.stringify(recordOf(report, { before, dryRun, seconds })) : textOf(report, { before, dryRun, seconds }));
    return report.isComplete && report.faults.length === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
}

interface Circumstances {
  readonly before: Date;
  readonly dryRun: boolean;
  readonly seconds: number;
}

function recordOf({ entries, skus, faults, isComplete }: ArchiveReport, { before, dryRun, seconds }: Circumstances): object {
  return { before: before.toISOString(), dry_run: dryRun, entries, skus, left: faults, complete: isComplete, seconds };
}

function textOf(report: ArchiveReport, { before, dryRun, seconds }: Circumstances): string {
  const counts = `${countsOf(report, dryRun)} from before ${before.toISOString().slice(0, 10)}, in ${seconds} s`;
  return report.isComplete ? `${counts}.` : `${counts}. Stopped: run the command again to go on.`;
}

function countsOf({ entries, skus }: ArchiveReport, dryRun: boolean): string {
  return `${entries} entries of ${skus} SKUs ${dryRun ? 'would be moved to' : 'are moved to'} cold storage`;
}

/** The request that the command line states. */
interface Work {
  readonly kind: 'archive';
  readonly olderThanDays: number;
  readonly rate: number;
  readonly dryRun: boolean;
  readonly namespace: string;
  readonly json: boolean;
}

type ArchiveCommandRequest = Work | { readonly kind: 'help' } | { readonly kind: 'misuse'; readonly message: string };

const ARCHIVE_USAGE = `npm run -s admin -- archive-ledger --older-than <days> [--rate <n>] [--dry-run] [--namespace <name>] [--json] [--help]

Moves entries of the ledger that are older than some days, and that a checkpoint of their SKU covers, to cold storage: another
collection with stronger compression, which is read when needed. Nothing is lost, and every answer stays as it was. The first run that moves
something shuts out processes of releases that do not read cold storage, for good. It may be interrupted (Ctrl-C, kill -9) and run again, and
run while the system runs. Exit code: 0 done, 1 refused, stopped, or a ledger was left as it is, 2 wrong usage.

  --older-than <days>  the least age of entries to move, in days, ${MIN_ARCHIVE_DAYS} or more
  --rate <n>           most entries to move a second, ${ARCHIVE_RATE} by default
  --dry-run            count what would be moved; change nothing
  --json               print one JSON object and nothing else to standard output; progress goes to standard error
  --namespace <name>   the prefix of its databases, for a system that shares its engines with others
  --help               this text

Works on the system that npm start runs on the data folder (FULFILMENT_DATA, .data by default), else on the one at MONGODB_URL.
`;

const OPTIONS = {
  'older-than': { type: 'string' },
  rate: { type: 'string' },
  'dry-run': { type: 'boolean' },
  namespace: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the arguments of `admin archive-ledger`. */
export function parseArchiveArguments(args: readonly string[]): ArchiveCommandRequest {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (values.help === true) return { kind: 'help' };
    const { rate = String(ARCHIVE_RATE), 'dry-run': dryRun = false, namespace = '', json = false } = values;
    const message = faultOf({ olderThan: values['older-than'], rate, namespace });
    if (message !== undefined) return { kind: 'misuse', message };
    return { kind: 'archive', olderThanDays: Number(values['older-than']), rate: Number(rate), dryRun, namespace, json };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}

interface Typed extends Readonly<Record<'rate' | 'namespace', string>> {
  readonly olderThan: string | undefined;
}

/** @returns the first fault of a command line; undefined where there is none. */
function faultOf({ olderThan, rate, namespace }: Typed): string | undefined {
  if (olderThan === undefined) return '--older-than is missing: the least age of entries to move, in days';
  if (!/^[1-9]\d{0,4}$/.test(olderThan) || Number(olderThan) < MIN_ARCHIVE_DAYS)
    return `--older-than is a whole number of days from ${MIN_ARCHIVE_DAYS} to 99999`;
  if (!/^[1-9]\d{0,6}$/.test(rate)) return '--rate is a whole number from 1 to 9999999';
  return namespaceFault(namespace);
}
