import { exampleOfCommand, optionOf } from '../cli/cli-files.ts';
import type { Schema } from '../model.ts';
import { codeOf, layOut } from './code-layout.ts';
import { SAMPLE_ADDRESS, type SampleCall } from './sample-call.ts';

/** A call by curl. Writes name themselves, so that they can be repeated; who signs in keeps the cookie for the calls of the session. */
export function curlSample(call: SampleCall): string {
  const { id, method, path, body, caller, takesKey, answersFile, isEndless } = call;
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`}${isEndless ? ' -N' : ''} "${SAMPLE_ADDRESS}${path}${queryText(call)}"`,
    ...(caller === 'key' ? ['-H "Authorization: Bearer $FULFILMENT_API_KEY"'] : []),
    ...(caller === 'session' ? ['-b cookies.txt'] : []),
    ...(caller === 'anyone' && method === 'POST' ? ['-c cookies.txt'] : []),
    ...(takesKey ? [`-H "Idempotency-Key: ${id}-1"`] : []),
    ...bodyParts(body),
    ...(answersFile && !isEndless ? ['-o records.ndjson'] : []),
  ];
  return parts.join(' \\\n  ');
}

function bodyParts(body: SampleCall['body']): readonly string[] {
  if (body === null) return [];
  if (body.kind === 'file') return ['-H "Content-Type: text/csv"', '--data-binary @inventory.csv'];
  return ['-H "Content-Type: application/json"', `-d ${quoted(jsonText(body.value))}`];
}

function queryText({ query }: SampleCall): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${name}=${encodeURIComponent(String(each))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Commands of the tool that do more than one call, by the operation. */
const COMMANDS: Readonly<Record<string, string>> = {
  exportInventory: 'fulfil skus export --format ndjson --output records.ndjson',
  importInventory: 'fulfil skus import inventory.csv --dry-run',
};

/** A call by the command-line tool; null where a key cannot make it. */
export function fulfilSample(call: SampleCall, schemas: readonly Schema[]): string | null {
  const { id, caller, answersFile, inLibraries, query } = call;
  if (caller !== 'key' || !inLibraries) return null;
  const known = COMMANDS[id];
  if (known !== undefined) return known;
  const { group, operation } = inLibraries;
  const command = `fulfil ${exampleOfCommand(operation, group, schemas)}${optionsOf(query)}`;
  return answersFile ? `${command} --format ndjson > records.ndjson` : command;
}

/** The values of a query; the size of a page is not one of them: the tool reads all pages, or as many records as it is told. */
function optionsOf(query: SampleCall['query']): string {
  const pairs = Object.entries(query).filter(([name]) => name !== 'limit');
  return pairs
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => ` ${optionOf(name)} ${String(each)}`))
    .join('');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** JSON in one line where it is short. */
function jsonText(value: unknown): string {
  const code = codeOf(value, { scalar: (each) => JSON.stringify(each), label: (name) => `${JSON.stringify(name)}: ` });
  return layOut(code, { indent: '  ', lastComma: false, padding: () => '' }, '  ').slice(2);
}
