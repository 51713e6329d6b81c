import type { ClientModel, ErrorCode, Operation } from '../model.ts';
import { goEvents, goSchemas } from './go-schemas.ts';
import { goServices, operationName } from './go-services.ts';
import { doc, goName, headerOf, literal } from './go-text.ts';
import { goModel } from './go-values.ts';

/** The generated files of the Go library. They are in one package with its runtime, so each name begins with `generated_`. */
export function goFiles(bare: ClientModel): ReadonlyMap<string, string> {
  const model = goModel(bare);
  return new Map([
    ['schemas.go', goSchemas(model)],
    ['events.go', goEvents(model)],
    ['operations.go', goOperations(model)],
    ['services.go', goServices(model)],
    ['errors.go', goErrors(model)],
    [
      'version.go',
      `${headerOf(model.packages.go.package)}\n// Version is the version of this library.\nconst Version = ${literal(model.version)}\n`,
    ],
  ]);
}

/** The generated files of the package of helpers for tests. */
export function goTestFiles({ events, packages }: ClientModel): ReadonlyMap<string, string> {
  const rows = events.types.flatMap(({ type, sample }) =>
    sample === null ? [] : [`\t${literal(type)}: ${literal(JSON.stringify(sample))},\n`],
  );
  const text = `${headerOf(`${packages.go.package}test`)}\nvar samples = map[string]string{\n${aligned(rows).join('')}}\n`;
  return new Map([['samples.go', text]]);
}

/** Rows of a literal as gofmt aligns them: by their longest key. */
function aligned(rows: readonly string[]): readonly string[] {
  const width = Math.max(...rows.map((row) => row.indexOf(': ')));
  return rows.map((row) => row.replace(': ', `: ${' '.repeat(width - row.indexOf(': '))}`));
}

function goOperations({ groups, packages }: ClientModel): string {
  const operations = groups.flatMap((group) => group.operations);
  const rows = operations.map((each) => `var ${operationName(each.id)} = &operation{${factsOf(each).join(', ')}}\n`);
  return `${headerOf(packages.go.package)}\n${rows.join('\n')}`;
}

function factsOf(operation: Operation): readonly string[] {
  const { id, method, api, path, body, answer, idempotent, ifMatch, ifNoneMatch, pending, batch } = operation;
  return [
    `id: ${literal(id)}`,
    `method: ${literal(method)}`,
    `path: ${literal(api + path)}`,
    ...(body?.kind === 'stream' ? [`mediaTypes: []string{${body.mediaTypes.map(literal).join(', ')}}`] : []),
    ...(answer.kind === 'stream' ? ['streamed: true'] : []),
    ...(idempotent ? ['idempotent: true'] : []),
    ...(ifMatch ? ['ifMatch: true'] : []),
    ...(ifNoneMatch ? ['ifNoneMatch: true'] : []),
    ...(pending ? ['pending: true'] : []),
    ...(batch
      ? [`batch: &batch{items: ${literal(batch.items)}, maximum: ${batch.maximum}, results: ${literal(batch.results)}}`]
      : []),
  ];
}

/** Codes that errors of the library itself have too, under the same name: `errors.go` has their constants. */
const OWN_CODES: readonly string[] = ['request_timeout'];

function goErrors({ errors, packages }: ClientModel): string {
  const constants = errors
    .filter(({ code }) => !OWN_CODES.includes(code))
    .map((error) => `${doc(errorText(error), '\t')}\t${errorName(error)} Code = ${literal(error.code)}\n`);
  const cases = errors.map((error) => `\tcase ${errorName(error)}:\n\t\treturn ${literal(error.remedy)}\n`);
  return `${headerOf(packages.go.package)}
// Codes of the errors of the API; later versions may add some.
const (
${constants.join('\n')})

// Remedy says what a client can do about a refusal with this code; empty for a code of a later version.
func (c Code) Remedy() string {
	switch c {
${cases.join('')}	}
	return ""
}
`;
}

const errorName = ({ code }: ErrorCode): string => `Err${goName(code)}`;

function errorText(error: ErrorCode): string {
  const { code, status, description, remedy, members } = error;
  const also = members.length === 0 ? '' : ` The Problem has ${members.map(goName).join(', ')}.`;
  return `${errorName(error)}: ${code} (${status}). ${description} ${remedy}${also}`;
}
