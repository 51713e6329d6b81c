import { constantOf } from '../go/go-schemas.ts';
import { bareType, goName, literal } from '../go/go-text.ts';
import { EVENT_TYPE } from '../go/go-values.ts';
import type { Field, Schema, Type } from '../model.ts';
import { call as callText, type Code, type Style } from './code-layout.ts';
import { type LibraryCall, SAMPLE_ADDRESS, type SampleCall } from './sample-call.ts';

const STYLE: Style = { indent: '\t', lastComma: true, padding: () => '' };

/** The surroundings of a value: the schemas by name, the names of types of values, and the name and path of the package. */
export interface GoContext {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly values: ReadonlySet<string>;
  readonly package: string;
  readonly module: string;
}

/** A whole program for Go. @throws Error for an example that the library has no type for. */
export function goSample(sample: SampleCall, { group, operation }: LibraryCall, context: GoContext): string {
  const parts = [['', 'ctx'] as const, ...argumentsOf(sample, { group, operation }, context).map((each) => ['', each] as const)];
  const name = `client.${goName(group)}.${goName(operation.name)}`;
  const lines = linesOf(sample, { name, parts, isList: operation.page !== null });
  const code = lines.join('\n');
  const packages = ['context', 'fmt', 'io', 'log', 'os', 'time'].filter(
    (each) => code.includes(`${each}.`) || ['context', 'log', 'os'].includes(each),
  );
  return `package main

import (
${packages.map((each) => `\t"${each}"`).join('\n')}

	${context.package} "${context.module}"
)

func main() {
	ctx := context.Background()
	client, err := ${context.package}.NewClient(os.Getenv("FULFILMENT_API_KEY"), "${SAMPLE_ADDRESS}")
	if err != nil {
		log.Fatal(err)
	}
${code}
}
`;
}

interface GoCall {
  readonly name: string;
  readonly parts: readonly (readonly [label: string, value: Code])[];
  readonly isList: boolean;
}

const UNLESS_DONE = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];

function linesOf({ answersFile, body }: SampleCall, { name, parts, isList }: GoCall): readonly string[] {
  if (isList)
    return [
      `${callText(name, parts, STYLE, '\tfor record, err := range ')}.All() {`,
      ...UNLESS_DONE.map((line) => `\t${line}`),
      '\t\tfmt.Printf("%+v\\n", record)',
      '\t}',
    ];
  if (answersFile)
    return [
      callText(name, parts, STYLE, '\tdownload, err := '),
      ...UNLESS_DONE,
      '\tdefer download.Close()',
      '\tfile, err := os.Create("records.ndjson")',
      ...UNLESS_DONE,
      '\tdefer file.Close()',
      '\tif _, err := io.Copy(file, download); err != nil {',
      '\t\tlog.Fatal(err)',
      '\t}',
    ];
  const opened = ['\tfile, err := os.Open("inventory.csv")', ...UNLESS_DONE, '\tdefer file.Close()'];
  return [
    ...(body?.kind === 'file' ? opened : []),
    callText(name, parts, STYLE, '\tanswer, err := '),
    ...UNLESS_DONE,
    '\tfmt.Printf("%+v\\n", answer)',
  ];
}

function argumentsOf(
  { id, pathValues, body, query }: SampleCall,
  { operation }: LibraryCall,
  context: GoContext,
): readonly Code[] {
  const given =
    operation.body?.kind === 'json' ? valueOf(body?.kind === 'json' ? body.value : {}, operation.body.type, context) : 'file';
  return [
    ...pathValues.map(literal),
    ...(operation.body ? [given] : []),
    ...(operation.query.length > 0 ? [queryOf(id, query, { operation, context })] : []),
  ];
}

function queryOf(
  id: string,
  query: SampleCall['query'],
  { operation, context }: { readonly operation: LibraryCall['operation']; readonly context: GoContext },
): Code {
  const parts = Object.entries(query).map(([name, value]): [string, Code] => {
    const type = operation.query.find((each) => each.name === name)?.type;
    if (!type) throw new Error(`${id} has no parameter ${name}`);
    if (Array.isArray(value)) return [`${goName(name)}: `, listOf(value, { ...type, nullable: false }, context)];
    return [
      `${goName(name)}: `,
      type.kind === 'boolean' ? `${context.package}.Bool(${String(value)})` : valueOf(value, type, context),
    ];
  });
  return { open: `${context.package}.${goName(id)}Query{`, parts, close: '}' };
}

function listOf(values: readonly unknown[], type: Type, context: GoContext): Code {
  const parts = values.map((each) => ['', valueOf(each, type, context)] as const);
  return { open: `[]${typeIn(type, context)}{`, parts, close: '}' };
}

/** A type as a program outside of the package writes it. */
function typeIn(type: Type, context: GoContext): string {
  if (type.kind === 'list') return `[]${typeIn(type.of, context)}`;
  if (type.kind === 'map') return `map[string]${typeIn(type.of, context)}`;
  return type.kind === 'named' ? `${context.package}.${bareType(type)}` : bareType(type);
}

function valueOf(value: unknown, type: Type, context: GoContext): Code {
  switch (type.kind) {
    case 'list':
      if (!Array.isArray(value)) throw new Error(`${JSON.stringify(value)} is no list`);
      return listOf(value, type.of, context);
    case 'map':
      return {
        open: `${typeIn(type, context)}{`,
        parts: entriesOf(value).map(([name, each]) => [`${literal(name)}: `, valueOf(each, type.of, context)] as const),
        close: '}',
      };
    case 'named':
      return isValue(type.name, context) ? constantIn(String(value), type.name, context) : structOf(value, type.name, context);
    case 'any':
      return anyOf(value);
    default:
      return type.kind === 'string' && type.time ? timeOf(String(value)) : scalar(value);
  }
}

const isValue = (name: string, { values }: GoContext): boolean => name === EVENT_TYPE || values.has(name);

/** A known value by its constant; all values of a list are the text `*`. */
const constantIn = (value: string, type: string, context: GoContext): string =>
  value === '*' ? literal(value) : `${context.package}.${constantOf(type, value)}`;

const scalar = (value: unknown): string => (typeof value === 'string' ? literal(value) : String(value));

function timeOf(text: string): string {
  const at = new Date(text);
  const [date, clock] = [
    [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()],
    [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()],
  ];
  return `time.Date(${[...date, ...clock].join(', ')}, ${at.getUTCMilliseconds() * 1_000_000}, time.UTC)`;
}

function anyOf(value: unknown): Code {
  if (Array.isArray(value)) return { open: '[]any{', parts: value.map((each) => ['', anyOf(each)] as const), close: '}' };
  if (typeof value !== 'object' || value === null) return value === null ? 'nil' : scalar(value);
  const parts = entriesOf(value).map(([name, each]) => [`${literal(name)}: `, anyOf(each)] as const);
  return { open: 'map[string]any{', parts, close: '}' };
}

function structOf(value: unknown, name: string, context: GoContext): Code {
  const schema = memberOf(value, name, context);
  const parts = entriesOf(value).flatMap(([member, each]): [string, Code][] => {
    const field = schema.fields.find((found) => found.name === member);
    if (!field) throw new Error(`${name} has no ${member}`);
    return field.type.kind === 'constant' ? [] : [[`${goName(member)}: `, fieldOf(each, field, context)]];
  });
  return { open: `${context.package}.${goName(schema.name)}{`, parts, close: '}' };
}

/** A member of a body; what may be left out, or may be null, is an `Opt`. */
function fieldOf(value: unknown, { required, type }: Field, context: GoContext): Code {
  if (required && !type.nullable) return valueOf(value, type, context);
  const set = `${context.package}.Set`;
  if (value === null) return `${context.package}.Null[${typeIn(type, context)}]()`;
  if (type.kind === 'string' && !type.time) return `${context.package}.String(${scalar(value)})`;
  if (type.kind === 'integer') return `${context.package}.Int(${scalar(value)})`;
  if (type.kind === 'boolean') return `${context.package}.Bool(${scalar(value)})`;
  if (type.kind === 'number') return `${set}(float64(${scalar(value)}))`;
  const code = valueOf(value, type, context);
  if (typeof code === 'string') return `${set}(${code})`;
  return { open: `${set}(${code.open}`, parts: code.parts, close: `${code.close})` };
}

/** The schema of an object: its own, or that of the members of a union which it fits. */
function memberOf(value: unknown, name: string, { schemas }: GoContext): Extract<Schema, { kind: 'object' }> {
  const schema = schemas.get(name);
  const candidates = schema?.kind === 'union' ? schema.of.map((each) => schemas.get(each)) : [schema];
  const found = candidates.find((each) => each?.kind === 'object' && (candidates.length === 1 || fits(value, each)));
  if (found?.kind !== 'object') throw new Error(`no type of ${name} fits ${JSON.stringify(value)}`);
  return found;
}

function fits(value: unknown, { fields }: Extract<Schema, { kind: 'object' }>): boolean {
  const members = new Map(entriesOf(value));
  return (
    [...members.keys()].every((member) => fields.some(({ name }) => name === member)) &&
    fields.every(({ name, required, type }) => {
      if (type.kind === 'constant') return members.get(name) === type.value;
      return !required || members.has(name);
    })
  );
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
