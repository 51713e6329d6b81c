import {
  ACCOUNT_OPERATIONS,
  ERRORS,
  IDENTITY_HEADER,
  inventoryItem,
  isList,
  maxBodyBytesOf,
  type Operation,
  OPERATIONS,
  pathOf,
  type ProblemDocument,
  problemDocument,
  takesIdempotencyKey,
  writes,
} from '@fulfilment/contracts';
import { makeSignIdentity, makeVerifyIdentity } from '@fulfilment/identity';
import { newId } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseItem, route, startApi } from '../index.ts';
import { bodyTableOf } from './bodies-of-schemas.fixture.ts';
import { hostileBodies } from './hostile-bodies.fixture.ts';
import { badBodies, BODIES } from './request-bodies.fixture.ts';
import { BAD_PAGES, BAD_QUERIES, MALFORMED, OTHER_MEDIA } from './requests.fixture.ts';

// Each operation of the API as a service binds it, but that its use case only notes that it was reached.

// A name goes before a parameter.
const JSON_OPERATIONS = [...OPERATIONS, ...ACCOUNT_OPERATIONS]
  .filter(({ upload }) => !upload)
  .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length);
const ALL_WRITES = JSON_OPERATIONS.filter(writes);
const WRITES = ALL_WRITES.filter(({ api }) => api === undefined);

let baseUrl: string;
let identities: Readonly<Record<'key' | 'member', string>>;
const reached: string[] = [];

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', kty: 'OKP' }] };
  const sign = await makeSignIdentity({ key: { ...(await exportJWK(privateKey)), kid: 'test' }, lifetimeSeconds: 600 });
  const claims = { acc: newId('acc'), env: 'sandbox' } as const;
  identities = {
    key: await sign({ ...claims, sub: newId('key'), role: 'admin' }, 'test'),
    member: await sign({ ...claims, sub: newId('mem'), role: 'member:owner' }, 'test'),
  };
  const server = await startApi({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://api.test',
    verify: makeVerifyIdentity({ keys, audience: 'test' }),
    logger: silentLogger,
    metrics: new Metrics({ service: 'test', defaults: false }),
    translate: (error) => error,
    keepReply: async (_context, run) => ({ result: await run(), replayed: false }),
    routes: JSON_OPERATIONS.map((operation) =>
      route(operation, async ({ body }) => {
        // The only body whose items are not part of its schema: in a batch of each by itself a bad one fails alone.
        if (operation.id === 'batchInventory') refuseBadItems(body);
        reached.push(operation.id);
        throw new Error('The use case was reached');
      }),
    ),
  });
  baseUrl = `http://127.0.0.1:${server.port}`;
  return () => server.stop();
});

const batch = z.looseObject({ items: z.array(z.unknown()) });

function refuseBadItems(body: unknown): void {
  for (const [place, item] of batch.parse(body).items.entries()) {
    const parsed = parseItem(inventoryItem, item, `/items/${place}`);
    if (parsed.type === 'invalid') throw parsed.error;
  }
}

function operationOf(id: string | undefined): Operation {
  const found = JSON_OPERATIONS.find((each) => each.id === id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
}

const parameters = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ pattern: z.string().optional() })).default({}),
});

/** The path of a record that may be there. */
function urlOf(operation: Operation): string {
  const { properties } = parameters.parse(z.toJSONSchema(operation.params, { io: 'input', unrepresentable: 'any' }));
  const valueOf = (name: string): string => {
    const [, prefix] = /^\^([a-z]{3})_/.exec(properties[name]?.pattern ?? '') ?? [];
    return prefix === undefined ? 'MUG-01' : `${prefix}_01JD8Z0000000000000000TEST`;
  };
  return baseUrl + pathOf(operation).replaceAll(/:([a-z_]+)/g, (_all, name: string) => valueOf(name));
}

type Body = string | Uint8Array<ArrayBuffer>;

function sent(method: string, url: string, body?: Body, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const identity = identities[url.includes('/account/v1/') ? 'member' : 'key'];
  return fetch(url, {
    method,
    headers: { [IDENTITY_HEADER]: identity, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Sends a request, which has to be refused as the catalogue says, and not to reach its use case. */
async function refusal(method: string, url: string, body?: Body, headers: Readonly<Record<string, string>> = {}) {
  const answer = await sent(method, url, body, headers);
  expect(reached.splice(0)).toEqual([]);
  const problem = problemDocument.parse(await answer.json());
  const { status, title, retryable } = ERRORS[problem.code];
  expect({ ...problem, http: answer.status }).toMatchObject({ status, http: status, title, retryable });
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(problem.type).toBe(`http://api.test/docs/errors#${problem.code}`);
  return problem;
}

const refusalOf = (operation: Operation, body: Body, headers?: Readonly<Record<string, string>>): Promise<ProblemDocument> =>
  refusal(operation.method, urlOf(operation), body, headers);
const pointersOf = ({ errors = [] }: ProblemDocument): string[] => errors.map(({ pointer }) => pointer);

/** Operations of whose bodies something is said by hand. */
const TABLED = new Set(BODIES.map(({ operation }) => operation.split(' ')[0]));

test('each body by hand is of an operation that takes a body', () => {
  expect([...TABLED].filter((id) => !WRITES.some((each) => each.id === id))).toEqual([]);
});

describe.each([...BODIES, ...WRITES.filter(({ id }) => !TABLED.has(id)).map((each) => bodyTableOf(each))])(
  'a body for $operation is refused',
  (table) => {
    const operation = operationOf(table.operation.split(' ')[0]);

    test.each(badBodies(table))('$what', async ({ body, pointer, code = expect.any(String) }) => {
      const problem = await refusalOf(operation, JSON.stringify(body));

      expect(problem.code).toBe('validation_failed');
      expect(problem.errors).toContainEqual(expect.objectContaining({ pointer, code, message: expect.any(String) }));
    });
  },
);

test('every fault of a body is named at once', async () => {
  const body = { sku: ' ', on_hand: -1, location: 7, surprise: true };

  const problem = await refusalOf(operationOf('createSku'), JSON.stringify(body));

  expect(problem.code).toBe('validation_failed');
  expect(pointersOf(problem).toSorted()).toEqual(['/location', '/name', '/on_hand', '/sku', '/surprise']);
});

describe.each(WRITES)('$id refuses', (operation) => {
  test.each(MALFORMED)('%s', async (_what, raw) => {
    expect(await refusalOf(operation, raw)).toMatchObject({ code: 'malformed_json' });
  });

  test.each(OTHER_MEDIA)('%o', async (headers) => {
    expect(await refusalOf(operation, '{}', headers)).toMatchObject({ code: 'unsupported_media_type' });
  });

  test('a body of more than 1 MiB', async () => {
    const raw = JSON.stringify({ name: 'x'.repeat(1_048_576) });

    expect(await refusalOf(operation, raw)).toMatchObject({ code: 'payload_too_large', max_bytes: 1_048_576 });
  });

  test('a query', async () => {
    expect(await refusal(operation.method, `${urlOf(operation)}?surprise=1`)).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ pointer: '/surprise' }],
    });
  });
});

describe.each(ALL_WRITES)('a refusal of $method $path ($id) is in proportion to its request', (operation) => {
  test.each(Object.entries(hostileBodies(operation)))('%s', async (_what, body) => {
    const answer = await sent(
      operation.method,
      urlOf(operation),
      body,
      takesIdempotencyKey(operation) ? { 'idempotency-key': 'x' } : {},
    );

    const text = await answer.text();
    expect(reached.splice(0)).toEqual([]);
    expect(Buffer.byteLength(text)).toBeLessThan(2 * body.length + 65_536);
    const { code, errors = [], errors_left_out: leftOut } = problemDocument.parse(JSON.parse(text));
    expect(['validation_failed', 'malformed_json']).toContain(code);
    expect(errors.length).toBeLessThanOrEqual(100);
    expect(leftOut ?? 1).toBeGreaterThan(0);
  });

  test('a byte more than it takes', async () => {
    const bound = maxBodyBytesOf(operation);

    const problem = await refusalOf(operation, JSON.stringify({ x: 'x'.repeat(bound - 7) }));

    expect(problem).toMatchObject({ code: 'payload_too_large', max_bytes: bound });
  });

  test('a query of 1 000 parameters', async () => {
    const query = Array.from({ length: 1_000 }, (_, place) => `${place}=`).join('&');

    const problem = await refusal(operation.method, `${urlOf(operation)}?${query}`);

    expect(problem).toMatchObject({ code: 'invalid_parameter', errors_left_out: 900 });
    expect(problem.errors).toHaveLength(100);
  });
});

describe.each(JSON_OPERATIONS.filter(isList))('a page of $path ($id) refuses', (operation) => {
  test.each(BAD_PAGES)('?%s', async (query) => {
    const [name = ''] = query.split('=');

    const problem = await refusal('GET', `${urlOf(operation)}?${query}`);

    expect(problem.code).toBe('invalid_parameter');
    expect(pointersOf(problem)).toContain(`/${name}`);
  });
});

describe.each(Object.entries(BAD_QUERIES))('GET %s refuses', (path, queries) => {
  test.each(queries)('?%s', async (query) => {
    const [name = ''] = query.split('=');

    const problem = await refusal('GET', `${baseUrl}/v1${path}?${query}`);

    expect(problem.code).toBe('invalid_parameter');
    expect(pointersOf(problem)).toContain(`/${name}`);
  });
});
