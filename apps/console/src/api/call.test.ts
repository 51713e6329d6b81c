import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { below, call, keyOf, listing, reading } from './call.ts';
import { accountOperations, operations } from './callable-operations.ts';
import { ApiProblem } from './problem.ts';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let asked: Asked[] = [];
let answers: ReadonlyArray<readonly [status: number, document: object]> = [];

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const body = await text(request);
  const [status, document] = answers[asked.length] ?? [200, {}];
  asked.push({ method, url, headers, body });
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
}

/** Sends the relative addresses of a page to a server of this process. */
beforeEach(async () => {
  asked = [];
  answers = [];
  server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { fetch: fetchOnce } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetchOnce(new URL(path, `http://127.0.0.1:${port}`), init));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const query = { environment: 'sandbox' } as const;

test('a call sends the method, path, query, body, version and key of its operation, and returns its document', async () => {
  answers = [[200, { id: 'ord_1', status: 'shipped' }]];
  const body = { carrier: 'DHL' };

  const order = await call(operations.shipOrder, { params: { id: 'ord_1' }, query, body, ifMatch: 3, idempotencyKey: 'once' });

  expect(order.status).toBe('shipped');
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/v1/orders/ord_1/ship?environment=sandbox',
      headers: expect.objectContaining({ 'content-type': 'application/json', 'if-match': '"3"', 'idempotency-key': 'once' }),
      body: JSON.stringify(body),
    },
  ]);
});

test('a call without a body sends no headers that it has no need of', async () => {
  await call(accountOperations.getMember, { params: { id: 'mem_1' } });

  const [{ method, url, headers } = {}] = asked;
  expect([method, url]).toEqual(['GET', '/account/v1/members/mem_1']);
  expect(headers).not.toHaveProperty('content-type');
  expect(headers).not.toHaveProperty('if-match');
  expect(headers).not.toHaveProperty('idempotency-key');
});

test('a refusal is an ApiProblem with its code, request id and faults', async () => {
  const errors = [{ pointer: '/role', code: 'invalid_value', message: 'Must be one of owner, viewer.' }];
  const problem = { type: 'about:blank', title: 'Invalid', status: 422, code: 'validation_failed', detail: 'Invalid.' };
  answers = [[422, { ...problem, request_id: 'req_1', retryable: false, errors }]];

  const refused = call(accountOperations.inviteMember, { body: { email: 'jo@example.com', role: 'viewer' }, isAnonymous: true });

  const failure = await refused.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiProblem);
  expect(failure).toMatchObject({ status: 422, code: 'validation_failed', requestId: 'req_1', items: errors });
});

test('a call that the rate limit refuses waits as long as it is told, and is sent again', async () => {
  const limited = { type: '', title: '', status: 429, code: 'rate_limited', detail: '', request_id: '', retryable: true };
  answers = [
    [429, { ...limited, retry_after: 0 }],
    [200, { data: [] }],
  ];

  await call(accountOperations.listPlans);

  expect(asked.map(({ url }) => url)).toEqual(['/account/v1/plans', '/account/v1/plans']);
});

test('a read has a key that begins with that of its operation and its record', async () => {
  const { queryKey, queryFn } = reading(operations.getOrder, { params: { id: 'ord_1' }, query });

  await queryFn({ signal: new AbortController().signal });

  expect(queryKey.slice(0, 1)).toEqual(keyOf(operations.getOrder));
  expect(queryKey.slice(0, 2)).toEqual(keyOf(operations.getOrder, { id: 'ord_1' }));
  expect(asked[0]?.url).toBe('/v1/orders/ord_1?environment=sandbox');
});

test('a list is read on from the cursor of its page, under a key that no read of one page has', async () => {
  const request = { query: { ...query, status: ['packed', 'shipped'], limit: 7 } } as const;
  const { queryKey, queryFn } = listing(operations.listOrders, request);
  const { signal } = new AbortController();

  await queryFn({ pageParam: undefined, signal });
  await queryFn({ pageParam: 'abc', signal });

  const first = '/v1/orders?environment=sandbox&status=packed&status=shipped&limit=7';
  expect(asked.map(({ url }) => url)).toEqual([first, `${first}&cursor=abc`]);
  expect(queryKey).not.toEqual(reading(operations.listOrders, request).queryKey);
});

test('what is below an operation are its own reads and those of longer paths', () => {
  const isBelow = below(operations.listLocations);
  const keys = [operations.listLocations, operations.getLocation, operations.listLocationStock, operations.listOrders].map(
    (operation) => ({ queryKey: [operation.path] }),
  );

  expect(keys.map(isBelow)).toEqual([true, true, true, false]);
  expect(isBelow({ queryKey: ['session'] })).toBe(false);
});
