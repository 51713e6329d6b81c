import type { ClientModel, Group, Operation, Param } from '../model.ts';
import { camelCase, filterOf, pascalCase } from '../names.ts';
import { doc, HEADER, typeText } from './node-text.ts';

/** One class for each group of operations, and the class that has them all. */
export function nodeResources({ groups }: ClientModel): string {
  const members = groups.map(({ name }) => `  readonly ${name}: ${pascalCase(name)};`);
  const made = groups.map(({ name }) => `    this.${name} = new ${pascalCase(name)}(api);`);
  return `${HEADER}import type { Api, CallOptions, Conditional, Download, Idempotent, IfChanged, Pages, Pending, Readable, Upload, Writable } from '../api.ts';
import { OPERATIONS } from './operations.ts';
import type * as S from './schemas.ts';

${groups.map(groupText).join('\n')}
/** All groups of operations. */
export class Resources {
${members.join('\n')}

  constructor(api: Api) {
${made.join('\n')}
  }
}
`;
}

function groupText({ name, operations }: Group): string {
  const queries = operations.filter(({ query }) => query.length > 0).map(queryText);
  return `${queries.join('\n')}
/** \`client.${name}\` */
export class ${pascalCase(name)} {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

${operations.map(methodText).join('\n')}}
`;
}

const queryName = ({ id }: Operation): string => `${pascalCase(id)}Query`;

/** Parameters of a list without the cursor: pages are followed by the library. */
const queryOf = ({ query, page }: Operation): readonly Param[] => query.filter(({ name }) => !page || name !== 'cursor');

function queryText(operation: Operation): string {
  const rows = queryOf(operation).map((param) => {
    const { name, description, required, several, type } = param;
    const filter = filterOf(operation, param);
    const text = filter ? `S.${filter.name}` : typeText(type, 'S.');
    const values = several === null ? text : `${text} | Array<${text}>`;
    return `${doc(description, '  ')}  ${name}${required ? '' : '?'}: ${values}${required ? '' : ' | undefined'};\n`;
  });
  return `/** Parameters of \`${operation.id}\`. */\nexport interface ${queryName(operation)} {\n${rows.join('')}}\n`;
}

function methodText(operation: Operation): string {
  const { id, name, summary, description, pathParams, body, query, page, answer } = operation;
  const params = pathParams.map((param) => `${camelCase(param.name)}: ${typeText(param.type)}`);
  const given: string[] = [];
  if (pathParams.length > 0) given.push(`path: [${pathParams.map((param) => camelCase(param.name)).join(', ')}]`);
  if (body) {
    params.push(body.kind === 'stream' ? 'body: Upload' : `body: ${typeText(body.type, 'S.')}${body.required ? '' : ' = {}'}`);
    given.push('body');
  }
  if (query.length > 0) {
    params.push(`query: ${queryName(operation)} = {}`);
    given.push('query: { ...query }');
  }
  params.push(`options: ${optionsText(operation)} = {}`);
  const send = page ? 'pages' : answer.kind === 'stream' ? 'download' : 'send';
  const call = `return this.#api.${send}(OPERATIONS.${id}, { ${given.join(', ')} }, options);`.replace('{  }', '{}');
  return `${doc(docText(summary, description, operation.codes), '  ')}  ${name}(${params.join(', ')}): ${resultText(operation)} {
    ${call}
  }
`;
}

function resultText({ page, answer }: Operation): string {
  if (page) return `Pages<${typeText(page.item, 'S.')}>`;
  if (answer.kind === 'stream') return 'Promise<Download>';
  return answer.kind === 'none' ? 'Promise<void>' : `Promise<${typeText(answer.type, 'S.')}>`;
}

function optionsText({ idempotent, ifMatch, ifNoneMatch, pending, answer, body }: Operation): string {
  return [
    'CallOptions',
    ...(idempotent ? ['Idempotent'] : []),
    ...(ifMatch ? ['Conditional'] : []),
    ...(ifNoneMatch ? ['IfChanged'] : []),
    ...(pending ? ['Pending'] : []),
    ...(answer.kind === 'stream' ? ['Readable'] : []),
    ...(body?.kind === 'stream' ? ['Writable'] : []),
  ].join(' & ');
}

function docText(summary: string, description: string, codes: readonly string[]): string {
  const own = codes.filter((code) => !EVERYWHERE.has(code)).map((code) => `\`${code}\``);
  return [`${summary}.`, description, own.length === 0 ? '' : `@throws ApiError ${own.join(', ')}`].filter(Boolean).join('\n\n');
}

/** Codes of every operation. */
const EVERYWHERE = new Set([
  'invalid_request',
  'invalid_parameter',
  'malformed_json',
  'unauthenticated',
  'forbidden',
  'plan_required',
  'account_suspended',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal',
  'upstream_unavailable',
  'timeout',
]);
