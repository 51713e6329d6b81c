import type { ClientModel, Field, Group, Operation, Param, Schema } from '../model.ts';
import { optionNames, pascalCase, snakeCase } from '../names.ts';
import { comment, documentedType, HEADER, inOneLine, literal, rubyName } from './ruby-text.ts';

/** A class for each group of operations, and the module with a reader of each. */
export function rubyResources({ groups, schemas }: ClientModel): string {
  return `${HEADER}module Fulfilment
  # The groups of operations: \`client.orders\` is one.
  module Resources
${groups.map((group) => groupText(group, schemas)).join('\n')}
    # The readers of a client.
    module Readers
${groups.map(({ name }) => readerText(name)).join('\n')}
      private

      def make_resources(transport)
${groups.map(({ name }) => `        @${snakeCase(name)} = ${pascalCase(name)}.new(transport)\n`).join('')}      end
    end
  end
end
`;
}

const readerText = (name: string): string =>
  `      # @return [${pascalCase(name)}] the operations of \`client.${snakeCase(name)}\`\n      attr_reader :${snakeCase(name)}\n`;

function groupText({ name, operations }: Group, schemas: readonly Schema[]): string {
  return `    # \`client.${snakeCase(name)}\`
    class ${pascalCase(name)} < Resource
${operations.map((each) => methodText(each, schemas)).join('\n')}    end
`;
}

function methodText(operation: Operation, schemas: readonly Schema[]): string {
  const { id, name, pathParams, body, page, answer } = operation;
  const kind = page ? 'pages' : answer.kind === 'stream' ? 'download' : 'call';
  const [path, query, options] = [pathParams.map((each) => rubyName(each.name)), queryOf(operation), optionNames(operation)];
  const params = [
    ...path,
    ...(body ? [body.kind === 'json' ? 'body = nil' : 'body'] : []),
    ...[...query.map((each) => rubyName(each.name)), ...options].map((each) => `${each}: nil`),
    ...(body?.kind === 'json' ? ['**fields'] : []),
  ];
  const given = [
    `OPERATIONS[:${id}]`,
    ...(path.length > 0 ? [`path: [${path.join(', ')}]`] : []),
    ...(query.length > 0 ? [`query: { ${query.map((each) => `${rubyName(each.name)}:`).join(', ')} }`] : []),
    ...(body ? [body.kind === 'json' ? 'body: body_of(body, fields)' : 'body:'] : []),
    ...options.map((each) => `${each}:`),
  ];
  return `${comment(docText(operation, schemas), '      ')}      def ${snakeCase(name)}(${params.join(', ')})
        @transport.${kind}(${given.join(', ')})
      end
`;
}

/** Parameters of a list without the cursor: pages are followed by the library. */
export const queryOf = ({ query, page }: Operation): readonly Param[] => query.filter(({ name }) => !page || name !== 'cursor');

/** Options of a call: their types in documentation and in signatures, and their meaning. */
export const OPTIONS: Readonly<Record<string, readonly [documented: string, signature: string, meaning: string]>> = {
  idempotency_key: ['String', 'String', 'the key of the call, the same at every attempt; random unless given'],
  if_match: ['Integer, String', 'Integer | String', 'the version that the record must have'],
  if_none_match: ['Integer, String', 'Integer | String', 'the version that is known: {NotModifiedError} if it is still that'],
  pending_timeout: ['Numeric', 'Numeric', 'seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none'],
  accept: ['String', 'String', 'the media type of the file'],
  content_type: ['String', 'String', 'the media type of the file'],
  timeout: ['Numeric', 'Numeric', 'the longest silence in seconds'],
  retries: ['Integer', 'Integer', 'retries after the first attempt'],
  request_id: ['String', 'String', 'the id of the request in logs and errors of the service'],
};

/**
 * Members of a JSON body that can be given as keywords: those of an object, but for names that the call itself takes, and for those
 * that are read only, which have any value.
 */
export function keywordFields(operation: Operation, schemas: readonly Schema[]): readonly Field[] | null {
  const { body } = operation;
  if (body?.kind !== 'json' || body.type.kind !== 'named') return null;
  const { name } = body.type;
  const schema = schemas.find((each) => each.name === name);
  if (schema?.kind !== 'object') return null;
  const taken = new Set([...queryOf(operation).map((each) => each.name), ...optionNames(operation)]);
  return schema.fields.filter(({ name: field, type }) => !taken.has(field) && type.kind !== 'any');
}

function docText(operation: Operation, schemas: readonly Schema[]): string {
  const { summary, description, pathParams, body, codes } = operation;
  const lines = [
    ...pathParams.map((each) => `@param ${rubyName(each.name)} [${documentedType(each.type)}] ${inOneLine(each.description)}`),
    ...(body ? [bodyDoc(operation)] : []),
    ...queryOf(operation).map((each) => `@param ${rubyName(each.name)} [${queryType(each)}, nil] ${inOneLine(each.description)}`),
    ...optionNames(operation).map((each) => `@param ${each} [${OPTIONS[each]?.[0] ?? ''}, nil] ${OPTIONS[each]?.[2] ?? ''}`),
    ...(keywordFields(operation, schemas) ?? []).map(
      (each) => `@option fields [${documentedType(each.type)}] :${each.name} ${inOneLine(each.description)}`,
    ),
    `@return [${resultDoc(operation)}`,
    ...(codes.length > 0 ? [`@raise [ApiError] ${codes.map((code) => `\`${code}\``).join(', ')}`] : []),
  ];
  return [`${summary}.`, description, lines.map((line) => line.trimEnd()).join('\n')].filter(Boolean).join('\n\n');
}

function bodyDoc({ body }: Operation): string {
  if (body?.kind !== 'json')
    return '@param body [String, IO, Enumerable<String>, Proc] the file; a function is called for each attempt';
  const name = body.type.kind === 'named' ? `\`${body.type.name}\`` : 'the body';
  return `@param body [Hash, nil] ${name}, whose members can be given as keywords instead`;
}

function queryType({ type, several }: Param): string {
  const text = type.kind === 'string' && type.time ? 'String, Time' : documentedType(type);
  return several === null ? text : `${text}, Array<${text}>`;
}

function resultDoc({ page, answer }: Operation): string {
  if (page) return `Pages] the records, ${nameOf(page.item)} each`;
  if (answer.kind === 'stream') return 'Download] the file, which is read when it is asked for';
  return answer.kind === 'none' ? 'nil]' : `${documentedType(answer.type)}] ${nameOf(answer.type)}`;
}

const nameOf = (type: { readonly kind: string; readonly name?: string }): string =>
  type.name === undefined ? literal(type.kind) : `\`${type.name}\``;
