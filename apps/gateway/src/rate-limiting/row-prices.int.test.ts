import { accountOperations } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, clientOf, newClientOf } from '../testing/client.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const LINE = `${JSON.stringify({ sku: 'MUG-01', name: 'Mug' })}\n`;

let upstream: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
});

afterEach(() => {
  upstream.answerAsUsual();
  upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const AMPLE = { burst: 10_000, rate: 1_000 };

/** Tokens that work was charged beyond the one that it was admitted for. */
async function chargedFor(work: () => Promise<unknown>): Promise<number> {
  const before = await metricOf(gateway, 'rate_limit_charged_tokens_total');
  await work();
  return (await metricOf(gateway, 'rate_limit_charged_tokens_total')) - before;
}

const importRows = (client: Client, rows: number, query = '') =>
  client(`/v1/inventory/import${query}`, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a,b\n'.repeat(rows) });

function answerExportOf(rows: number): { readonly encodings: unknown[] } {
  const encodings: unknown[] = [];
  upstream.answerWith((request, response) => {
    encodings.push(request.headers['accept-encoding']);
    response.setHeader('Content-Type', 'application/x-ndjson');
    response.end(request.url?.startsWith('/v1/inventory/export') === true ? LINE.repeat(rows) : '{}');
  });
  return { encodings };
}

test.each([
  ['', 3_001, 61],
  ['?dry_run=true', 3_001, 7],
  ['?dry_run=false', 50, 1],
])('an import%s of %i rows costs %i tokens', async (query, rows, tokens) => {
  const client = await newClientOf(gateway, AMPLE);

  const charged = await chargedFor(async () => expect((await importRows(client, rows, query)).status).toBe(200));

  expect(charged).toBe(tokens - 1);
  expect(upstream.seen[0]?.body).toBe('a,b\n'.repeat(rows));
});

test.each(['identity', 'gzip'])('an export costs a token for every 500 rows, and comes whole: %s', async (encoding) => {
  const client = await newClientOf(gateway, AMPLE);
  const { encodings } = answerExportOf(20_001);

  const charged = await chargedFor(async () => {
    const answer = await client('/v1/inventory/export', { headers: { 'accept-encoding': encoding } });
    expect(answer.text).toBe(LINE.repeat(20_001));
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
  });

  expect(charged).toBe(41 - 1);
  expect(encodings).toEqual(['identity']);
});

test('an export of long rows costs a token for every 256 KB', async () => {
  const client = await newClientOf(gateway, AMPLE);
  const whole = `${'x'.repeat(99_999)}\n`.repeat(100);
  upstream.answerWith((_request, response) => void response.end(whole));

  const charged = await chargedFor(async () => expect((await client('/v1/orders/export')).text).toBe(whole));

  expect(charged).toBe(40 - 1);
});

test('a stream of deliveries costs a token for every 100 of them beyond the first, and none of it is held back to be compressed', async () => {
  const client = await newClientOf(gateway, AMPLE);
  const event = 'id: 1.0\nevent: delivery\ndata: {}\n\n';
  upstream.answerWith((_request, response) => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.end(event.repeat(1_001));
  });

  const charged = await chargedFor(async () => {
    const path = '/account/v1/deliveries/stream?environment=sandbox';
    const answer = await client(path, { headers: { 'accept-encoding': 'gzip' } });
    expect([answer.status, answer.headers.get('content-encoding'), answer.text]).toEqual([200, null, event.repeat(1_001)]);
  });

  expect(charged).toBe(11 - 1);
});

test('an export that looked through more records than it has costs as much, once it has ended', async () => {
  const client = await newClientOf(gateway, AMPLE);
  const before = await metricOf(gateway, 'rate_limit_charged_tokens_total');
  upstream.answerWith((_request, response) => {
    response.write(LINE);
    response.addTrailers({ 'X-Internal-Looked': '19100' });
    response.end();
  });

  expect((await client('/v1/orders/export')).text).toBe(LINE);

  // The first of twenty admitted it.
  await eventually(async () => expect((await metricOf(gateway, 'rate_limit_charged_tokens_total')) - before).toBe(19));
});

describe('the audit log', () => {
  const auditLog = accountOperations.listAuditLog.replies[200].body;

  /** A client, and the entries of exports in the audit log of its account. */
  async function audited(role: 'admin' | 'scanner') {
    const { id: accountId } = await gateway.operator.account();
    const [exporter, reader] = [
      await gateway.operator.key({ accountId, role, ...AMPLE }),
      await gateway.operator.key({ accountId }),
    ];
    const exports = async () => {
      const { text } = await clientOf(gateway, reader.key)('/account/v1/audit-log');
      return auditLog.parse(JSON.parse(text)).data.filter(({ action }) => action === 'orders.exported');
    };
    return { client: clientOf(gateway, exporter.key), exporter, accountId, exports };
  }

  test.each([
    ['application/x-ndjson', 'admin', 1_200, true],
    ['text/csv', 'scanner', 1_199, false],
  ] as const)('has who exported orders as %s, from where and how many rows', async (format, role, rows, hasAddresses) => {
    const { client, exporter, accountId, exports } = await audited(role);
    upstream.answerWith((_request, response) => {
      response.setHeader('content-type', `${format}; charset=utf-8`).end(LINE.repeat(1_200));
    });

    await client('/v1/orders/export', { headers: { accept: format } });

    await eventually(async () => expect(await exports()).toHaveLength(1));
    expect(await exports()).toMatchObject([
      {
        actor: exporter.id,
        address: expect.stringMatching(/^198\.18\./),
        environment: 'sandbox',
        target: { type: 'account', id: accountId },
        details: { format, rows, bytes: 1_200 * LINE.length, with_addresses: hasAddresses, complete: true },
      },
    ]);
  });

  test('has an export that its client left, and none that was refused, nor one of the inventory', async () => {
    const { client, exporter, exports } = await audited('admin');
    const leaving = new AbortController();
    upstream.answerWith((_request, response) => void response.writeHead(404).end('{}'));
    await client('/v1/orders/export');
    upstream.answerWith((_request, response) => void response.destroy());
    expect((await client('/v1/orders/export')).status).toBe(503);
    upstream.answerWith((_request, response) => void response.end(LINE));
    await client('/v1/inventory/export');
    upstream.answerWith((_request, response) => void response.write(LINE.repeat(10)));

    const answer = await fetch(`${gateway.url}/v1/orders/export`, {
      headers: { authorization: `Bearer ${exporter.key}`, 'accept-encoding': 'identity' },
      signal: leaving.signal,
    });
    await answer.body?.getReader().read();
    leaving.abort();

    await eventually(async () => expect(await exports()).toHaveLength(1));
    expect(await exports()).toMatchObject([{ details: { rows: 10, complete: false } }]);
  });

  test('has who changed the retention, from where and to what, and no change that was refused or is told again', async () => {
    const { id: accountId } = await gateway.operator.account();
    const key = await gateway.operator.key({ accountId, role: 'admin', ...AMPLE });
    const client = clientOf(gateway, key.key);
    const patch = (days: number) =>
      client('/account/v1/retention', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ship_to_days: days }),
      });
    upstream.answerWith((_request, response) => void response.writeHead(422).end('{}'));
    await patch(1);
    upstream.answerWith((_request, response) => void response.setHeader('Idempotency-Replayed', 'true').end('{}'));
    await patch(30);
    upstream.answerWith((_request, response) => void response.end('{}'));
    await patch(400);

    const changes = async () => {
      const { text } = await client('/account/v1/audit-log');
      return auditLog.parse(JSON.parse(text)).data.filter(({ action }) => action === 'retention.changed');
    };
    await eventually(async () => expect(await changes()).toHaveLength(1));
    expect(await changes()).toMatchObject([
      {
        actor: key.id,
        address: expect.stringMatching(/^198\.18\./),
        environment: 'sandbox',
        target: { type: 'account', id: accountId },
        details: { ship_to_days: 400 },
      },
    ]);
  });

  test('has a change by a body with a byte order mark, none by one without members, and outlives one that is a list', async () => {
    const { id: accountId } = await gateway.operator.account();
    const key = await gateway.operator.key({ accountId, role: 'admin', ...AMPLE });
    const client = clientOf(gateway, key.key);
    const patch = (body: string) =>
      client('/account/v1/retention', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
    upstream.answerWith((_request, response) => void response.end('{}'));

    for (const body of ['[]', '{}', '\uFEFF{"ship_to_days":30}']) expect((await patch(body)).status).toBe(200);

    const changes = async () => {
      const { text } = await client('/account/v1/audit-log');
      return auditLog.parse(JSON.parse(text)).data.filter(({ action }) => action === 'retention.changed');
    };
    await eventually(async () => expect(await changes()).toHaveLength(1));
    expect(await changes()).toMatchObject([{ details: { ship_to_days: 30 } }]);
  });
});

test('beyond the limit an import goes on at the pace at which the bucket refills, and is not refused', async () => {
  const limit = { burst: 10, rate: 20 };
  const client = await newClientOf(gateway, limit);
  const startedAt = performance.now();

  const answer = await importRows(client, 5_000);

  expect(answer.status).toBe(200);
  expect(upstream.seen[0]?.body).toHaveLength(5_000 * 4);
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
  // 50 tokens: 10 were there, and the last part passes once the debt before it is paid.
  expect(performance.now() - startedAt).toBeGreaterThan(((50 - limit.burst - 1) / limit.rate) * 1_000 * 0.9);
});

test('an export that is paced holds back its service, and another tenant is not affected', async () => {
  const client = await newClientOf(gateway, { burst: 2, rate: 1 });
  const other = await newClientOf(gateway, AMPLE);
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  upstream.answerWith((request, response) => {
    if (request.url !== '/v1/inventory/export') return void response.end('{}');
    response.once('close', resolve);
    const piece = LINE.repeat(1_000);
    const more = (): void => {
      while (sent < 1_000) {
        sent += 1;
        if (response.write(piece)) continue;
        response.once('drain', more);
        return;
      }
      response.end();
    };
    more();
  });
  const leaving = new AbortController();
  const reading = client('/v1/inventory/export', { signal: leaving.signal }).catch(() => undefined);

  for (let reads = 0; reads < 50; reads += 1) expect((await other('/v1/inventory')).status).toBe(200);
  expect(sent).toBeLessThan(1_000);

  leaving.abort();
  await reading;
  await gone;
});
