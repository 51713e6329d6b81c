import { batchResults, pendingRecords } from '../answer-types.ts';
import type { ClientModel, Group, Operation, Param, Schema } from '../model.ts';
import { filterOf, filtersOf, optionNames, pascalCase, snakeCase } from '../names.ts';
import { errorName } from './ruby-files.ts';
import { keywordFields, OPTIONS, queryOf } from './ruby-resources.ts';
import {
  ANY_HASH,
  comment,
  inOneLine,
  literal,
  rubyName,
  SIGNATURE_HEADER,
  type SchemaName,
  signatureType,
} from './ruby-text.ts';

/** The generated RBS signatures of the Ruby library. */
export function rubySignatures(model: ClientModel): ReadonlyMap<string, string> {
  return new Map([
    ['schemas.rbs', schemas(model)],
    ['resources.rbs', resources(model)],
    ['errors.rbs', errors(model)],
    ['events.rbs', events(model)],
  ]);
}

const inModule = (text: string): string => `${SIGNATURE_HEADER}\nmodule Fulfilment\n${text}end\n`;

/** Names of schemas inside `Schemas`, or with it before them. */
function naming({ schemas: all }: ClientModel, prefix = ''): SchemaName {
  const unions = new Set(all.flatMap(({ kind, name }) => (kind === 'union' ? [name] : [])));
  return (name) => prefix + (unions.has(name) ? snakeCase(name) : `_${name}`);
}

/**
 * Records as interfaces of the hashes that they are: a known member has its type, and any other one may be there. A type of records
 * in RBS would refuse members of later versions, and needs all of them in the versions of Ruby 3.1.
 */
function schemas(model: ClientModel): string {
  const nameOf = naming(model);
  const texts = model.schemas.map((schema) => schemaText(schema, nameOf));
  const filters = filtersOf(model.groups).map(
    ({ name, known }) => `    # Known values of a filter.\n    type ${snakeCase(name)} = ${known.map(literal).join(' | ')}\n`,
  );
  return inModule(`  # Records, bodies and events: hashes with symbols as keys.
  module Schemas
${texts.join('\n')}
${filters.join('\n')}  end
`);
}

function schemaText(schema: Schema, nameOf: SchemaName): string {
  const head = comment(schema.description, '    ');
  if (schema.kind === 'union') return `${head}    type ${nameOf(schema.name)} = ${schema.of.map(nameOf).join(' | ')}\n`;
  const described = schema.fields
    .filter(({ description }) => description !== '')
    .map(({ name, description }) => comment(`- \`${name}\`: ${inOneLine(description)}`, '    '));
  const members = schema.fields.map(({ name, required, type }) => {
    const text = signatureType(required ? type : { ...type, nullable: true }, nameOf);
    return `(:${name}) -> ${text.includes(' | ') && !text.startsWith('(') ? `(${text})` : text}`;
  });
  const overloads = [...members, '(Symbol) -> untyped'].join('\n            | ');
  return `${head}${head && described.length > 0 ? '    #\n' : ''}${described.join('')}    interface ${nameOf(schema.name)}
      include _Record
      def []: ${overloads}
    end
`;
}

function resources(model: ClientModel): string {
  const nameOf = naming(model, 'Schemas::');
  const readers = model.groups.map(({ name }) => `      attr_reader ${snakeCase(name)}: ${pascalCase(name)}\n`);
  return inModule(`  # The groups of operations.
  module Resources
${model.groups.map((group) => groupText(group, model.schemas, nameOf)).join('\n')}
    # The readers of a client.
    module Readers
${readers.join('')}
      private

      def make_resources: (Transport transport) -> void
    end
  end
`);
}

function groupText({ name, operations }: Group, all: readonly Schema[], nameOf: SchemaName): string {
  const methods = operations.map((each) => `      def ${snakeCase(each.name)}: ${methodType(each, all, nameOf)}\n`);
  return `    class ${pascalCase(name)} < Resource\n${methods.join('')}    end\n`;
}

function methodType(operation: Operation, all: readonly Schema[], nameOf: SchemaName): string {
  const { pathParams, body } = operation;
  const path = pathParams.map((each) => `${signatureType(each.type, nameOf)} ${rubyName(each.name)}`);
  const options = [
    ...queryOf(operation).map((each) => `?${rubyName(each.name)}: ${queryType(operation, each, nameOf)}`),
    ...optionNames(operation).map((each) => `?${each}: ${nullable(OPTIONS[each]?.[1] ?? 'untyped')}`),
  ];
  const result = resultType(operation, nameOf);
  const form = (params: readonly string[]): string => `(${params.join(', ')}) -> ${result}`;
  if (!body) return form([...path, ...options]);
  if (body.kind === 'stream') return form([...path, 'upload body', ...options]);
  const fields = keywordFields(operation, all);
  const keywords = fields?.map(
    ({ name, required, type }) => `${required ? '' : '?'}${name}: ${signatureType(type, () => ANY_HASH)}`,
  ) ?? ['**untyped'];
  return [
    form([...path, ...keywords.filter((each) => each !== '**untyped'), ...options, ...(fields ? [] : keywords)]),
    form([...path, `${ANY_HASH} body`, ...options]),
  ].join('\n               | ');
}

const nullable = (text: string): string => (text.includes(' | ') ? `(${text})?` : `${text}?`);

/** A filter of some values takes these: a program casts any other, such as one that its user wrote. */
function queryType(operation: Operation, param: Param, nameOf: SchemaName): string {
  const { type, several } = param;
  const filter = filterOf(operation, param);
  if (filter) {
    const name = `Schemas::${snakeCase(filter.name)}`;
    return nullable(several === null ? name : `${name} | Array[${name}]`);
  }
  const text = type.kind === 'string' && type.time ? 'String | Time' : signatureType(type, nameOf);
  return nullable(several === null ? text : `${text} | Array[${text}]`);
}

function resultType({ page, answer }: Operation, nameOf: SchemaName): string {
  if (page) return `Pages[${signatureType(page.item, nameOf)}]`;
  if (answer.kind === 'stream') return 'Download';
  return answer.kind === 'none' ? 'nil' : signatureType(answer.type, nameOf);
}

function errors({ errors: all }: ClientModel): string {
  const classes = all.map(({ code }) => `  class ${errorName(code)} < ApiError\n  end\n`);
  return inModule(`${classes.join('\n')}
  ERRORS: Hash[String, singleton(ApiError)]
`);
}

const handlerOf = (event: string): string => `{ (${event} event, Delivery delivery) -> void } -> self`;

/** The handlers of a receiver, with the event of each type. */
function events(model: ClientModel): string {
  const nameOf = naming(model, 'Schemas::');
  const rows = model.events.types.map(({ type, schema }) => `(${literal(type)} type) ${handlerOf(nameOf(schema))}`);
  const { union } = model.events;
  return inModule(`  EVENT_TYPES: Array[String]

  # Any event: told apart by \`:type\`.
  type event = ${nameOf(union)}

  # The record of a call that is recorded and not yet done.
  type pending_record = ${pendingRecords(model).map(nameOf).join(' | ')}

  # One result of a batch.
  type batch_result = ${batchResults(model).map(nameOf).join(' | ')}

  class WebhookReceiver
    def on: ${rows.join('\n          | ')}
  end
`);
}
