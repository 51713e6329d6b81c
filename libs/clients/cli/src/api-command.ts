import { ConnectionError, errorOf, RequestTimeoutError } from '@fulfilment/client';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Argument, type Command } from 'commander';
import { reasonOf, readJsonObject, repeated, UsageError } from './arguments.ts';
import { type AddCommands, withExamples } from './command.ts';
import { Ended, EXIT } from './failures.ts';
import type { Session } from './session.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];
const TIMEOUT_MS = 35_000;

interface ApiOptions {
  readonly data?: string;
  readonly file?: string;
  readonly query?: readonly string[];
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
  readonly include?: boolean;
}

/** Any operation of the API, by its method and path. */
export const addApiCommand: AddCommands = (program, perform) => {
  withExamples(program.command('api').description('Call any operation of the API, and print what it answers.'), [
    'api GET /v1/me',
    'api GET /v1/inventory --query low_stock=true --query limit=200',
    `api POST /v1/inventory --data '{"sku":"MUG-01","name":"Mug"}'`,
    'api PATCH /v1/locations/loc_01J… --file location.json --if-match 3',
    'api GET /account/v1/keys --include',
  ])
    .addArgument(new Argument('<method>', 'the method').choices(METHODS))
    .argument('<path>', 'the path, from /v1 or /account/v1 on; see the API reference')
    .option('--data <json>', 'the body')
    .option('--file <file>', 'the body, from a JSON file, - for standard input')
    .option('--query <name=value>', 'a query parameter; can be repeated', repeated)
    .option('--if-match <version>', 'only if the record still has this version')
    .option('--idempotency-key <key>', 'key of the write: repeats with the same key take effect once; random by default')
    .option('--include', 'print the status and the headers first')
    .action((method: Method, path: string, options: ApiOptions, command: Command) =>
      perform(command, (session) => callApi(session, { method, path, options })),
    );
};

interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly options: ApiOptions;
}

async function callApi(session: Session, asked: Asked): Promise<void> {
  const { out } = session;
  const body = await bodyOf(session, asked);
  const key = asked.method === 'GET' ? null : (asked.options.idempotencyKey ?? randomUUID());
  const response = await send(session, asked, { body, key });
  if (asked.options.include) await out.lines([`${response.status} ${response.statusText}`, ...headerLines(response), '']);
  if (!response.ok) throw errorOf(response, await response.text(), key);
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  if (isJson) {
    const text = await response.text();
    // A new key is shown this once.
    out.reveal(text);
    await out.line(shownJson(text, out.json));
  } else if (response.body) await pipeline(response.body, out.stdout, { end: false, signal: session.signal });
  if (response.status !== 202) return;
  out.say(
    `fulfil: recorded, and not done yet: read ${response.headers.get('location') ?? 'the record'}, or repeat it under --idempotency-key ${key}.`,
  );
  throw new Ended(EXIT.pending);
}

async function bodyOf({ terminal }: Session, { method, options: { data, file } }: Asked): Promise<string | undefined> {
  if (data !== undefined && file !== undefined) throw new UsageError('--data and --file exclude each other.');
  if (method === 'GET' && (data ?? file) !== undefined)
    throw new UsageError('GET takes no body: give its parameters by --query.');
  if (file !== undefined) return JSON.stringify(await readJsonObject(file, terminal.stdin));
  if (data === undefined) return undefined;
  try {
    JSON.parse(data);
  } catch (error) {
    throw new UsageError(`--data is no JSON: ${reasonOf(error)}.`, { cause: error });
  }
  return data;
}

async function send(
  session: Session,
  { method, path, options }: Asked,
  { body, key }: { readonly body: string | undefined; readonly key: string | null },
): Promise<Response> {
  const { apiKey, baseUrl } = await session.profile();
  const { timeout } = session.options;
  const ms = timeout === undefined ? TIMEOUT_MS : timeout * 1_000;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...(options.ifMatch === undefined ? {} : { 'if-match': quoted(options.ifMatch) }),
  };
  const url = urlOf(baseUrl, path, options.query);
  const late = AbortSignal.timeout(ms);
  try {
    const init = {
      method,
      headers,
      body: body ?? null,
      redirect: 'manual' as const,
      signal: AbortSignal.any([session.signal, late]),
    };
    return await fetch(url, init);
  } catch (error) {
    session.signal.throwIfAborted();
    const more = { cause: error, idempotencyKey: key };
    if (late.aborted) throw new RequestTimeoutError(`No answer within ${ms} ms.`, more);
    throw new ConnectionError(`No complete answer came from ${baseUrl}: ${reasonOf(error)}.`, more);
  }
}

/** A number is a version; `*` and entity tags are sent as they are. */
const quoted = (version: string): string => (/^\d+$/.test(version) ? `"${version}"` : version);

/** @throws UsageError for a path of no API, or a query parameter without a name. */
function urlOf(baseUrl: string, path: string, query: readonly string[] = []): string {
  if (!/^\/(account\/)?v1(\/|$)/.test(path))
    throw new UsageError('The path must begin with /v1/ or /account/v1/: fulfil api GET /v1/orders.');
  const url = new URL(baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '') + path);
  for (const each of query) {
    const place = each.indexOf('=');
    if (place < 1) throw new UsageError(`--query ${each} must be a name and a value: --query limit=200.`);
    url.searchParams.append(each.slice(0, place), each.slice(place + 1));
  }
  return url.href;
}

const headerLines = ({ headers }: Response): readonly string[] => Array.from(headers, ([name, value]) => `${name}: ${value}`);

/** For people with a line for each member; for programs as it came. */
function shownJson(text: string, isForPrograms: boolean): string {
  return isForPrograms || text === '' ? text : JSON.stringify(JSON.parse(text), null, 2);
}
