import type { ClientModel, ErrorCode, Operation } from '../model.ts';
import { nameOfError } from '../names.ts';
import { nodeResources } from './node-resources.ts';
import { nodeSamples, nodeSchemas } from './node-schemas.ts';
import { doc, HEADER, literal } from './node-text.ts';

/** The generated files of the Node library. */
export function nodeFiles(model: ClientModel): ReadonlyMap<string, string> {
  return new Map([
    ['schemas.ts', nodeSchemas(model)],
    ['samples.ts', nodeSamples(model)],
    ['operations.ts', nodeOperations(model)],
    ['resources.ts', nodeResources(model)],
    ['errors.ts', nodeErrors(model)],
    ['version.ts', `${HEADER}/** Version of this library. */\nexport const VERSION = ${literal(model.version)};\n`],
  ]);
}

function nodeOperations({ groups }: ClientModel): string {
  const operations = groups.flatMap((group) => group.operations);
  const rows = operations.map((each) => `  ${each.id}: ${literal(factsOf(each))},`);
  return `${HEADER}import type { Operation } from '../operation.ts';

/** Every operation, by its id in the OpenAPI documents. */
export const OPERATIONS = {
${rows.join('\n')}
} as const satisfies Record<string, Operation>;
`;
}

function factsOf({ id, api, method, path, query, body, idempotent, pending, batch }: Operation): object {
  const several = Object.fromEntries(query.flatMap(({ name, several: how }) => (how === 'repeated' ? [[name, how]] : [])));
  return {
    id,
    method,
    path: api + path,
    ...(Object.keys(several).length > 0 && { repeated: Object.keys(several) }),
    ...(body?.kind === 'stream' && { mediaTypes: body.mediaTypes }),
    ...(idempotent && { idempotent }),
    ...(pending && { pending }),
    ...(batch && { batch }),
  };
}

function nodeErrors({ errors }: ClientModel): string {
  const classes = errors.map((error) => `${doc(errorText(error))}export class ${className(error)} extends ApiError {}\n`);
  const rows = errors.map((error) => `  ${error.code}: { make: ${className(error)}, remedy: ${literal(error.remedy)} },`);
  return `${HEADER}import { ApiError, type KnownError } from '../errors.ts';

${classes.join('\n')}
/** The class and the remedy of each code that this version knows. */
export const ERRORS: Readonly<Record<string, KnownError>> = {
${rows.join('\n')}
};
`;
}

function errorText({ code, status, description, remedy, members }: ErrorCode): string {
  const also = members.length === 0 ? '' : `\n\n\`problem\` has ${members.map((name) => `\`${name}\``).join(', ')}.`;
  return `\`${code}\` (${status}). ${description} ${remedy}${also}`;
}

/** `InsufficientStockError`. */
function className({ code }: ErrorCode): string {
  return `${nameOfError(code)}Error`;
}
