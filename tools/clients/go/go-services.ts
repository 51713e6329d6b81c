import type { Group, Operation, Param } from '../model.ts';
import { valueTexts } from './go-schemas.ts';
import { bareType, doc, goName, headerOf, literal, parameterName, typeText } from './go-text.ts';
import type { GoModel, ValueType } from './go-values.ts';

/** A struct for each group of operations with one method each, and the struct that has them all. */
export function goServices({ groups, packages, values }: GoModel): string {
  const everywhere = codesOfAll(groups);
  const fields = groups.map(
    ({ name }) => `\t// ${goName(name)} has the operations of this group.\n\t${goName(name)} *${serviceName(name)}\n`,
  );
  const made = groups.map(({ name }) => `\t\t${goName(name)}: &${serviceName(name)}{api},\n`);
  const width = Math.max(...groups.map(({ name }) => goName(name).length)) + 1;
  return `${headerOf(packages.go.package)}
import (
	"context"
	"io"
	"net/url"
	"time"
)

// Services has all groups of operations; a Client has them as its own.
type Services struct {
${fields.join('\n')}}

func newServices(api *transport) Services {
	return Services{
${made.map((row) => row.replace(/^(\t\t)(\w+:) /, (_all, tabs: string, name: string) => `${tabs}${name.padEnd(width)} `)).join('')}	}
}

${groups.map((group) => groupText(group, everywhere, values)).join('\n')}`;
}

const serviceName = (group: string): string => `${goName(group)}Service`;

/** Codes of every operation, which need not be listed at each. */
function codesOfAll(groups: readonly Group[]): ReadonlySet<string> {
  const [first, ...others] = groups.flatMap(({ operations }) => operations).map(({ codes }) => new Set(codes));
  return new Set([...(first ?? [])].filter((code) => others.every((codes) => codes.has(code))));
}

function groupText({ name, operations }: Group, everywhere: ReadonlySet<string>, values: readonly ValueType[]): string {
  const queries = operations
    .filter(({ query }) => query.length > 0)
    .flatMap((operation) => [queryText(operation), ...valueTexts(operation.id, values)]);
  const service = serviceName(name);
  return `${queries.map((text) => `${text}\n`).join('')}// ${service} has the operations of client.${goName(name)}.
type ${service} struct{ api *transport }

${operations.map((operation) => methodText(service, operation, everywhere)).join('\n')}`;
}

const queryName = ({ id }: Operation): string => `${goName(id)}Query`;

/** Parameters of a list without the cursor: pages are followed by the library. */
const queryOf = ({ query, page }: Operation): readonly Param[] => query.filter(({ name }) => !page || name !== 'cursor');

/** A parameter that is left out has the zero of its type; only a flag needs more than that. */
function queryType({ type, several }: Param): string {
  if (several !== null) return `[]${bareType(type)}`;
  return type.kind === 'boolean' ? 'Opt[bool]' : bareType(type);
}

function queryText(operation: Operation): string {
  const params = queryOf(operation);
  const rows = params.map((param) => {
    return `${doc(param.description, '\t')}\t${goName(param.name)} ${queryType(param)}\n`;
  });
  const values = params.map((param) => `\t${setterOf(param)}(values, ${literal(param.name)}, q.${goName(param.name)})\n`);
  return `// ${queryName(operation)} has the parameters of ${operation.id}; zero values are left out.
type ${queryName(operation)} struct {
${rows.join('\n')}}

func (q ${queryName(operation)}) values() url.Values {
	values := url.Values{}
${values.join('')}	return values
}
`;
}

/** @throws Error for a parameter that no operation has had yet. */
function setterOf({ type, several }: Param): string {
  if (several === 'commas') throw new Error('the Go library repeats parameters with several values');
  if (several !== null) return 'addEach';
  if (type.kind === 'boolean') return 'addFlag';
  if (type.kind === 'integer') return 'addNumber';
  return type.kind === 'string' && type.time ? 'addTime' : 'addText';
}

function methodText(service: string, operation: Operation, everywhere: ReadonlySet<string>): string {
  const { id, name, pathParams, body, query } = operation;
  const given: string[] = [];
  const params = ['ctx context.Context', ...pathParams.map((param) => `${parameterName(param.name)} ${typeText(param.type)}`)];
  if (pathParams.length > 0) given.push(`path: []string{${pathParams.map((param) => parameterName(param.name)).join(', ')}}`);
  if (body) {
    params.push(`body ${body.kind === 'stream' ? 'io.Reader' : typeText(body.type)}`);
    given.push(body.kind === 'stream' ? 'upload: body' : 'body: body');
  }
  if (query.length > 0) {
    params.push(`query ${queryName(operation)}`);
    given.push('query: query.values()');
  }
  params.push('options ...CallOption');
  const args = `ctx, s.api, ${operationName(id)}, given{${given.join(', ')}}, options`;
  return `${doc(docText(operation, everywhere))}func (s *${service}) ${goName(name)}(${params.join(', ')}) ${resultText(operation)} {
\treturn ${calledText(operation)}(${args})
}
`;
}

/** The name of an operation in the table. */
export const operationName = (id: string): string => `op${goName(id)}`;

function resultText({ page, answer }: Operation): string {
  if (page) return `*Pages[${typeText(page.item)}]`;
  return answer.kind === 'json' ? `(*${typeText(answer.type)}, error)` : '(*Download, error)';
}

/** @throws Error for an answer without a body, which no operation has had yet. */
function calledText({ id, page, answer }: Operation): string {
  if (page) return `listPages[${typeText(page.item)}]`;
  if (answer.kind === 'none') throw new Error(`the Go library has no call for the answer of ${id}`);
  return answer.kind === 'json' ? `send[${typeText(answer.type)}]` : 'download';
}

function docText({ name, summary, description, codes, batch }: Operation, everywhere: ReadonlySet<string>): string {
  const own = codes.filter((code) => !everywhere.has(code)).map((code) => `Err${goName(code)}`);
  return [
    summary.startsWith(`${goName(name)} `) ? `${summary}.` : `${goName(name)}: ${summary}.`,
    description,
    batch ? 'When a batch of several requests stops halfway, the results so far come beside a *BatchInterruptedError.' : '',
    own.length === 0 ? '' : `Errors: ${own.join(', ')}.`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}
