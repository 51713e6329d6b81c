import type { Schema } from '../model.ts';
import { snakeCase } from '../names.ts';
import { keywordFields } from '../ruby/ruby-resources.ts';
import { literal, rubyName } from '../ruby/ruby-text.ts';
import { call as callText, type Code, codeOf, type Notation, type Style } from './code-layout.ts';
import { type LibraryCall, SAMPLE_ADDRESS, type SampleCall } from './sample-call.ts';

const STYLE: Style = { indent: '  ', lastComma: false, padding: (open) => (open === '{' ? ' ' : '') };

const NOTATION: Notation = {
  scalar: (value) => (value === null ? 'nil' : literal(value)),
  label: (name) => `${/^[a-z_]\w*$/.test(name) ? name : literal(name)}: `,
};

/** A whole program for Ruby. @param schemas of the bodies, whose members are keywords. */
export function rubySample(sample: SampleCall, { group, operation }: LibraryCall, schemas: readonly Schema[]): string {
  const keywords = new Set((keywordFields(operation, schemas) ?? []).map(({ name }) => name));
  const name = `client.${snakeCase(group)}.${snakeCase(operation.name)}`;
  return `${[
    'require "fulfilment"',
    '',
    `client = Fulfilment::Client.new(api_key: ENV.fetch("FULFILMENT_API_KEY"), base_url: "${SAMPLE_ADDRESS}")`,
    ...linesOf(sample, callText(name, argumentsOf(sample, keywords), STYLE), operation.page !== null),
  ].join('\n')}\n`;
}

function linesOf({ answersFile, body }: SampleCall, text: string, isList: boolean): readonly string[] {
  const call = text.replace(/\(\)$/, '');
  if (isList) return [`${call}.each { |record| p record }`];
  if (answersFile) return [`File.open("records.ndjson", "wb") { |file| ${call}.write_to(file) }`];
  if (body?.kind === 'file') return [`answer = File.open("inventory.csv", "rb") { |file| ${call} }`, 'p answer'];
  return [`answer = ${call}`, 'p answer'];
}

/** Path parameters, the body as keywords where its members are those, and the query by name. */
function argumentsOf(
  { pathValues, body, query }: SampleCall,
  keywords: ReadonlySet<string>,
): readonly (readonly [label: string, value: Code])[] {
  return [
    ...pathValues.map((each) => ['', literal(each)] as const),
    ...bodyParts(body, keywords),
    ...Object.entries(query).map(([name, value]) => [`${rubyName(name)}: `, codeOf(value, NOTATION)] as const),
  ];
}

function bodyParts(body: SampleCall['body'], keywords: ReadonlySet<string>): readonly (readonly [string, Code])[] {
  if (!body) return [];
  if (body.kind === 'file') return [['', 'file']];
  const code = codeOf(body.value, NOTATION);
  const names = typeof body.value === 'object' && body.value !== null ? Object.keys(body.value) : [];
  return typeof code === 'string' || names.some((name) => !keywords.has(name)) ? [['', code]] : code.parts;
}
