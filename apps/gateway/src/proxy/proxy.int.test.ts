import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Answer, type Client, clientOf, expectCommonHeaders, expectProblem } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const TIMEOUT_MS = 1_500;

let upstream: Upstream;
let other: Upstream;
let gateway: TestGateway;
let key: string;
let client: Client;
const extra: Upstream[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  other = await startUpstream();
  const env = gatewayEnv(inject('engines'), upstream.url);
  gateway = await startGateway({
    ...env,
    UPSTREAM_SCANS: `${upstream.url},${other.url}`,
    UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS),
    UPSTREAM_PATIENCE_MS: '1000',
    UPSTREAM_MAX_IN_FLIGHT: '16',
  });
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key;
  client = clientOf(gateway, key);
});

afterEach(async () => {
  upstream.answerAsUsual();
  other.answerAsUsual();
  upstream.seen.length = 0;
  other.seen.length = 0;
  for (const one of extra.splice(0)) await one.stop();
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
  await other.stop();
});

const head = (bearer: string) =>
  `POST /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`;

test('HTTP/1.0 never gets a 1xx, whatever it expects', async () => {
  for (const expected of ['100-continue', 'anything']) {
    const old = head(key).replace('HTTP/1.1', 'HTTP/1.0').replace('100-continue', expected);
    const { raw } = await rawExchange(gateway.port, `${old}{}`, 5_000);

    expect(raw).toMatch(/^HTTP\/1\.1 200 /);
  }
});

/** A port on which no process listens any more. */
async function gone(): Promise<number> {
  const short = await startUpstream();
  await short.stop();
  return short.port;
}

describe('a request goes on', () => {
  test('byte for byte in path, query and body', async () => {
    const body = JSON.stringify({ name: 'Becher “groß”' });
    const path = '/v1/inventory/M%C3%BCG%20A%2F..%2fB%5cC%1D?x=a%2fb&y=%20&&z=..//';
    const answer = await client(path, { method: 'PATCH', body, headers: { 'content-type': 'application/json' } });

    expect(answer.status).toBe(200);
    expect(upstream.seen[0]).toMatchObject({ method: 'PATCH', url: path, body });
    expect(upstream.seen[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  test('without the key, and without what a client says about itself', async () => {
    await client('/v1/inventory', {
      headers: {
        'x-internal-identity': 'spoofed',
        x_internal_identity: 'spoofed',
        'x-internal-cost': '-5',
        forwarded: 'for=1.2.3.4',
        'x-real-ip': '1.2.3.4',
        'x-forwarded-host': 'evil.test',
        cookie: 'a=b',
      },
    });
    const headers = upstream.seen[0]?.headers ?? {};

    expect(Object.keys(headers).filter((name) => /forward|real|cost|cookie|authorization|_/.test(name))).toEqual([]);
    expect(headers['x-internal-identity']).not.toContain('spoofed');
    expect(headers.host).toBe(new URL(upstream.url).host);
  });

  test('with what Connection names taken out, on a socket of its own too', async () => {
    const lines = [
      'GET /v1/inventory HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Connection: keep-alive, X-Secret, x-internal-identity',
      'X-Secret: 1',
      'X-Kept: 2',
      '',
      '',
    ];
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(lines.join('\r\n')));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();

    expect(upstream.seen[0]?.headers).toMatchObject({ 'x-kept': '2', 'x-internal-identity': expect.stringMatching(/^ey/) });
    expect(upstream.seen[0]?.headers).not.toHaveProperty('x-secret');
  });

  test("with the caller's request id if it is one, else a new one, and the answer says which", async () => {
    const kept = await client('/v1/inventory', { headers: { 'x-request-id': 'mine-1.a_B' } });
    const replaced = await client('/v1/inventory', { headers: { 'x-request-id': 'not one' } });

    expect(kept.headers.get('x-request-id')).toBe('mine-1.a_B');
    expect(replaced.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(upstream.seen.map(({ headers }) => headers['x-request-id'])).toEqual([
      'mine-1.a_B',
      replaced.headers.get('x-request-id'),
    ]);
  });

  test("in the caller's trace, and without tracing in no other", async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await client('/v1/inventory', { headers: { traceparent, tracestate: 'a=1' } });
    await client('/v1/inventory', { headers: { traceparent: 'nonsense' } });

    expect(upstream.seen[0]?.headers).toMatchObject({ traceparent, tracestate: 'a=1' });
    expect(upstream.seen[1]?.headers).not.toHaveProperty('traceparent');
  });

  test('to the instances of a service in turn', TIMED, async () => {
    for (let times = 0; times < 10; times += 1) await client('/v1/scans');

    expect([upstream.seen.length, other.seen.length]).toEqual([5, 5]);
  });

  test('HEAD as HEAD, and a DELETE without a body stays without', async () => {
    expect(await client('/v1/inventory', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    await client('/v1/inventory/MUG-01', { method: 'DELETE' });

    expect(upstream.seen.map(({ method, body }) => [method, body])).toEqual([
      ['HEAD', ''],
      ['DELETE', ''],
    ]);
    expect(upstream.seen[1]?.headers).not.toHaveProperty('transfer-encoding');
  });

  test('a POST without a body stays a POST without a body', async () => {
    await client('/v1/orders/ord_1/ship', { method: 'POST' });

    expect(upstream.seen[0]).toMatchObject({ method: 'POST', body: '', headers: { 'content-length': '0' } });
  });

  test('the body of a DELETE in chunks is passed on whole, and nothing is left on the connection', async () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('GET /v1/scans HTTP/1.1\r\n\r\n'));
        controller.close();
      },
    });
    await client('/v1/inventory/MUG-01', { method: 'DELETE', body, duplex: 'half' });
    await client('/v1/inventory');

    expect(upstream.seen.map(({ method, url, body: text }) => [method, url, text.length])).toEqual([
      ['DELETE', '/v1/inventory/MUG-01', 26],
      ['GET', '/v1/inventory', 0],
    ]);
  });

  test('only when the client has been told to go on, where it waits for that', async () => {
    const heard: string[] = [];
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(head(key)));
    socket.on('data', (bytes) => heard.push(bytes.toString()));
    await eventually(() => expect(heard.join('')).toBe('HTTP/1.1 100 Continue\r\n\r\n'));
    socket.write('{}');
    await eventually(() => expect(heard.join('')).toContain('HTTP/1.1 200 OK'));
    socket.destroy();

    const refused: string[] = [];
    const anonymous = connect(gateway.port, '127.0.0.1', () => anonymous.write(head('unknown')));
    anonymous.on('data', (bytes) => refused.push(bytes.toString()));
    await eventually(() => expect(refused.join('')).toMatch(/^HTTP\/1.1 401 /));
    anonymous.destroy();
  });
});

describe('an answer comes back', () => {
  test('with what the service says, and without what is between it and the gateway', async () => {
    upstream.answerWith((_request, response) => {
      response.writeHead(201, {
        Location: '/v1/inventory/MUG-01',
        'Cache-Control': 'no-store',
        'X-RateLimit-Remaining': '77777',
        RateLimit: '"x";r=1',
        'X-Internal-Secret': '1',
        'X-Request-Id': 'theirs',
        'X-Powered-By': 'Express',
        'Access-Control-Allow-Origin': '*',
        'Keep-Alive': 'timeout=3',
      });
      response.end('{}');
    });
    const answer = await client('/v1/inventory', { method: 'POST' });

    expect(answer.status).toBe(201);
    expectCommonHeaders(answer.headers);
    expect(answer.headers.get('location')).toBe('/v1/inventory/MUG-01');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-ratelimit-remaining')).not.toBe('77777');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    for (const name of ['x-internal-secret', 'x-powered-by', 'access-control-allow-origin'])
      expect(answer.headers.has(name)).toBe(false);
  });

  test('as it comes, however large, without being kept in memory', async () => {
    const megabytes = 200;
    const chunk = Buffer.alloc(1_048_576, 'x');
    let sent = 0;
    upstream.answerWith((_request, response) => {
      const more = (): void => {
        while (sent < megabytes) {
          sent += 1;
          if (response.write(chunk)) continue;
          response.once('drain', more);
          return;
        }
        response.end();
      };
      more();
    });
    const response = await fetch(`${gateway.url}/v1/inventory`, { headers: { authorization: `Bearer ${key}` } });
    // The client does not read yet: what the service could send lies in buffers of sockets and streams, and nowhere else.
    let before: number;
    do {
      before = sent;
      for (let times = 0; times < 20; times += 1) await fetch(`${gateway.internalUrl}/healthz`);
    } while (sent > before);
    expect(sent).toBeLessThan(40);

    const found = createHash('sha256');
    for await (const part of response.body ?? []) found.update(part);
    const expected = createHash('sha256');
    for (let part = 0; part < megabytes; part += 1) expected.update(chunk);
    expect(found.digest('hex')).toBe(expected.digest('hex'));
  });

  test('its first bytes before its last', async () => {
    const rest = Promise.withResolvers<void>();
    upstream.answerWith((_request, response) => {
      response.write('first,');
      void rest.promise.then(() => response.end('last'));
    });
    const response = await fetch(`${gateway.url}/v1/inventory`, { headers: { authorization: `Bearer ${key}` } });
    const reader = response.body?.getReader();

    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first,');
    rest.resolve();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last');
  });

  test('compressed where the client takes that, as the service sent it', async () => {
    await client('/v1/inventory', { headers: { 'accept-encoding': 'gzip' } });

    expect(upstream.seen[0]?.headers['accept-encoding']).toBe('gzip');
  });

  test('cut off where the service cuts it off: what is not whole cannot be taken for whole', async () => {
    const begun = Promise.withResolvers<void>();
    upstream.answerWith((_request, response) => {
      response.write('half');
      void begun.promise.then(() => response.destroy());
    });
    const response = await fetch(`${gateway.url}/v1/inventory`, { headers: { authorization: `Bearer ${key}` } });
    begun.resolve();

    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('with what it cost beyond one request taken off', async () => {
    upstream.answerWith((_request, response) => response.writeHead(200, { 'X-Internal-Cost': '40' }).end('{}'));
    const { id: accountId } = await gateway.operator.account();
    const costly = clientOf(gateway, (await gateway.operator.key({ accountId })).key);
    const remaining = [];
    for (let times = 0; times < 3; times += 1)
      remaining.push(Number((await costly('/v1/inventory')).headers.get('x-ratelimit-remaining')));

    expect(remaining[0]).toBeGreaterThanOrEqual(59);
    expect(remaining[0]).toBeLessThan(65);
    expect(remaining[2]).toBe(0);
    const refused = await costly('/v1/inventory');
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
});

describe('a client that leaves', () => {
  test('has its request broken off at the service', async () => {
    const broken = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    upstream.answerWith((_request, response) => {
      response.once('close', () => broken.resolve());
      asked.resolve();
    });
    const leaving = new AbortController();
    const call = client('/v1/inventory', { signal: leaving.signal });
    await asked.promise;
    leaving.abort();

    await expect(call).rejects.toThrow('aborted');
    await broken.promise;
  });

  test('in the middle of its file leaves nothing half done', async () => {
    const sending = httpRequest(`${gateway.url}/v1/inventory/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'content-length': '100' },
    });
    sending.on('error', () => undefined);
    sending.write('sku,name\r\n');
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    upstream.answerWith((request) => {
      started.resolve();
      request.on('error', () => ended.resolve());
      request.resume();
    });
    await started.promise;
    sending.destroy();

    await ended.promise;
    upstream.answerAsUsual();
    expect((await client('/v1/locations')).status).toBe(200);
  });
});

describe('a service that is not there', () => {
  test('is waited for a little, then 503, and nothing was done', TIMED, async () => {
    const own = await startGateway({ ...gateway.env, UPSTREAM_ORDERS: `http://127.0.0.1:${await gone()}` });
    const startedAt = performance.now();
    const answer = await clientOf(own, key)('/v1/orders', { method: 'POST', body: '{}' });

    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
    expect(expectProblem(answer, 'upstream_unavailable')).toMatchObject({ retryable: true });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    await own.stop();
  });

  test('and is back in time costs nothing but time, whatever the method, body and all', async () => {
    const port = await gone();
    const own = await startGateway({ ...gateway.env, UPSTREAM_ORDERS: `http://127.0.0.1:${port}`, UPSTREAM_PATIENCE_MS: '5000' });
    const call = clientOf(own, key)('/v1/orders', { method: 'POST', body: '{"a":1}' });
    await eventually(async () => expect(await metricOf(own, 'upstream_tries_total', 'not-sent')).toBeGreaterThan(0));
    const back = await startUpstream(port);
    extra.push(back);

    expect((await call).status).toBe(200);
    expect(back.seen).toMatchObject([{ method: 'POST', body: '{"a":1}' }]);
    await own.stop();
  });

  test('is left alone while another instance is', async () => {
    const own = await startGateway({ ...gateway.env, UPSTREAM_ORDERS: `http://127.0.0.1:${await gone()},${upstream.url}` });
    const call = clientOf(own, key);
    // One after the other: with one instance left, a tenant has a quarter of its places.
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await call('/v1/orders', { method: 'POST' })).status);

    expect(statuses).toEqual([200, 200, 200, 200]);
    const metrics = await (await fetch(`${own.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^fulfilment_upstream_instances_fit\{[^}]*service="orders"[^}]*\} 1$/m);
    await own.stop();
  });
});

describe('a service that breaks off before it answers', () => {
  test('is asked once more where nothing is changed by it', async () => {
    let asked = 0;
    upstream.answerWith((request, response) => {
      asked += 1;
      if (asked === 1) request.socket.destroy();
      else response.end('again');
    });

    expect(await client('/v1/inventory')).toMatchObject({ status: 200, text: 'again' });
    expect(asked).toBe(2);
  });

  test('and again is not asked a third time', async () => {
    let asked = 0;
    upstream.answerWith((request) => {
      asked += 1;
      request.socket.destroy();
    });

    expectProblem(await client('/v1/inventory'), 'upstream_unavailable');
    expect(asked).toBe(2);
  });

  test('or hangs has what changes nothing answered by another instance, and the rest waits for it', async () => {
    const frozen = createServer();
    const sockets: Socket[] = [];
    frozen.on('connection', (socket) => sockets.push(socket.on('error', () => undefined)));
    await once(frozen.listen(0, '127.0.0.1'), 'listening');
    const address = frozen.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const env = { ...gatewayEnv(inject('engines'), upstream.url), UPSTREAM_TIMEOUT_MS: '12000' };
    const origins = `${origin},${upstream.url}`;
    const own = await startGateway({ ...env, UPSTREAM_INVENTORY: origins, UPSTREAM_SCANS: origins });
    const { id: accountId } = await own.operator.account();
    const ask = clientOf(own, (await own.operator.key({ accountId })).key);

    // Instances take turns: one of two meets the one that hangs, before a check has found it.
    const reads = Array.from({ length: 2 }, () => ask('/v1/inventory'));
    const writes = Array.from({ length: 2 }, () => ask('/v1/scans', { method: 'POST', body: '{}' }));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([200, 504]));
    await own.stop();
    for (const socket of sockets) socket.destroy();
    frozen.close();
  });

  test.each(['POST', 'PATCH', 'DELETE'])('never gets a %s twice', async (method) => {
    let asked = 0;
    upstream.answerWith((request) => {
      asked += 1;
      request.resume();
      request.on('end', () => request.socket.destroy());
    });
    const path = method === 'POST' ? '/v1/inventory' : '/v1/inventory/MUG-01';
    const answer = await client(path, { method, ...(method === 'DELETE' ? {} : { body: '{}' }) });

    expect(answer.status).toBe(503);
    expect(expectProblem(answer, 'upstream_unavailable').detail).toMatch(/may still be done/);
    expect(asked).toBe(1);
  });
});

describe('a service that has too much to do', () => {
  test('is 504 after so long without a byte', async () => {
    upstream.answerWith(() => undefined);
    const answer = await client('/v1/inventory', { method: 'POST', body: '{}' });

    expect(answer.status).toBe(504);
    expectProblem(answer, 'timeout');
  });

  test('gets only so many requests at once; the others are told so', async () => {
    const allRefused = Promise.withResolvers<void>();
    upstream.answerWith((_request, response) => void allRefused.promise.then(() => response.end('{}')));
    let refused = 0;
    const ask = async (one: Client): Promise<Answer> => {
      const answer = await one('/v1/inventory');
      if (answer.status === 503) refused += 1;
      if (refused === 4) allRefused.resolve();
      return answer;
    };
    // Each tenant may have a quarter.
    const tenants = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { id: accountId } = await gateway.operator.account();
        return clientOf(gateway, (await gateway.operator.key({ accountId })).key);
      }),
    );
    const answers = await Promise.all(tenants.flatMap((one) => Array.from({ length: 4 }, () => ask(one))));
    const full = answers.filter(({ status }) => status === 503);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(16);
    expect(full).toHaveLength(4);
    for (const answer of full) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
    expectProblem(await Promise.resolve(full[0] ?? answers[0] ?? Promise.reject(new Error('none'))), 'upstream_unavailable');
  });
});
