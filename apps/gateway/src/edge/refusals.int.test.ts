import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { formKeyText } from '../accounts/domain/api-key.ts';
import { clientOf, expectCommonHeaders, expectProblem, newAddress, TOO_MANY_AT_ONCE } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let gateway: TestGateway;
let accountId: string;
let key: string;
let viewer: string;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  accountId = (await gateway.operator.account()).id;
  key = (await gateway.operator.key({ accountId, burst: 100_000, rate: 1_000 })).key;
  viewer = (await gateway.operator.key({ accountId, role: 'viewer', burst: 100_000, rate: 1_000 })).key;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const untouched = () => expect(upstream.seen).toEqual([]);

describe('one and the same 401', () => {
  const unknown = formKeyText('sandbox', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz');
  const ended = {
    'a revoked key': async () => {
      const issued = await gateway.operator.key({ accountId });
      await gateway.operator.revoke(issued.id);
      return `Bearer ${issued.key}`;
    },
    'an expired key': async () => {
      const expiresAt = Date.now() + 2_000;
      const soon = await gateway.operator.key({ accountId, expiresAt: new Date(expiresAt).toISOString() });
      await eventually(() => expect(Date.now()).toBeGreaterThan(expiresAt));
      return `Bearer ${soon.key}`;
    },
  };
  const cases: ReadonlyArray<readonly [string, () => Promise<string | undefined> | string | undefined]> = [
    ['no Authorization', () => undefined],
    ['an empty one', () => 'Bearer '],
    ['another scheme', () => `Basic ${key}`],
    ['no scheme', () => key],
    ['two keys', () => `Bearer ${key} ${key}`],
    ['a key with a typo', () => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    ['an unknown key', () => `Bearer ${unknown}`],
    ...Object.entries(ended),
  ];

  test.each(cases)('for %s', async (_what, authorization) => {
    const value = await authorization();
    const answer = await clientOf(gateway)('/v1/inventory', value === undefined ? {} : { headers: { authorization: value } });

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('100');
    expect(expectProblem(answer, 'unauthenticated').detail).toBe('Send a valid API key: Authorization: Bearer <API_KEY>.');
    untouched();
  });

  test('comes before 404 and 405, so that no caller without a key learns what there is', async () => {
    expect((await clientOf(gateway)('/v1/nothing')).status).toBe(401);
    expect((await clientOf(gateway)('/v1/inventory', { method: 'PUT' })).status).toBe(401);
  });

  test('becomes 429 for an address that goes on, and only for that one', async () => {
    const anonymous = clientOf(gateway);
    const answers = await Promise.all(Array.from({ length: TOO_MANY_AT_ONCE }, () => anonymous('/v1/inventory')));
    const refused = answers.filter(({ status }) => status === 429);

    expect(refused.length).toBeGreaterThan(10);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(100);
    for (const answer of refused) {
      expectProblem(answer, 'rate_limited');
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
    }
    expectProblem(await clientOf(gateway)('/v1/inventory'), 'unauthenticated');
  });
});

describe('what is not there', () => {
  test.each(['/v1', '/v1/', '/v1/nothing', '/v1/orders/', '/v1/Orders'])('with a key, %s is 404', async (path) => {
    const answer = await clientOf(gateway, key)(path);

    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('100000');
    expectProblem(answer, 'not_found');
    untouched();
  });

  test.each([
    '/',
    '/v1x',
    '/v2/orders',
    '/docs/nothing',
    '/account',
    '/account/v2/keys',
    '/operator/v1/accounts',
    '/metrics',
    '/livez',
  ])('without a key, %s is 404', async (path) => {
    const answer = await clientOf(gateway)(path);

    expect(answer.status).toBe(404);
    expectProblem(answer, 'not_found');
  });

  test.each([
    ['PUT', '/v1/inventory', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/inventory/MUG-01', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/v1/orders/ord_1/pack', 'POST'],
    ['PROPFIND', '/v1/scans', 'GET, HEAD, POST'],
  ])('%s %s is 405 with what there is', async (method, path, allow) => {
    const answer = await clientOf(gateway, key)(path, { method });

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
    expectProblem(answer, 'method_not_allowed');
    untouched();
  });

  test('405 comes before a body that the method cannot have', async () => {
    const request = `GET /v1/orders/ord_1/pack HTTP/1.1\r\nHost: api.example.test\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`;
    const answer = await rawExchange(gateway.port, request);

    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expectProblem(answer, 'method_not_allowed');
    untouched();
  });

  test('405 comes before 403', async () => {
    expect((await clientOf(gateway, viewer)('/v1/inventory', { method: 'PUT' })).status).toBe(405);
  });
});

test('a production call on another plan than enterprise is 403, as soon as the plan has changed', async () => {
  const account = await gateway.operator.account('enterprise');
  const { key: live } = await gateway.operator.key({ accountId: account.id, environment: 'production' });
  const { key: sandbox } = await gateway.operator.key({ accountId: account.id });
  expect((await clientOf(gateway, live)('/v1/inventory')).status).toBe(200);

  await gateway.operator.call('PATCH', `/operator/v1/accounts/${account.id}`, { plan: 'evaluation' });
  const answer = await eventually(async () => {
    const found = await clientOf(gateway, live)('/v1/inventory');
    expect(found.status).toBe(403);
    return found;
  });
  expectProblem(answer, 'plan_required');
  expect((await clientOf(gateway, sandbox)('/v1/inventory')).status).toBe(200);
  upstream.seen.length = 0;
});

describe('too much', () => {
  const mebibyte = 1_048_576;
  const JSON_TYPE = { 'content-type': 'application/json' };

  test('a body that says it is too large is 413 before it is read', async () => {
    const answer = await clientOf(gateway, key)('/v1/inventory', { method: 'POST', body: 'x'.repeat(mebibyte + 1) });

    expect(answer.status).toBe(413);
    expectProblem(answer, 'payload_too_large');
    untouched();
  });

  test('a body that turns out too large is 413, and no service gets to see it whole', async () => {
    const body = new ReadableStream({
      start: (controller) => {
        for (let part = 0; part < 20; part += 1) controller.enqueue(new Uint8Array(65_536));
        controller.close();
      },
    });
    const answer = await clientOf(gateway, key)('/v1/inventory', { method: 'POST', body, duplex: 'half' });

    expect(answer.status).toBe(413);
    expectProblem(answer, 'payload_too_large');
    untouched();
  });

  test.each([
    ['without a key', '/account/v1/sessions', 8_192],
    ['of an account', '/account/v1/keys', 16_384],
    ['of an account, at a service', '/account/v1/webhooks', 16_384],
  ])('a body %s has a bound of its own, whether it says its length or not', async (_what, path, bound) => {
    const { length } = upstream.seen;
    const sized = await clientOf(gateway, key)(path, { method: 'POST', body: 'x'.repeat(bound + 1) });
    const body = new Blob([new Uint8Array(bound), new Uint8Array(1)]).stream();
    const streamed = await clientOf(gateway, key)(path, { method: 'POST', body, duplex: 'half', headers: JSON_TYPE });

    for (const answer of [sized, streamed]) {
      expect(answer.status).toBe(413);
      expect(expectProblem(answer, 'payload_too_large')).toMatchObject({ max_bytes: bound });
    }
    expect(upstream.seen).toHaveLength(length);
  });

  test('fields without a key are 422 that lists 100 of them', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 600 }, (_, place) => [`k${place}`, 0])));

    const answer = await clientOf(gateway)('/account/v1/sessions', { method: 'POST', body, headers: JSON_TYPE });

    const { errors, ...problem } = expectProblem(answer, 'validation_failed');
    expect(errors).toHaveLength(100);
    expect(problem).toMatchObject({ errors_left_out: 502 });
  });

  test('levels without a key are 400, also under an idempotency key', async () => {
    const headers = { ...JSON_TYPE, 'idempotency-key': 'x' };
    const body = `${'{"a":'.repeat(1_300)}1${'}'.repeat(1_300)}`;

    const answer = await clientOf(gateway)('/account/v1/invitations/accept', { method: 'POST', body, headers });

    expect(answer.status).toBe(400);
    expectProblem(answer, 'malformed_json');
  });

  test('a body of exactly 1 MiB goes through', async () => {
    const answer = await clientOf(gateway, key)('/v1/inventory', { method: 'POST', body: 'x'.repeat(mebibyte) });

    expect(answer.status).toBe(200);
    expect(upstream.seen.splice(0)[0]?.body.length).toBe(mebibyte);
  });

  test('403 comes before 413', async () => {
    const answer = await clientOf(gateway, viewer)('/v1/inventory', { method: 'POST', body: 'x'.repeat(mebibyte + 1) });

    expect(answer.status).toBe(403);
  });

  test.each([8_193, 20_000])('a target of %i bytes is 414', async (length) => {
    const answer = await clientOf(gateway, key)(`/v1/inventory?q=${'x'.repeat(length - '/v1/inventory?q='.length)}`);

    expect(answer.status).toBe(414);
    expectProblem(answer, 'uri_too_long');
    untouched();
  });

  test('a target of 8 KiB goes through', async () => {
    const answer = await clientOf(gateway, key)(`/v1/inventory?q=${'x'.repeat(8_192 - '/v1/inventory?q='.length)}`);

    expect(answer.status).toBe(200);
    upstream.seen.length = 0;
  });

  test.each([
    ['17 KiB in one field', 1, 17_000],
    ['17 KiB in many', 17, 1_000],
    ['101 fields', 101, 1],
  ])('a header of %s is 431', async (...row) => {
    const [, fields, bytes] = row;
    const headers = Object.fromEntries(Array.from({ length: fields }, (_, at) => [`x-field-${at}`, 'x'.repeat(bytes)]));
    const answer = await clientOf(gateway, key)('/v1/inventory', { headers });

    expect(answer.status).toBe(431);
    expectProblem(answer, 'headers_too_large');
    untouched();
  });

  test.each([
    ['a target without end', `GET /v1/${'x'.repeat(60_000)}`, 414, 'uri_too_long'],
    ['a header without end', `GET /v1/inventory HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(60_000)}`, 431, 'headers_too_large'],
  ] as const)('%s is refused all the same', async (...row) => {
    const [, bytes, status, code] = row;
    const answer = await rawExchange(gateway.port, bytes);

    expect(answer.status).toBe(status);
    expectProblem(answer, code);
  });
});

const get = (target: string, ...fields: string[]) =>
  ['GET ' + target + ' HTTP/1.1', ...fields, `X-Forwarded-For: ${newAddress()}`, `Authorization: Bearer ${key}`, '', ''].join(
    '\r\n',
  );

describe('what could be understood in two ways is 400', () => {
  const host = 'Host: api.example.test';

  test.each([
    ['an absolute target', () => get('http://evil.test/v1/inventory', host)],
    ['an absolute target of our own', () => get('http://api.example.test/v1/inventory', host)],
    ['an asterisk', () => get('*', host)],
    ['a dot segment', () => get('/v1/../v1/inventory', host)],
    ['a dot segment at the end', () => get('/v1/inventory/..', host)],
    ['an encoded dot segment', () => get('/v1/%2e%2E/inventory', host)],
    ['a half encoded dot segment', () => get('/v1/.%2e/inventory', host)],
    ['a single dot', () => get('/v1/./inventory', host)],
    ['two slashes', () => get('/v1//inventory', host)],
    ['two slashes at the start', () => get('//v1/inventory', host)],
    ['an encoded dot segment at the end', () => get('/v1/inventory/%2E%2e', host)],
    ['a backslash', () => get('/v1\\inventory', host)],
    ['an encoded null', () => get('/v1/inventory/A%00', host)],
    ['half an escape', () => get('/v1/inventory/A%2', host)],
    ['an escape that is no UTF-8', () => get('/v1/inventory/%ff', host)],
    ['an overlong form', () => get('/v1/orders/%c1%81', host)],
    ['half a surrogate pair', () => get('/v1/orders/%ED%A0%80', host)],
    ['half an escape in a query', () => get('/v1/inventory?q=A%2', host)],
    ['a percent sign in a query', () => get('/v1/inventory?q=100%&limit=1', host)],
    ['an escape in a query that is no hexadecimal', () => get('/v1/inventory?q=%zz', host)],
    ['an escape in a query that is no UTF-8', () => get('/v1/inventory?q=caf%e9', host)],
    ['an overlong form in a query', () => get('/v1/orders?external_id=%c1%81', host)],
    ['half a surrogate pair in a query', () => get('/v1/orders?external_id=%ED%A0%80', host)],
    ['a broken escape in the name of a parameter', () => get('/v1/orders?%c3=1', host)],
    ['a fragment', () => get('/v1/inventory#x', host)],
    ['no Host', () => get('/v1/inventory')],
    ['two Hosts', () => get('/v1/inventory', host, 'Host: other.test')],
    ['a Host that is none', () => get('/v1/inventory', 'Host: a/b@c')],
    ['two Authorizations', () => get('/v1/inventory', host, `Authorization: Bearer ${key}`)],
    ['a body with GET', () => get('/v1/inventory', host, 'Content-Length: 3') + 'abc'],
    ['chunks with GET', () => get('/v1/inventory', host, 'Transfer-Encoding: chunked') + '0\r\n\r\n'],
    ['another expectation', () => get('/v1/inventory', host, 'Expect: miracles')],
    ['a length and chunks', () => get('/v1/inventory', host, 'Content-Length: 3', 'Transfer-Encoding: chunked') + '0\r\n\r\n'],
    ['two lengths', () => get('/v1/inventory', host, 'Content-Length: 3', 'Content-Length: 4') + 'abcd'],
    [
      'chunks that are not the last coding',
      () => get('/v1/inventory', host, 'Transfer-Encoding: chunked, identity') + '0\r\n\r\n',
    ],
    ['space before a colon', () => get('/v1/inventory', host, 'X-A : 1')],
    ['a folded line', () => get('/v1/inventory', host, 'X-A: 1\r\n 2')],
    ['a bare line feed', () => get('/v1/inventory', host).replaceAll('\r\n', '\n')],
    ['a method that is none', () => get('/v1/inventory', host).replace('GET', 'GRAB')],
    ['no HTTP at all', () => '\u0016\u0003\u0001 hello\r\n\r\n'],
    ['CONNECT', () => `CONNECT evil.test:443 HTTP/1.1\r\n${host}\r\n\r\n`],
  ])('%s', async (_what, request) => {
    const answer = await rawExchange(gateway.port, request());

    expect(answer.status).toBe(400);
    expect(answer.headers.get('connection')).toBe('close');
    expectProblem(answer, 'invalid_request');
    untouched();
  });

  test('a request behind a broken one on the same connection is not looked at', async () => {
    const smuggled = `${get('/v1/inventory', host, 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n${get('/v1/scans', host)}`;
    const answer = await rawExchange(gateway.port, smuggled);

    expect(answer.raw.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    untouched();
  });

  test('an answer that is owed is given before the connection of a broken successor is closed', async () => {
    const answer = await rawExchange(gateway.port, `${get('/v1/inventory', host)}nonsense\r\n\r\n`);

    expect(answer.status).toBe(200);
    expectCommonHeaders(answer.headers);
    upstream.seen.length = 0;
  });

  test('a path with escapes of UTF-8 goes on as it came', async () => {
    const answer = await rawExchange(gateway.port, get('/v1/inventory/%e2%82%ac', host));

    expect(answer.status).toBe(200);
    expect(upstream.seen.splice(0)[0]?.url).toBe('/v1/inventory/%e2%82%ac');
  });

  test('HTTP/1.0 needs no Host', async () => {
    const answer = await rawExchange(gateway.port, get('/v1/inventory').replace('HTTP/1.1', 'HTTP/1.0'));

    expect(answer.status).toBe(200);
    upstream.seen.length = 0;
  });
});

test('a body whose chunks are broken is 400, and no service gets to see it whole', async () => {
  const head = `POST /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answer = await rawExchange(gateway.port, `${head}3\r\nabc\r\nnonsense\r\n`, 3_000);

  expect(answer.status).toBe(400);
  expectProblem(answer, 'invalid_request');
  untouched();
});
