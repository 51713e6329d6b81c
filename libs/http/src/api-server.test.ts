import { once } from 'node:events';
import {
  IDENTITY_HEADER,
  listQuery,
  nothing,
  operation,
  operatorOperation,
  type ProblemDocument,
  problemDocument,
} from '@fulfilment/contracts';
import { AppError, newId } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bytesUseOf, operatorRoute, route, type RunningServer, startApi } from './index.ts';
import { makeSignIdentity, makeVerifyIdentity, type SignIdentity } from '@fulfilment/identity';

const mugBody = z.strictObject({
  name: z.string().min(1),
  size: z.int().min(0).max(100),
  glaze: z.enum(['matt', 'gloss']),
  colour: z.union([z.literal('red'), z.strictObject({ rgb: z.string() })]).optional(),
});
const common = {
  service: 'inventory',
  permission: 'inventory:write',
  summary: 's',
  description: 'd',
  params: nothing,
  errors: [],
} as const;
const reply = { description: 'ok', body: z.unknown() };

const createMug = operation({
  ...common,
  id: 'createMug',
  method: 'POST',
  path: '/mugs',
  addsRecords: true,
  query: z.strictObject({ shelf: z.string().optional() }),
  body: mugBody,
  replies: { 201: reply },
});
const listMugs = operation({
  ...common,
  id: 'listMugs',
  method: 'GET',
  path: '/mugs',
  permission: 'inventory:read',
  query: z.strictObject(listQuery),
  body: nothing,
  replies: { 200: reply },
});
const breakMug = operation({
  ...common,
  id: 'breakMug',
  method: 'DELETE',
  path: '/mugs/:name',
  params: z.strictObject({ name: z.string().regex(/^[a-z]+$/, 'letters from a to z') }),
  query: nothing,
  body: nothing,
  replies: { 200: reply },
});
const getMug = operation({
  ...common,
  id: 'getMug',
  method: 'GET',
  path: '/mugs/:name',
  permission: 'inventory:read',
  params: z.strictObject({ name: z.string() }),
  query: nothing,
  body: nothing,
  replies: { 200: { description: 'ok', body: z.object({ name: z.string(), version: z.int() }) } },
});
const watchMug = operation({
  ...common,
  id: 'watchMug',
  method: 'GET',
  path: '/mugs/:name/watch',
  permission: 'inventory:read',
  params: z.strictObject({ name: z.string() }),
  query: nothing,
  body: nothing,
  replies: { 200: reply },
});
const fillMug = operation({
  ...common,
  id: 'fillMug',
  method: 'POST',
  path: '/mugs/:name/fill',
  conditional: true,
  params: z.strictObject({ name: z.string() }),
  query: z.strictObject({ level: z.string().optional() }),
  body: z.looseObject({}),
  replies: { 200: reply },
});
const emptyMug = operation({
  ...common,
  id: 'emptyMug',
  method: 'POST',
  path: '/mugs/:name/empty',
  params: z.strictObject({ name: z.string() }),
  query: z.strictObject({ level: z.string().optional() }),
  body: z.looseObject({}),
  replies: { 200: reply },
});
const washMugs = operation({
  ...common,
  id: 'washMugs',
  method: 'POST',
  path: '/mugs/washed',
  query: nothing,
  body: nothing,
  replies: { 200: reply },
});

const keepMug = operation({
  ...common,
  id: 'keepMug',
  api: 'account',
  method: 'POST',
  path: '/mugs',
  replies: { 200: reply },
});
const endWashing = operation({
  ...common,
  id: 'endWashing',
  api: 'account',
  access: 'session',
  method: 'DELETE',
  path: '/washing',
  replies: { 200: reply },
});

const watched: AbortSignal[] = [];
/** Bytes that each tenant stores. */
const bytes = new Map<string, number>();
let server: RunningServer;
let sign: SignIdentity;
let token: (role: string, audience?: string) => Promise<string>;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const key: JWK = { ...(await exportJWK(privateKey)), kid: 'test' };
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', kty: 'OKP' }] };
  sign = await makeSignIdentity({ key, lifetimeSeconds: 60 });
  token = (role, audience = 'inventory') => sign({ sub: newId('key'), acc: newId('acc'), env: 'sandbox', role }, audience);
  server = await startApi({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://api.test',
    verify: makeVerifyIdentity({ keys, audience: 'inventory' }),
    logger: silentLogger,
    metrics: new Metrics({ service: 'test', defaults: false }),
    translate: (error) =>
      error instanceof RangeError ? new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' }) : error,
    storedBytes: { last: (tenant) => bytes.get(tenant) },
    keepReply: async (_context, run) => ({ result: { ...(await run()), body: { kept: true } }, replayed: true }),
    routes: [
      route(createMug, async ({ body, context }) => ({
        status: 201 as const,
        body: { ...body, actor: context.actor },
        headers: { Location: `/v1/mugs/${body.name}` },
      })),
      route(listMugs, async () => ({ status: 200 as const, body: { data: [], has_more: true, next_cursor: 'abc' } })),
      route(getMug, async ({ params }) => ({ status: 200 as const, body: { name: params.name, version: 3 } })),
      route(watchMug, async ({ params, gone, context }) => {
        watched.push(gone);
        if (params.name === 'long') await once(gone, 'abort');
        return { status: 200 as const, body: { name: params.name, stored: bytesUseOf(context) } };
      }),
      route(fillMug, async ({ context: { idempotency, ifMatch } }) => ({
        status: 200 as const,
        body: { claim: idempotency, ifMatch: ifMatch ?? null },
        replayed: idempotency !== undefined,
      })),
      route(emptyMug, async ({ context: { idempotency } }) => {
        const replayed = idempotency !== undefined;
        throw new AppError({
          kind: 'conflict',
          code: 'sku_exists',
          message: 'It is empty.',
          headers: { 'x-left': '0' },
          replayed,
        });
      }),
      route(breakMug, async ({ params }) => {
        if (params.name === 'away') throw new RangeError('mongo.internal:27017 refused');
        throw new Error(`secret of ${params.name}`);
      }),
      route(keepMug, async () => ({ status: 200 as const, body: { kept: false } })),
      route(endWashing, async () => ({ status: 200 as const, body: {} })),
      route(washMugs, async () => ({ status: 200 as const, body: { washed: true } })),
      operatorRoute(
        operatorOperation({
          id: 'listMugs',
          method: 'GET',
          path: '/mugs',
          services: ['inventory'],
          summary: 'List mugs',
          replies: { 200: reply },
        }),
        async () => ({ status: 200 as const, body: { data: [] } }),
      ),
    ],
  });
});

afterAll(() => server.stop());

afterEach(() => {
  watched.length = 0;
});

interface Call {
  readonly method?: string;
  readonly role?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

async function call(path: string, { method = 'GET', role = 'admin', headers = {}, body }: Call = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { [IDENTITY_HEADER]: await token(role), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const json = { 'content-type': 'application/json' };
const problemIn = (text: string): ProblemDocument => problemDocument.parse(JSON.parse(text));

describe('a declared route', () => {
  test('gets parsed input and answers with plain data', async () => {
    const { status, headers, text } = await call('/v1/mugs', {
      method: 'POST',
      headers: { ...json, 'x-request-id': 'mine-1' },
      body: '{"name":"red","size":3,"glaze":"matt"}',
    });

    expect(status).toBe(201);
    expect(headers.get('location')).toBe('/v1/mugs/red');
    expect(headers.get('x-request-id')).toBe('mine-1');
    expect(JSON.parse(text)).toMatchObject({ name: 'red', size: 3, actor: expect.stringMatching(/^key_/) });
  });

  test('a page links to the next one by a relative reference', async () => {
    const { headers } = await call('/v1/mugs?limit=7');

    expect(headers.get('link')).toBe('</v1/mugs?limit=7&cursor=abc>; rel="next"');
  });

  test('is found by its own path behind one that has a parameter there', async () => {
    expect((await call('/v1/mugs/washed', { method: 'POST' })).text).toBe('{"washed":true}');
  });

  test('never sees the environment, which a page keeps in its link', async () => {
    const { status, headers } = await call('/v1/mugs?limit=7&environment=sandbox');

    expect([status, headers.get('link')]).toEqual([200, '</v1/mugs?limit=7&environment=sandbox&cursor=abc>; rel="next"']);
  });

  test('a request id that is not one is replaced', async () => {
    const { headers } = await call('/v1/mugs', { headers: { 'x-request-id': 'a b' } });

    expect(headers.get('x-request-id')).toMatch(/^req_/);
  });
});

describe('a condition that an operation does not take', () => {
  const write = { method: 'POST', headers: json, body: '{}' };
  const cases = [
    ['a record is read', '/v1/mugs/red', {}, ['If-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'If-Range']],
    ['a list is read', '/v1/mugs?limit=7', {}, ['If-Match', 'If-None-Match', 'If-Modified-Since']],
    ['a record is changed', '/v1/mugs/red/fill', write, ['If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since']],
    ['something is done', '/v1/mugs/washed', { method: 'POST' }, ['If-Match', 'If-None-Match', 'If-Unmodified-Since']],
  ] as const;
  const each = cases.flatMap(([what, path, init, names]) => names.map((name) => [name, what, path, init] as const));

  test.each(each)('%s is refused where %s', async (name, _what, path, init) => {
    const value = name.endsWith('Since') ? 'Sat, 21 Nov 2026 09:00:00 GMT' : '"999"';
    const headers = { ...('headers' in init ? init.headers : {}), [name]: value };
    const { status, text } = await call(path, { ...init, headers });

    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { code: 'invalid_parameter', errors: [{ pointer: `/${name}`, code: 'condition_not_taken' }] },
    ]);
  });

  test('is refused behind an unknown path, and Range is no condition', async () => {
    expect((await call('/v1/none', { headers: { 'if-match': '"1"' } })).status).toBe(404);
    expect((await call('/v1/mugs/red', { headers: { range: 'bytes=0-1' } })).status).toBe(200);
  });
});

describe('a write of the account API', () => {
  const again = { ...json, 'idempotency-key': 'k' };

  test('has its reply kept under its key, and none without one', async () => {
    const keyed = await call('/account/v1/mugs', { method: 'POST', headers: again, body: '{}' });
    const plain = await call('/account/v1/mugs', { method: 'POST', headers: json, body: '{}' });

    expect([keyed.text, keyed.headers.get('idempotency-replayed')]).toEqual(['{"kept":true}', 'true']);
    expect(plain.text).toBe('{"kept":false}');
  });

  test('refuses a key where it is of a session', async () => {
    const { status, text } = await call('/account/v1/washing', { method: 'DELETE', headers: again });

    expect([status, problemIn(text).errors]).toMatchObject([400, [{ pointer: '/Idempotency-Key', code: 'invalid_header' }]]);
  });
});

describe('a record with a version', () => {
  test('has it as its ETag', async () => {
    const { status, headers } = await call('/v1/mugs/red');

    expect([status, headers.get('etag')]).toEqual([200, '"3"']);
  });

  test.each(['GET', 'HEAD'])('304 without a body for a %s that knows it', async (method) => {
    const { status, headers, text } = await call('/v1/mugs/red', { method, headers: { 'if-none-match': '"2", "3"' } });

    expect([status, headers.get('etag'), text]).toEqual([304, '"3"', '']);
  });

  test('is answered to who knows another one', async () => {
    const { status, text } = await call('/v1/mugs/red', { headers: { 'if-none-match': '"2"' } });

    expect([status, JSON.parse(text)]).toEqual([200, { name: 'red', version: 3 }]);
  });
});

describe('a request that writes', () => {
  const fill = async (headers: Record<string, string>, { path = '/v1/mugs/red/fill', body = '{"with":"tea"}' } = {}) => {
    const answered = await call(path, { method: 'POST', headers: { ...json, ...headers }, body });
    const { claim, ifMatch } = filled.parse(JSON.parse(answered.text));
    return { ...answered, claim, ifMatch };
  };
  const filled = z.object({
    claim: z.object({ id: z.string(), fingerprint: z.string() }).optional(),
    ifMatch: z.unknown(),
  });

  test('names the version that it means', async () => {
    expect((await fill({ 'if-match': '"3"' })).ifMatch).toEqual({ type: 'one-of', versions: [3] });
    expect((await fill({})).ifMatch).toBeNull();
  });

  test('says that its answer was given before', async () => {
    expect((await fill({ 'idempotency-key': 'k' })).headers.get('idempotency-replayed')).toBe('true');
    expect((await fill({})).headers.get('idempotency-replayed')).toBeNull();
  });

  test('says that its refusal was given before, with the header fields of the error', async () => {
    const request = { method: 'POST', headers: json, body: '{"with":"tea"}' };
    const first = await call('/v1/mugs/red/empty', request);
    const again = await call('/v1/mugs/red/empty', { ...request, headers: { ...json, 'idempotency-key': 'k' } });

    expect([first.status, again.status]).toEqual([409, 409]);
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(again.headers.get('x-left')).toBe('0');
    expect(problemIn(again.text)).not.toHaveProperty('headers');
  });

  test('has no claim without a key', async () => {
    expect((await fill({})).claim).toBeUndefined();
  });

  // Every call of this file comes from an account of its own, so the ids differ; what is asked for does not.
  test('asks for the same in whatever order its fields came, and for something else with another body or query', async () => {
    const key = { 'idempotency-key': 'k' };
    const first = await fill(key, { body: '{"with":"tea","sugar":1}' });
    const same = await fill(key, { body: ' {"sugar":1, "with":"tea"}' });
    const otherBody = await fill(key, { body: '{"with":"tea","sugar":2}' });
    const otherQuery = await fill(key, { path: '/v1/mugs/red/fill?level=half', body: '{"with":"tea","sugar":1}' });

    const inEnvironment = await fill(key, {
      path: '/v1/mugs/red/fill?environment=sandbox',
      body: '{"with":"tea","sugar":1}',
    });

    expect([same, inEnvironment].map(({ claim }) => claim?.fingerprint)).toEqual(
      [first, first].map(({ claim }) => claim?.fingerprint),
    );
    expect(new Set([first, otherBody, otherQuery].map(({ claim }) => claim?.fingerprint)).size).toBe(3);
  });

  test.each([
    ['Idempotency-Key', { 'idempotency-key': '' }],
    ['Idempotency-Key', { 'idempotency-key': 'x'.repeat(256) }],
    ['If-Match', { 'if-match': '3' }],
  ])('400 names a %s that cannot be read', async (name, headers) => {
    const { status, text } = await call('/v1/mugs/red/fill', { method: 'POST', headers: { ...json, ...headers }, body: '{}' });

    expect([status, problemIn(text)]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_parameter', errors: [expect.objectContaining({ pointer: `/${name}` })] }),
    ]);
  });
});

test('the line of a request says whose it was', async () => {
  const written = vi.spyOn(silentLogger, 'info');

  await call('/v1/mugs', { headers: { 'x-request-id': 'whose-1' } });

  const tenant: unknown = expect.stringMatching(/^acc_\w+:sandbox$/);
  await eventually(() =>
    expect(written).toHaveBeenCalledWith(expect.objectContaining({ requestId: 'whose-1', tenant }), 'request'),
  );
});

describe('a refusal', () => {
  test('422 names every field that is wrong, by pointer', async () => {
    const { status, text } = await call('/v1/mugs', {
      method: 'POST',
      headers: json,
      body: '{"name":"","size":"big","glaze":"wet","colour":{"rgb":7},"a/b":1}',
    });

    expect(status).toBe(422);
    expect(problemIn(text)).toMatchObject({
      code: 'validation_failed',
      retryable: false,
      type: 'http://api.test/docs/errors#validation_failed',
    });
    expect(problemIn(text).errors?.map(({ pointer, code, message }) => [pointer, code, message])).toEqual([
      ['/name', 'invalid_length', 'Must have at least 1 character.'],
      ['/size', 'invalid_type', 'Must be a number.'],
      ['/glaze', 'invalid_value', 'Must be one of matt, gloss.'],
      ['/colour/rgb', 'invalid_type', 'Must be text.'],
      ['/a~1b', 'unknown_field', 'Unknown field.'],
    ]);
  });

  test('422 for a field that is a parameter of the query says so, and only where it would be one', async () => {
    const { text } = await call('/v1/mugs', {
      method: 'POST',
      headers: json,
      body: '{"name":"red","size":1,"glaze":"matt","shelf":"A1","colour":{"rgb":"f00","shelf":"A1"}}',
    });

    expect(problemIn(text).errors?.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/colour/shelf', 'Unknown field.'],
      ['/shelf', 'Unknown field: `shelf` is a query parameter of this operation.'],
    ]);
  });

  test.each([
    ['{"Name":"red"}', '/Name', 'name'],
    ['{"colour":{"RGB_":"f00"}}', '/colour/RGB_', 'rgb'],
    ['{"glase":"matt"}', '/glase', 'glaze'],
    ['{"colours":{"rgb":"f00"}}', '/colours', 'colour'],
    ['{"label":"red"}', '/label', undefined],
    ['{"g":"matt"}', '/g', undefined],
  ])('422 for %s names the field that was most likely meant, if any', async (body, pointer, meant) => {
    const { text } = await call('/v1/mugs', { method: 'POST', headers: json, body });

    const { message } = problemIn(text).errors?.find((item) => item.pointer === pointer) ?? {};
    expect(message).toBe(meant === undefined ? 'Unknown field.' : `Unknown field. Did you mean \`${meant}\`?`);
  });

  test('400 for an unknown parameter names the one that was most likely meant', async () => {
    const { text } = await call('/v1/mugs?limt=3');

    expect(problemIn(text).errors).toMatchObject([{ message: 'Unknown parameter. Did you mean `limit`?' }]);
  });

  test('422 for a body that is missing says which fields are required', async () => {
    const { status, text } = await call('/v1/mugs', { method: 'POST' });

    expect(status).toBe(422);
    expect(problemIn(text).errors).toMatchObject([
      { pointer: '/name', code: 'required', message: 'Required.' },
      { pointer: '/size', code: 'required', message: 'Required.' },
      { pointer: '/glaze', code: 'required', message: 'Required.' },
    ]);
  });

  test('422 for a number beyond all bounds names the bound of the field, once', async () => {
    const { text } = await call('/v1/mugs', {
      method: 'POST',
      headers: json,
      body: '{"name":"red","size":1e300,"glaze":"matt"}',
    });

    expect(problemIn(text).errors).toEqual([{ pointer: '/size', code: 'out_of_range', message: 'Must be at most 100.' }]);
  });

  test('400 for a path that is not UTF-8', async () => {
    const { status, text } = await call('/v1/mugs/%ff', { method: 'DELETE' });

    expect([status, problemIn(text).code]).toEqual([400, 'invalid_request']);
  });

  test('400 for a body that is not UTF-8 says that, and not that it is no JSON', async () => {
    const { text } = await call('/v1/mugs', { method: 'POST', headers: json, body: Uint8Array.from([0x22, 0xff, 0x22]) });

    expect(problemIn(text).detail).toBe('The body is not UTF-8.');
  });

  test.each([
    ['limit=1&limit=2', 'limit', 'Must be given once.'],
    ['limit=ten', 'limit', 'An integer in decimal digits.'],
    ['limit=900', 'limit', 'Must be at most 200.'],
    ['colour=red', 'colour', 'Unknown parameter.'],
  ])('400 for ?%s says why in a sentence', async (query, name, message) => {
    const { status, text } = await call(`/v1/mugs?${query}`);

    expect(status).toBe(400);
    expect(problemIn(text).errors).toMatchObject([{ pointer: `/${name}`, message }]);
  });

  test.each([
    ['{"name":', json, 400, 'malformed_json'],
    [Uint8Array.from([0x22, 0xff, 0x22]), json, 400, 'malformed_json'],
    ['{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['{}', { 'content-type': 'application/json; charset=latin1' }, 415, 'unsupported_media_type'],
    ['{}', { ...json, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    [`"${'a'.repeat(1_048_577)}"`, json, 413, 'payload_too_large'],
  ])('a body that cannot be read: %.12s', async (body, headers, expectedStatus, code) => {
    const { status, text } = await call('/v1/mugs', { method: 'POST', headers, body });

    expect([status, problemIn(text).code]).toEqual([expectedStatus, code]);
  });

  test('400 names the query parameter', async () => {
    const { status, text } = await call('/v1/mugs?limit=900&colour=red');

    expect(status).toBe(400);
    expect(problemIn(text)).toMatchObject({ code: 'invalid_parameter', detail: expect.stringContaining('limit, colour') });
  });

  test('401 without an identity, or with one for another service', async () => {
    for (const identity of ['', 'x.y.z', await token('admin', 'orders')]) {
      const { status, text, headers } = await call('/v1/mugs', { headers: { [IDENTITY_HEADER]: identity } });
      expect([status, problemIn(text).code, headers.get('www-authenticate')]).toEqual([401, 'unauthenticated', 'Bearer']);
    }
  });

  test('403 names the permission that the role lacks', async () => {
    const { status, text } = await call('/v1/mugs', { method: 'POST', role: 'viewer', headers: json, body: '{}' });

    expect(status).toBe(403);
    expect(problemIn(text)).toMatchObject({ code: 'forbidden', permission: 'inventory:write' });
  });

  test('404 for a path, for an id that cannot exist, and for the operator’s API', async () => {
    for (const [path, method, detail] of [
      ['/v1/cups', 'GET', 'There is no such path.'],
      ['/v1/mugs/UPPER', 'DELETE', 'There is no such record: name has to be letters from a to z.'],
      ['/operator/v1/mugs', 'GET', 'There is no such path.'],
    ] as const) {
      const { status, text } = await call(path, { method });
      expect(problemIn(text)).toMatchObject({ status: 404, code: 'not_found', detail });
      expect(status).toBe(404);
    }
  });

  test('405 lists what the path has', async () => {
    const { status, headers, text } = await call('/v1/mugs', { method: 'PUT' });

    expect([status, problemIn(text).code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'POST, GET, HEAD']);
    expect(problemIn(text).detail).toBe('PUT is not allowed here. Allowed: POST, GET, HEAD.');
  });

  test('500 tells nothing of the fault', async () => {
    const { status, text } = await call('/v1/mugs/red', { method: 'DELETE' });

    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(problemIn(text)).toMatchObject({ code: 'internal', retryable: true });
  });

  test('503 with Retry-After for a store that is away, without its name', async () => {
    const { status, headers, text } = await call('/v1/mugs/away', { method: 'DELETE' });

    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(text).not.toContain('mongo.internal');
  });
});

describe('a tenant with a bound of bytes', () => {
  const acc = newId('acc');
  const max = { skus: 10, open_orders: 10, stored_bytes: 5_000 };
  const body = JSON.stringify({ name: 'red', size: 1, glaze: 'matt' });

  async function asked(method: string, used: number | undefined, path = '/v1/mugs') {
    bytes.clear();
    if (used !== undefined) bytes.set(`${acc}:sandbox`, used);
    const identity = await sign({ sub: newId('key'), acc, env: 'sandbox', role: 'admin', max }, 'inventory');
    const headers = { [IDENTITY_HEADER]: identity, ...(method === 'GET' ? {} : json) };
    return call(path, { method, headers, ...(method === 'GET' ? {} : { body }) });
  }

  test('adds no records once it has as many, and is told of both', async () => {
    const { status, text } = await asked('POST', 5_000);

    expect(status).toBe(403);
    const fact = { code: 'storage_limit_reached', stored: 'stored_bytes', used: 5_000, maximum: 5_000 };
    expect(problemIn(text)).toMatchObject({ code: 'storage_limit_reached', errors: [fact] });
  });

  test.each([4_999, undefined])('adds records while it has %s', async (used) => {
    expect((await asked('POST', used)).status).toBe(201);
  });

  test('reads and changes what it has at any number', async () => {
    const { status, text } = await asked('GET', 9_000, '/v1/mugs/red/watch');

    expect([status, JSON.parse(text).stored]).toEqual([200, { used: 9_000, limit: 5_000 }]);
    expect((await asked('POST', 9_000, '/v1/mugs/red/fill')).status).toBe(200);
  });
});

test('the operator reaches the operator’s API and no tenant’s records', async () => {
  const identity = await sign({ sub: 'operator', op: true }, 'inventory');

  expect((await call('/operator/v1/mugs', { headers: { [IDENTITY_HEADER]: identity } })).status).toBe(200);
  expect((await call('/v1/mugs', { headers: { [IDENTITY_HEADER]: identity } })).status).toBe(404);
});

describe('a handler', () => {
  test('is told when the connection closes before its answer', async () => {
    const leaving = new AbortController();
    const identity = await token('viewer');
    const cut = fetch(`http://127.0.0.1:${server.port}/v1/mugs/long/watch`, {
      headers: { [IDENTITY_HEADER]: identity },
      signal: leaving.signal,
    });
    await eventually(() => expect(watched).toHaveLength(1));
    leaving.abort();

    await expect(cut).rejects.toThrow('aborted');
    await eventually(() => expect(watched[0]?.aborted).toBe(true));
  });

  test('is not told so by an answer that was taken', async () => {
    await call('/v1/mugs/red/watch');
    await call('/v1/mugs/red');

    expect(watched.map(({ aborted }) => aborted)).toEqual([false]);
  });
});
