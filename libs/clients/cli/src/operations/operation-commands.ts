import type { CallOptions, Conditional, FulfilmentClient, Idempotent, Pending, Readable } from '@fulfilment/client';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { readJsonObject, UsageError, wholeNumber } from '../arguments.ts';
import { type AddCommands, withExamples } from '../command.ts';
import { OPERATION_COMMANDS } from '../generated/commands.ts';
import { pageSize, printList, withListOptions } from '../lists.ts';
import { memberOf } from '../profiles.ts';
import type { Session } from '../session.ts';
import { type Column, Table, textFacts, textTime } from '../terminal/text-table.ts';
import { addFlag, jsonOf } from './flags.ts';
import type { Flag, OperationCommand } from './operation-command.ts';

/** Meanings of the groups that have no command by hand. */
const GROUPS: Readonly<Record<string, string>> = {
  account: 'The account of the key.',
  'audit-log': 'Who changed which setting of the account.',
  deliveries: 'Single deliveries of webhooks.',
  'event-types': 'Types of events that webhooks can be sent.',
  integrity: 'Checks of stock against ledger and allocations.',
  keys: 'API keys of the account.',
  locations: 'Locations of the warehouse and their stock.',
  me: 'The caller of a key.',
  members: 'Members of the account.',
  overview: 'Counts of stock, orders, scans and webhooks.',
  plans: 'Plans and their limits.',
  scans: 'Scans that were recorded.',
};

/** A command for each operation that has none by hand yet: it is added last. */
export const addOperationCommands: AddCommands = (program, perform) => {
  for (const operation of OPERATION_COMMANDS) {
    const [groupName, name] = operation.words;
    const group = program.commands.find((each) => each.name() === groupName) ?? addGroup(program, groupName);
    if (group.commands.some((each) => each.name() === name)) continue;
    // An upload is a file with its format, which a command by hand reads.
    if (operation.body?.kind === 'stream') continue;
    const command = commandOf(group, operation);
    // The arguments, the options and the command itself.
    command.action((...given: readonly unknown[]) => {
      const path = given.slice(0, operation.path.length).map(String);
      return perform(command, (session) => callOperation(session, operation, { path, options: command.opts() }));
    });
  }
};

function addGroup(program: Command, name: string): Command {
  return program.command(name).description(GROUPS[name] ?? `Operations of ${name}.`);
}

function commandOf(group: Command, operation: OperationCommand): Command {
  const { words, summary, description, path, body, answer } = operation;
  const command = group.command(words[1]).summary(summary).description(`${summary}\n\n${description}`.trim());
  for (const { name, meaning } of path) command.argument(`<${name}>`, meaning);
  addFlags(command, operation);
  if (body)
    command
      .option('--data <json>', 'the body; other options add fields to it')
      .option('--file <file>', 'the same from a JSON file, - for standard input; other options go before it');
  if (answer === 'page') withListOptions(command);
  if (answer === 'file')
    command.addOption(new Option('--format <format>', 'csv, or ndjson with --json').choices(['csv', 'ndjson']));
  if (operation.ifMatch) command.option('--if-match <version>', 'only if the record still has this version');
  if (operation.pending) command.option('--wait <seconds>', 'time to wait for a result that comes late', wholeNumber);
  if (operation.idempotent)
    command.option('--idempotency-key <key>', 'key of the request: repeats with the same key take effect once');
  return withExamples(command, operation.examples);
}

function addFlags(command: Command, { query, body }: OperationCommand): void {
  const fields = body?.fields ?? [];
  for (const flag of query) addFlag(command, flag, true);
  for (const flag of fields) addFlag(command, flag, looksBack(flag, fields));
}

/** Fields of bodies that tell of what is over; others, such as `ship_by`, tell of what is to come. */
const LOOKING_BACK: readonly string[] = ['since', 'scanned_at', 'delivered_at'];

/** True for these, and for the end of a span that begins before now. */
const looksBack = ({ name }: Flag, fields: readonly Flag[]): boolean =>
  LOOKING_BACK.includes(name) || (name === 'until' && fields.some((other) => other.name === 'since'));

interface Given {
  /** Path parameters in their order. */
  readonly path: readonly string[];
  /** By commander's names: `onHand`. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Calls the method of the client that an operation has. */
async function callOperation(session: Session, operation: OperationCommand, given: Given): Promise<void> {
  const body = operation.body ? await bodyOf(session, operation, given) : undefined;
  const query = valuesOf(operation.query, given);
  const { takesQuery, answer } = operation;
  const { limit, all } = pageOptions(given);
  const asked = answer === 'page' ? { ...query, limit: pageSize({ limit, all }) } : query;
  const client = await session.client();
  const answered = invoke(client, operation, [
    ...given.path,
    ...(operation.body ? [body] : []),
    ...(takesQuery ? [asked] : []),
    callOptionsOf(session, operation, given),
  ]);
  if (answer === 'page') return printList(session, pagesIn(answered), { limit, all }, columnsOf(operation));
  const value = await answered;
  if (answer === 'file') return pipeline(streamIn(value), session.out.stdout, { end: false, signal: session.signal });
  await showRecord(session, operation, value);
}

function callOptionsOf(session: Session, { answer }: OperationCommand, { options }: Given) {
  const { idempotencyKey, ifMatch, wait, format } = options;
  const isLines = format === undefined ? session.out.json : format === 'ndjson';
  return {
    ...session.call,
    idempotencyKey: textIn(idempotencyKey),
    ifMatch: textIn(ifMatch),
    pendingTimeoutMs: typeof wait === 'number' ? wait * 1_000 : undefined,
    ...(answer === 'file' && { accept: isLines ? 'application/x-ndjson' : 'text/csv' }),
  } satisfies CallOptions & Idempotent & Conditional & Pending & Readable;
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const pageOptions = ({ options: { limit, all } }: Given) => ({
  limit: typeof limit === 'number' ? limit : undefined,
  all: all === true,
});

/** The values of options that were given, by the names of the API. */
function valuesOf(flags: readonly Flag[], { options }: Given): Readonly<Record<string, unknown>> {
  const values = flags.map(({ name, flag }) => {
    const value = options[flag.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())];
    return [name, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The body of the file or of `--data`, and over it the fields of options. @throws UsageError for fields that are missing. */
async function bodyOf(session: Session, { body, words }: OperationCommand, given: Given): Promise<object> {
  const fields = body?.fields ?? [];
  const value = { ...(await wholeOf(session, given)), ...valuesOf(fields, given) };
  const missing = fields.filter(({ name, required }) => required && !(name in value));
  if (missing.length === 0) return value;
  const flags = missing.map(({ flag }) => `--${flag}`).join(', ');
  throw new UsageError(`${words.join(' ')} needs ${flags}, or them in --data or --file.`);
}

async function wholeOf({ terminal }: Session, { options }: Given): Promise<object> {
  const [data, file] = [textIn(options['data']), textIn(options['file'])];
  if (data !== undefined && file !== undefined) throw new UsageError('--data and --file exclude each other.');
  if (file !== undefined) return readJsonObject(file, terminal.stdin);
  const whole = jsonOf('--data', data ?? '{}');
  if (typeof whole === 'object' && whole !== null && !Array.isArray(whole)) return whole;
  throw new UsageError('--data is to hold one JSON object.');
}

/** The libraries' methods take path parameters, the body, the query and the options, as far as they have them. */
function invoke(client: FulfilmentClient, { call: [group, method] }: OperationCommand, args: readonly unknown[]): unknown {
  const resource = memberOf(client, group);
  const found = memberOf(resource, method);
  if (typeof found !== 'function') throw new Error(`the client has no ${group}.${method}`);
  return Reflect.apply(found, resource, args);
}

type PagesOf = Parameters<typeof printList<object>>[1];

function pagesIn(value: unknown): PagesOf {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated row says that this method answers pages of records.
  return value as PagesOf;
}

function streamIn(value: unknown): AsyncIterable<Uint8Array> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated row says that this method answers a file.
  return value as AsyncIterable<Uint8Array>;
}

function columnsOf({ columns }: OperationCommand): ReadonlyArray<Column<object>> {
  return columns.map((name) => ({ title: titleOf(name).toUpperCase(), of: (record) => cellOf(memberOf(record, name)) }));
}

const titleOf = (name: string): string => name.replaceAll('_', ' ');

function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? textTime(value) : value;
}

/** A list as a table, another record as its members. */
async function showRecord({ out }: Session, operation: OperationCommand, value: unknown): Promise<void> {
  if (value === undefined || value === null) return out.say('Done.');
  // A new key is shown this once: no later answer has it.
  out.reveal(JSON.stringify(value));
  if (out.json) return out.document(value);
  const data = memberOf(value, 'data');
  if (Array.isArray(data) && operation.columns.length > 0)
    return out.lines(new Table<object>(columnsOf(operation)).lines(data.map((each: unknown) => Object(each))));
  await out.lines(textFacts(Object.fromEntries(Object.entries(value).map(([name, each]) => [titleOf(name), cellOf(each)]))));
}
