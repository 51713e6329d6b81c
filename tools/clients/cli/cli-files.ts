import type { Answer, ClientModel, Field, Group, Operation, Param, RequestBody, Schema, Type } from '../model.ts';
import { wordsOf } from '../names.ts';
import { HEADER, literal } from '../node/node-text.ts';

/** Groups whose records the tool calls by another name. */
const GROUP_WORDS: Readonly<Record<string, string>> = { inventory: 'skus' };

/** Values of examples for path parameters that are no ids. */
const EXAMPLES: Readonly<Record<string, string>> = { sku: 'MUG-01', code: '4006381333931' };

/** Options of every command, whose names a field or a parameter cannot have. */
const TAKEN = new Set(['all', 'base-url', 'data', 'file', 'help', 'json', 'limit', 'profile', 'retries', 'timeout', 'wait']);

/** The form of an answer that is no page. */
const ANSWERS: Readonly<Record<Answer['kind'], string>> = { json: 'record', stream: 'file', none: 'none' };

/** Fields that are the same in every record that a key reads. */
const OF_KEY = new Set(['account_id', 'environment']);

/** Columns of a table at most. */
const COLUMNS = 7;

/** The generated files of the command-line tool: a command for each operation, as data. */
export function cliFiles(model: ClientModel): ReadonlyMap<string, string> {
  const rows = model.groups.flatMap((group) =>
    group.operations.map((each) => `  ${literal(commandOf(each, group, model.schemas))},`),
  );
  const commands = `${HEADER}import type { OperationCommand } from '../operations/operation-command.ts';

/** A command for each operation, in the order of the documents. */
export const OPERATION_COMMANDS: readonly OperationCommand[] = [
${rows.join('\n')}
];
`;
  return new Map([['commands.ts', commands]]);
}

/** The words of the example of a command, behind the name of the program. */
export function exampleOfCommand(operation: Operation, group: string, schemas: readonly Schema[]): string {
  const { body, pathParams } = operation;
  const fields = body?.kind === 'json' ? fieldsOf(body.type, schemas).flatMap(flagOfField) : [];
  return exampleOf(wordsOfCommand(operation, group), pathParams, body, fields);
}

/** The option of a parameter or a field, with its dashes. */
export function optionOf(name: string): string {
  return `--${flagOf(name)}`;
}

function wordsOfCommand({ name }: Operation, group: string): readonly [string, string] {
  return [GROUP_WORDS[group] ?? wordsOf(group).join('-'), wordsOf(name).join('-')];
}

function commandOf(operation: Operation, group: Group, schemas: readonly Schema[]): object {
  const { id, name, summary, description, pathParams, query, body, answer, page, pending, idempotent, ifMatch } = operation;
  const fields = body?.kind === 'json' ? fieldsOf(body.type, schemas).flatMap(flagOfField) : [];
  return {
    id,
    call: [group.name, name],
    words: wordsOfCommand(operation, group.name),
    summary: sentence(summary),
    description: plain(description),
    path: pathParams.map((param) => ({ name: wordsOf(param.name).join('-'), meaning: plain(param.description) })),
    query: query.filter((param) => !page || !['cursor', 'limit'].includes(param.name)).map(flagOfParam),
    takesQuery: query.length > 0,
    body: body && { kind: body.kind, required: body.kind === 'stream' || body.required, fields },
    answer: page ? 'page' : ANSWERS[answer.kind],
    columns: columnsOf(page?.item ?? listed(answer, schemas), schemas),
    ...(pending && { pending }),
    ...(idempotent && { idempotent }),
    ...(ifMatch && { ifMatch }),
    examples: [exampleOfCommand(operation, group.name, schemas)],
  };
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Markdown of a description as plain text: links by their words. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '')
    .trim();

interface Flag {
  readonly name: string;
  readonly flag: string;
  readonly kind: string;
  readonly meaning: string;
  readonly required: boolean;
  readonly values: readonly string[];
}

function flagOfParam({ name, description, required, type, several }: Param): Flag {
  const kind = several === null ? kindOf(type) : 'texts';
  return flagNamed(name, { kind, meaning: plain(description), required, values: type.kind === 'string' ? type.known : [] });
}

/** Fields of any kind are left out: those of a change are read-only. */
function flagOfField({ name, description, required, type }: Field): readonly Flag[] {
  if (type.kind === 'any') return [];
  const item = type.kind === 'list' ? type.of : type;
  const values = item.kind === 'string' ? item.known : [];
  return [flagNamed(name, { kind: kindOf(type), meaning: plain(description), required, values })];
}

function flagNamed(name: string, facts: Omit<Flag, 'name' | 'flag'>): Flag {
  return { name, flag: flagOf(name), ...facts };
}

function flagOf(name: string): string {
  const words = wordsOf(name).join('-');
  return TAKEN.has(words) ? `with-${words}` : words;
}

/** How the text of an option becomes a value. */
function kindOf(type: Type): string {
  if (type.kind === 'string') return type.time ? 'time' : 'text';
  if (type.kind === 'list') return type.of.kind === 'named' ? 'json' : 'texts';
  if (type.kind === 'map') return type.of.kind === 'string' ? 'pairs' : 'json';
  return PLAIN_KINDS[type.kind];
}

const PLAIN_KINDS: Readonly<Record<Exclude<Type['kind'], 'string' | 'list' | 'map'>, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  constant: 'text',
  any: 'json',
  named: 'json',
};

/** The fields of a body; of one of several forms all, and none is required. */
function fieldsOf(type: Type, schemas: readonly Schema[]): readonly Field[] {
  const schema = type.kind === 'named' ? schemas.find(({ name }) => name === type.name) : undefined;
  if (schema?.kind === 'object') return schema.fields;
  const forms = (schema?.of ?? []).flatMap((name) => fieldsOf({ kind: 'named', name, nullable: false }, schemas));
  return [...new Map(forms.map((field) => [field.name, { ...field, required: false }])).values()];
}

/** The items of an answer that is a whole list. */
function listed(answer: Answer, schemas: readonly Schema[]): Type | null {
  const data = answer.kind === 'json' ? fieldsOf(answer.type, schemas).find(({ name }) => name === 'data') : undefined;
  return data?.type.kind === 'list' ? data.type.of : null;
}

/** The first fields that one cell holds; account and environment are those of the key. */
function columnsOf(item: Type | null, schemas: readonly Schema[]): readonly string[] {
  const fields = item === null ? [] : fieldsOf(item, schemas);
  return fields
    .filter(({ name, type }) => !OF_KEY.has(name) && ['string', 'integer', 'number', 'boolean'].includes(type.kind))
    .map(({ name }) => name)
    .slice(0, COLUMNS);
}

function exampleOf(words: readonly string[], path: readonly Param[], body: RequestBody | null, fields: readonly Flag[]): string {
  const places = path.map(({ name, example }) => example ?? EXAMPLES[name] ?? name);
  const given = body?.kind === 'json' ? optionsOf(body.example, fields) : body ? ['inventory.csv'] : [];
  return [...words, ...places, ...given].join(' ');
}

/** A body as options; as JSON where a member is more than one of them holds. */
function optionsOf(example: unknown, fields: readonly Flag[]): readonly string[] {
  const members = Object.entries(Object(example));
  const flags = members.map(([name, value]: [string, unknown]) => {
    const found = fields.find((each) => each.name === name);
    const text = found && textOf(found, value);
    return text === undefined || text === null ? null : `--${found?.flag ?? ''} ${text}`;
  });
  if (flags.every((flag) => flag !== null)) return flags;
  return [`--data '${JSON.stringify(example)}'`];
}

function textOf({ kind }: Flag, value: unknown): string | null {
  if (kind === 'json') return null;
  if (kind === 'texts')
    return Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? quoted(value[0]) : null;
  if (kind !== 'pairs') return quoted(String(value));
  const [pair, ...more] = Object.entries(Object(value));
  return pair && more.length === 0 ? quoted(`${pair[0]}=${String(pair[1])}`) : null;
}

const quoted = (text: string): string => (/^[\w.:/@=,-]+$/.test(text) ? text : `"${text}"`);
