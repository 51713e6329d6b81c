import type { ClientModel, ErrorCode, Operation } from '../model.ts';
import { nameOfError } from '../names.ts';
import { pythonHandlers, pythonSamples } from './python-handlers.ts';
import { pythonResources } from './python-resources.ts';
import { pythonSchemas } from './python-schemas.ts';
import { docstring, HEADER, literal } from './python-text.ts';

/** The generated files of the Python library. */
export function pythonFiles(model: ClientModel): ReadonlyMap<string, string> {
  return new Map([
    ['__init__.py', HEADER],
    ['schemas.py', pythonSchemas(model)],
    ['samples.py', pythonSamples(model)],
    ['operations.py', pythonOperations(model)],
    ['handlers.py', pythonHandlers(model)],
    ['resources.py', pythonResources(model)],
    ['errors.py', pythonErrors(model)],
    ['version.py', `${HEADER}\nVERSION = ${literal(model.version)}\n`],
  ]);
}

function pythonOperations({ groups }: ClientModel): string {
  const operations = groups.flatMap((group) => group.operations);
  const rows = operations.map((each) => `    ${literal(each.id)}: Operation(${factsOf(each).join(', ')}),`);
  return `${HEADER}
from .._operation import Batch, Operation

OPERATIONS = {
${rows.join('\n')}
}
"""Every operation, by its id in the OpenAPI documents."""
`;
}

function factsOf({ id, api, method, path, query, body, idempotent, pending, batch }: Operation): readonly string[] {
  const repeated = query.filter(({ several }) => several === 'repeated').map(({ name }) => name);
  return [
    literal(id),
    literal(method),
    literal(api + path),
    ...(repeated.length > 0 ? [`repeated=${literal(repeated)}`] : []),
    ...(body?.kind === 'stream' ? [`media_types=${literal(body.mediaTypes)}`] : []),
    ...(idempotent ? ['idempotent=True'] : []),
    ...(pending ? ['pending=True'] : []),
    ...(batch ? [`batch=Batch(${literal(batch.items)}, ${batch.maximum}, ${literal(batch.results)})`] : []),
  ];
}

function pythonErrors({ errors }: ClientModel): string {
  const classes = errors.map(
    (error) =>
      `class ${className(error)}(ApiError):\n${docstring(errorText(error), '    ')}\n    remedy = ${literal(error.remedy)}\n`,
  );
  const rows = errors.map((error) => `    ${literal(error.code)}: ${className(error)},`);
  return `${HEADER}
from .._errors import ApiError


${classes.join('\n\n')}

ERRORS: dict[str, type[ApiError]] = {
${rows.join('\n')}
}
"""The class of each code that this version knows."""
`;
}

function errorText({ code, status, description, members }: ErrorCode): string {
  const also = members.length === 0 ? '' : `\n\n\`problem\` has ${members.map((name) => `\`${name}\``).join(', ')}.`;
  return `\`${code}\` (${status}). ${description}${also}`;
}

/** `InsufficientStockError`; beside the built-in `TimeoutError` there is none of that name. */
function className({ code }: ErrorCode): string {
  return code === 'timeout' ? 'ServiceTimeoutError' : `${nameOfError(code)}Error`;
}
