import type { ClientModel, ErrorCode, Operation } from '../model.ts';
import { nameOfError } from '../names.ts';
import { rubyResources } from './ruby-resources.ts';
import { comment, HEADER, literal } from './ruby-text.ts';

/** The generated files of the Ruby library. */
export function rubyFiles(model: ClientModel): ReadonlyMap<string, string> {
  return new Map([
    ['version.rb', inModule(`  # The version of this library.\n  VERSION = ${literal(model.version)}\n`)],
    ['operations.rb', rubyOperations(model)],
    ['resources.rb', rubyResources(model)],
    ['errors.rb', rubyErrors(model)],
    ['event_types.rb', rubyEventTypes(model)],
    ['samples.rb', rubySamples(model)],
  ]);
}

const inModule = (text: string): string => `${HEADER}module Fulfilment\n${text}end\n`;

function rubyOperations({ groups }: ClientModel): string {
  const operations = groups.flatMap((group) => group.operations);
  const rows = operations.map((each) => `    ${each.id}: Operation.new(${factsOf(each).join(', ')}),\n`);
  return inModule(`  # Every operation, by its id in the OpenAPI documents.
  #
  # @api private
  OPERATIONS = {
${rows.join('')}  }.freeze
`);
}

function factsOf({ id, api, method, path, query, body, idempotent, pending, batch }: Operation): readonly string[] {
  const repeated = query.filter(({ several }) => several === 'repeated').map(({ name }) => name);
  return [
    `id: ${literal(id)}, http_method: ${literal(method)}, path: ${literal(api + path)}`,
    ...(repeated.length > 0 ? [`repeated: ${literal(repeated)}`] : []),
    ...(body?.kind === 'stream' ? [`media_types: ${literal(body.mediaTypes)}`] : []),
    ...(idempotent ? ['idempotent: true'] : []),
    ...(pending ? ['pending: true'] : []),
    ...(batch ? [`batch: Batch.new(items: :${batch.items}, maximum: ${batch.maximum}, results: :${batch.results})`] : []),
  ];
}

function rubyErrors({ errors }: ClientModel): string {
  const classes = errors.map(
    (error) => `${comment(errorText(error), '  ')}  class ${errorName(error.code)} < ApiError
    # The remedy, by the error catalogue.
    REMEDY = ${literal(error.remedy)}
  end
`,
  );
  const rows = errors.map(({ code }) => `    ${literal(code)} => ${errorName(code)},\n`);
  return inModule(`${classes.join('\n')}
  # The class of each code that this version knows.
  ERRORS = {
${rows.join('')}  }.freeze
`);
}

function errorText({ code, status, description, members }: ErrorCode): string {
  const also = members.length === 0 ? '' : `\n\n\`problem\` has ${members.map((name) => `\`${name}\``).join(', ')}.`;
  return `\`${code}\` (${status}). ${description}${also}`;
}

/** The class of a code: `InsufficientStockError`. `ServiceTimeoutError` is not to be taken for a time limit of Ruby. */
export function errorName(code: string): string {
  return code === 'timeout' ? 'ServiceTimeoutError' : `${nameOfError(code)}Error`;
}

function rubyEventTypes({ events, schemas }: ClientModel): string {
  const describe = (schema: string): string => schemas.find(({ name }) => name === schema)?.description ?? '';
  const rows = events.types.map(({ type, schema }) => `${comment(describe(schema), '    ')}    ${literal(type)},\n`);
  return inModule(`  # The types of events that this version knows. Later versions add types: such events come like all others.
  EVENT_TYPES = [
${rows.join('')}  ].freeze
`);
}

function rubySamples({ events }: ClientModel): string {
  const rows = events.types.flatMap(({ type, sample }) =>
    sample === null ? [] : [`      ${literal(type)} => ${literal(JSON.stringify(sample))},\n`],
  );
  return inModule(`  module Testing
    # JSON of an event of each type.
    #
    # @api private
    SAMPLES = {
${rows.join('')}    }.freeze
  end
`);
}
