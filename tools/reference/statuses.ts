import { ERRORS, type Operation, OPERATIONS } from '@fulfilment/contracts';
import { openApiDocument } from '@fulfilment/api-docs';
import { page, table } from './table.ts';

/** Statuses that no test can bring about for every operation, and why that is enough. */
const UNSEEN_STATUSES: Readonly<Record<string, string>> = {
  500: 'an unknown fault of ours; that any exception becomes this answer is held by the tests of `libs/http`',
};

const ONLY_IN_PROGRESS =
  'only `idempotency_in_progress`: the first request would have to be at work for longer than the second waits. That it is answered so is held by the tests of `libs/idempotency`';
const TAKES_LONG =
  'its answer may take minutes to begin; the gateway code that ends the wait is the same for all, and was seen for those that are prompt';
/** The gateway waits so long for an answer where the operation does not say otherwise. */
const PROMPT_SECONDS = 30;

/** The statuses that each operation of the OpenAPI document can give, by its name there: `POST /orders/{id}/pack`. */
export function declaredStatuses(): ReadonlyMap<string, readonly number[]> {
  const { paths } = openApiDocument({ publicUrl: 'http://localhost:8080' });
  return new Map(
    membersOf(paths).flatMap(([path, item]) =>
      membersOf(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, statusesOf(operation)]),
    ),
  );
}

function statusesOf(operation: unknown): readonly number[] {
  const responses = membersOf(operation).find(([name]) => name === 'responses')?.[1];
  return membersOf(responses).map(([status]) => Number(status));
}

function membersOf(value: unknown): [name: string, member: unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Why a declared status need not be seen; `undefined` where it has to be. */
export function excuseOf(name: string, status: number): string | undefined {
  const operation = OPERATIONS.find((each) => nameOf(each) === name);
  if (UNSEEN_STATUSES[status] !== undefined || !operation) return UNSEEN_STATUSES[status];
  const { errors, withinSeconds = PROMPT_SECONDS } = operation;
  if (status === 409 && !errors.some((code) => ERRORS[code].status === status)) return ONLY_IN_PROGRESS;
  return status === 504 && withinSeconds > PROMPT_SECONDS ? TAKES_LONG : undefined;
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`;
}

/** Which operation gives which statuses. A run of all tests fails where one that is marked was seen by none. */
export function statusesPage(): string {
  const declared = declaredStatuses();
  const columns = [...new Set([...declared.values()].flat())].toSorted((a, b) => a - b);
  const cell = (operation: string, status: number): string => {
    if (declared.get(operation)?.includes(status) !== true) return '';
    return excuseOf(operation, status) === undefined ? '●' : '○';
  };
  const rows = [...declared.keys()].map((operation) => [`\`${operation}\``, ...columns.map((status) => cell(operation, status))]);
  return page(
    '# Operations and statuses',
    `What each of the ${OPERATIONS.length} operations can answer, as the OpenAPI document declares it. ● was seen by the end-to-end tests: they write down every ` +
      'answer they get, and at the end of a run of all tests that record is held against this table. ○ is declared and was not: see below.',
    table(['operation', ...columns.map(String)], rows),
    '## Declared and not seen',
    table(['operation', 'status', 'why that is enough'], excuses(declared)),
  );
}

function excuses(declared: ReadonlyMap<string, readonly number[]>): readonly (readonly string[])[] {
  const single = [...declared].flatMap(([operation, statuses]) =>
    statuses.flatMap((status) => {
      const why = UNSEEN_STATUSES[status] === undefined ? excuseOf(operation, status) : undefined;
      return why === undefined ? [] : [[`\`${operation}\``, String(status), why]];
    }),
  );
  return [...Object.entries(UNSEEN_STATUSES).map(([status, why]) => ['every one', status, why]), ...single];
}
