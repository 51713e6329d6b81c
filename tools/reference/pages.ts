import { errorReference, type ErrorReference, openApiDocument, whoGivesInWords } from '@fulfilment/api-docs';
import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import {
  EVENTS,
  DELIVERED,
  ACCOUNT_OPERATIONS,
  ACTING_ROLES,
  DELIVERED_TYPES,
  type DeliveredType,
  ERRORS,
  EVENT_TYPES,
  isInEnvironment,
  mayDo,
  type Operation,
  OPERATIONS,
  pathOf,
  PERMISSIONS,
  REACH,
} from '@fulfilment/contracts';

/** Statuses that no test can bring about for every operation, and why that is enough. */
const UNSEEN_STATUSES: Readonly<Record<string, string>> = {
  408: 'a request that does not come in time: the gateway ends it before it knows the operation, as its own tests hold',
  500: 'an unknown fault of ours; that any exception becomes this answer is held by the tests of `libs/http`',
};

const ONLY_IN_PROGRESS =
  'only `idempotency_in_progress`: the first request would have to be at work for longer than the second waits. That it is answered so is held by the tests of `libs/idempotency`';
const TAKES_LONG =
  'its answer may take minutes to begin; the gateway code that ends the wait is the same for all, and was seen for those that are prompt';
const BY_THE_GATEWAY =
  'the gateway answers it itself, from what it has read to authenticate the request: only a read of a key that fails is 503, and that is the same for all operations';
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

/** The reason why a declared status need not be seen; `undefined` where it has to be. */
export function excuseOf(name: string, status: number): string | undefined {
  const operation = OPERATIONS.find((each) => nameOf(each) === name);
  if (UNSEEN_STATUSES[status] !== undefined || !operation) return UNSEEN_STATUSES[status];
  const { errors, service, withinSeconds = PROMPT_SECONDS } = operation;
  if (service === 'gateway' && (status === 503 || status === 504)) return BY_THE_GATEWAY;
  if (status === 409 && !errors.some((code) => ERRORS[code].status === status)) return ONLY_IN_PROGRESS;
  return status === 504 && withinSeconds > PROMPT_SECONDS ? TAKES_LONG : undefined;
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`;
}

/** The statuses of each operation. A run of all tests fails where one that is marked was seen by none. */
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

/** Every code that the API can answer, one heading each, so that a problem's `type` leads to it. */
export function errorsPage(): string {
  const entries = errorReference();
  const overview = table(
    ['code', 'status', 'retryable'],
    entries.map(({ code, status, retryable }) => [`[\`${code}\`](#${code})`, String(status), retryable ? 'yes' : 'no']),
  );
  return page(
    '# Errors',
    'Every error is an `application/problem+json` document (RFC 9457). Codes are stable: they are added, never renamed. Repeat a request only where `retryable` is true. The gateway serves the same at `/docs/errors`, where the `type` of each problem leads.',
    overview,
    ...entries.map(section),
  );
}

function section({ code, status, title, description, remedy, retryable, givenBy }: ErrorReference): string {
  return [
    `## ${code}`,
    `${status} ${title}. ${retryable ? 'The same request can still succeed.' : ''}`.trimEnd(),
    description,
    `**What to do:** ${remedy}`,
    `**Given by** ${whoGivesInWords(givenBy, ({ id }) => `\`${id}\``)}.`,
  ].join('\n\n');
}

/** Every domain event: its topic, when it is emitted, what it looks like. */
export function eventsPage(): string {
  const overview = table(
    ['event', 'topic', 'emitted when'],
    DELIVERED_TYPES.map((type) => [`[\`${type}\`](#${type.replaceAll('.', '')})`, topicOf(type), DELIVERED[type].meaning]),
  );
  const sections = DELIVERED_TYPES.map((type) =>
    [`## ${type}`, DELIVERED[type].meaning, `\`\`\`json\n${JSON.stringify(SAMPLE_DELIVERIES[type], null, 2)}\n\`\`\``].join(
      '\n\n',
    ),
  );
  return page(
    '# Events',
    'What is on Kafka is byte for byte what subscribers get. An event is delivered at least once and its `id` never changes. `sequence` is the version of the record at that commit: it rises and may skip, so a receiver drops what is older than what it has. Scans have none. New optional fields may appear. The schemas are in `openapi.json`, under `webhooks`; topics, keys and headers are in `asyncapi.json`. What webhooks say of themselves is on no topic. Every event can be read for 30 days: [catching up](../catching-up.md).',
    overview,
    ...sections,
  );
}

function topicOf(type: DeliveredType): string {
  const known = EVENT_TYPES.find((each) => each === type);
  return known === undefined ? '–' : `\`${EVENTS[known].topic}\``;
}

/** The permissions of each role, and the permission that each operation asks for. */
export function permissionsPage(): string {
  const grants = table(
    ['permission', ...ACTING_ROLES],
    PERMISSIONS.map((permission) => [`\`${permission}\``, ...ACTING_ROLES.map((role) => (mayDo(role, permission) ? '●' : ''))]),
  );
  const asked = table(
    ['operation', 'request', 'permission'],
    [...OPERATIONS, ...ACCOUNT_OPERATIONS].map((each) => [each.id, `\`${each.method} ${pathOf(each)}\``, askedBy(each)]),
  );
  return page(
    '# Roles and permissions',
    'A key belongs to one account, one environment and one role; a member of an account has one of the roles `member:…`. Under `/v1` a session has the permissions of a key: owner those of admin, developer those of manager, every other role those of its name. What the role lacks is answered with 403 `forbidden`, naming the permission. No key has `members:manage`: who may sign in is changed by a signed-in owner, or by the operator.',
    grants,
    '## Operations',
    asked,
    '## Recent authentication',
    'What each operation of the account API could widen or end, and where a session must have been authenticated within the last 10 minutes ([how to confirm](../accounts.md#recent-authentication)). Reads never ask. Operations that prove the member ask for a password, a one-time token or the identity provider themselves. Keys have no session: what a key may widen is bounded by [its own limits](../accounts.md#keys-with-limits).',
    table(['operation', 'request', 'widens or ends', 'asks'], ACCOUNT_OPERATIONS.flatMap(recencyRow)),
  );
}

function recencyRow(operation: Operation): string[][] {
  const reach = new Map(Object.entries(REACH)).get(operation.id);
  if (!reach || reach.type === 'reads') return [];
  const what = { widens: reach.what, ends: `ends: ${reach.what}`, proves: `proves: ${reach.what}`, neither: `no: ${reach.what}` };
  return [[operation.id, `\`${operation.method} ${pathOf(operation)}\``, what[reach.type], askedOfSession(operation)]];
}

function askedOfSession(operation: Operation): string {
  const { asksRecentAuthentication: asks } = operation;
  if (asks === undefined) return '';
  const where = isInEnvironment(operation) ? 'in production' : 'always';
  return asks === true ? where : `${where}, for ${asks.map((member) => `\`${member}\``).join(', ')}`;
}

function askedBy({ access, permission }: Operation): string {
  if (access === 'open') return 'none, and no key';
  if (permission === null) return access === 'session' ? 'none, but a session' : 'none';
  return `\`${permission}\``;
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

/** A page of the reference: its parts with an empty line between. */
export function page(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
