import { createServer } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebhookRequest } from '../deliveries/delivery-ports.ts';
import { sampleDelivery } from '../model/domain/delivery.fixture.ts';
import { answers, type Behaviour, breaksOff, drips, hangs, type Receiver, startReceiver } from '../receiver.fixture.ts';
import { makeRefuseAddress, parseCidr } from './ssrf-guard.ts';
import { makeSender, type Sender } from './sender.ts';

const at = new Date('2026-11-21T10:00:00.900Z');
const toLoopback = makeRefuseAddress([parseCidr('127.0.0.0/8')]);
const neverAnswers = () => new Promise<readonly string[]>(() => undefined);
const knowsNone = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
let receiver: Receiver;
let sender: Sender;

beforeEach(async () => {
  receiver = await startReceiver();
  sender = makeSender({ resolve: async () => ['127.0.0.1'], refuse: toLoopback, deadlineMs: 5_000, connectMs: 2_000 });
});

afterEach(async () => {
  await sender.stop();
  await receiver.stop();
});

const request = (changes: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url: receiver.url,
  secrets: [{ id: 'sec_1', secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' }],
  delivery: sampleDelivery(),
  event: { type: 'order.shipped', body: '{"name":"Blåbær 🫐 — \\u0000"}', requestId: 'req_1', traceparent: '00-aa-bb-01' },
  attempt: 3,
  ...changes,
});

/** A sender that has the given time. */
function patient(deadlineMs: number): Sender {
  sender = makeSender({ resolve: async () => ['127.0.0.1'], refuse: toLoopback, deadlineMs, connectMs: 200 });
  return sender;
}

test('the body goes as it is stored, with the headers of the contract', async () => {
  await sender.send(request(), at);

  const [post] = receiver.received;
  expect(post).toMatchObject({ method: 'POST', path: '/hook', body: '{"name":"Blåbær 🫐 — \\u0000"}' });
  expect(post?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(request().event.body)),
    'user-agent': expect.stringMatching(/./),
    'service-event-id': 'evt_1',
    'service-event-type': 'order.shipped',
    'service-delivery-id': 'dlv_1',
    'service-attempt': '3',
    'service-signature': expect.stringMatching(/^t=1795255200,v1=[0-9a-f]{64}$/),
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1795255200',
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    traceparent: '00-aa-bb-01',
  });
});

test('an event without a trace has none', async () => {
  await sender.send(request({ event: { type: 'order.shipped', body: '{}', requestId: null, traceparent: null } }), at);

  expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent');
});

test.each([200, 204, 304, 410, 429, 500])('a complete answer of %i is told as it came', async (status) => {
  receiver.behave(answers(status, { headers: { 'retry-after': '7' }, body: status === 204 || status === 304 ? '' : 'because' }));

  expect(await sender.send(request(), at)).toEqual({
    type: 'answered',
    status,
    headers: { 'retry-after': '7' },
    excerpt: status === 204 || status === 304 ? '' : 'because',
  });
});

test('a redirect is an answer, and is not followed', async () => {
  const other = await startReceiver();
  receiver.behave(answers(302, { headers: { location: other.url } }));

  expect(await sender.send(request(), at)).toMatchObject({ type: 'answered', status: 302 });
  expect(other.received).toEqual([]);
  await other.stop();
});

test('of an answer 1 KiB is kept', async () => {
  receiver.behave(answers(500, { body: 'x'.repeat(65_536) }));

  expect(await sender.send(request(), at)).toMatchObject({ type: 'answered', excerpt: 'x'.repeat(1_024) });
});

test('an answer over 64 KiB is broken off', async () => {
  receiver.behave(answers(200, { body: 'x'.repeat(65_537) }));

  expect(await sender.send(request(), at)).toMatchObject({ type: 'broken', fault: 'response_too_large', status: 200 });
});

test.each<[string, Behaviour, number | null]>([
  ['says nothing', hangs, null],
  ['drips', drips, 200],
])('a receiver that %s has the deadline and no more, and is told where it ended', async (_, behaviour, status) => {
  receiver.behave(behaviour);
  const detail = status === null ? 'waiting_for_answer' : 'reading_answer';
  expect(await patient(300).send(request(), at)).toMatchObject({ type: 'broken', fault: 'timeout', detail, status });
});

test('a connection that closes in the middle of the body is no answer', async () => {
  receiver.behave(breaksOff);

  expect(await sender.send(request(), at)).toEqual({
    type: 'broken',
    fault: 'connection_lost',
    detail: null,
    status: 200,
    headers: {},
    excerpt: 'the beginning',
  });
});

test('a closed port is told apart from a broken connection', async () => {
  const url = receiver.url;
  await receiver.stop();

  expect(await sender.send(request({ url }), at)).toMatchObject({ fault: 'connect_failed', detail: 'refused', status: null });
});

test('what does not speak HTTP, or not TLS, is named so', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.2\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const place = typeof address === 'object' ? `127.0.0.1:${address?.port}` : '';

  expect(await sender.send(request({ url: `http://${place}/` }), at)).toMatchObject({ fault: 'malformed_response' });
  expect(await sender.send(request({ url: `https://${place}/` }), at)).toMatchObject({ fault: 'tls_failed' });
  server.close();
});

/** A receiver on a bare socket: it says `text` to each request, and then ends, resets or keeps the connection. */
async function bare(text: string, then: 'end' | 'reset' | 'keep' = 'end') {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (!chunk.toString().startsWith('POST ')) return;
      requests.push(chunk.toString());
      socket.write(text, () => {
        if (then === 'end') socket.end();
        // The answer is read before the reset comes.
        if (then === 'reset') setTimeout(() => socket.resetAndDestroy(), 50);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : '';
  return { url, requests, stop: () => void server.close() };
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test.each([
  ['100', `HTTP/1.1 100 Continue\r\n\r\n${OK}`, { status: 200, excerpt: 'ok' }],
  [
    '100, 103 and 100',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 \r\n\r\n${OK}`,
    { status: 200 },
  ],
  ['102', `HTTP/1.1 102 Processing\r\n\r\n${OK}`, { status: 200 }],
  ['101', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', { fault: 'malformed_response' }],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok', { fault: 'malformed_response' }],
])('an answer with %s is read, or named', async (_what, text, expected) => {
  const { url, stop } = await bare(text);

  expect(await sender.send(request({ url }), at)).toMatchObject(expected);
  stop();
});

test('a body that ends with its connection is whole where that is closed, and lost where it is reset', async () => {
  const closed = await bare('HTTP/1.1 200 OK\r\n\r\npart');
  const reset = await bare('HTTP/1.1 200 OK\r\n\r\npart', 'reset');

  expect(await sender.send(request({ url: closed.url }), at)).toMatchObject({ type: 'answered', excerpt: 'part' });
  expect(await sender.send(request({ url: reset.url }), at)).toMatchObject({ fault: 'connection_lost', status: 200 });
  closed.stop();
  reset.stop();
});

test('a kept connection that is closed without a byte of answer costs no attempt, once', async () => {
  const counts = { connections: 0, requests: 0 };
  const server = createServer((socket) => {
    counts.connections += 1;
    let [text, own] = ['', 0];
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      // The header may come before its body.
      if (!text.endsWith('"}')) return;
      text = '';
      own += 1;
      counts.requests += 1;
      // Behind its first answer it closes as the next request comes.
      if (own === 1) socket.write(OK);
      else socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : '';

  for (let each = 0; each < 8; each += 1) expect(await sender.send(request({ url }), at)).toMatchObject({ status: 200 });

  expect(counts.requests).toBeGreaterThan(8);
  server.close();
});

test('a new connection that is closed without a byte of answer costs one', async () => {
  const { url, requests, stop } = await bare('');

  expect(await sender.send(request({ url }), at)).toMatchObject({ fault: 'connection_lost' });
  expect(requests).toHaveLength(1);
  stop();
});

test.each(['EBADNAME', 'ENODATA'])('a name that cannot be (%s) is told', async (code) => {
  const resolve = () => Promise.reject(Object.assign(new Error('no'), { code }));
  sender = makeSender({ resolve, refuse: toLoopback, deadlineMs: 5_000, connectMs: 2_000 });

  expect(await sender.send(request({ url: 'http://a.example/' }), at)).toMatchObject({ fault: 'host_not_found' });
});

test('headers that people debug with are kept', async () => {
  const headers = {
    'x-request-id': 'abc',
    'cf-ray': '1-FRA',
    'www-authenticate': 'Basic',
    'content-encoding': 'br',
    'x-other': '1',
  };
  receiver.behave(answers(401, { headers }));

  const { 'x-other': _other, ...kept } = headers;
  expect(await sender.send(request(), at)).toMatchObject({ headers: kept });
});

test.each(['http://127.0.0.1', 'http://[::ffff:127.0.0.1]', 'http://0x7f.1', 'http://rebound.example'])(
  'nothing is sent to %s where loopback is not allowed',
  async (origin) => {
    const guard = { resolve: async () => ['127.0.0.1'], refuse: makeRefuseAddress([]) };
    sender = makeSender({ ...guard, deadlineMs: 5_000, connectMs: 2_000 });

    expect(await sender.send(request({ url: `${origin}:${receiver.port}/` }), at)).toMatchObject({
      fault: 'address_refused',
      detail: 'loopback',
    });
    expect(receiver.received).toEqual([]);
  },
);

test('a name is looked up once for a connection, connected to as vetted, and the connection serves again', async () => {
  let lookUps = 0;
  const resolve = async () => {
    lookUps += 1;
    return ['127.0.0.1'];
  };
  sender = makeSender({ resolve, refuse: toLoopback, deadlineMs: 5_000, connectMs: 2_000 });
  const url = `http://hooks.example:${receiver.port}/hook`;

  for (let each = 0; each < 6; each += 1) await sender.send(request({ url }), at);

  expect(new Set(receiver.received.map(({ headers }) => headers.host))).toEqual(new Set([`hooks.example:${receiver.port}`]));
  expect(receiver.received).toHaveLength(6);
  expect(lookUps).toBeLessThan(4);
});

test('a look-up that hangs counts against the deadline', async () => {
  sender = makeSender({ resolve: neverAnswers, refuse: toLoopback, deadlineMs: 300, connectMs: 10_000 });

  expect(await sender.send(request({ url: 'http://slow.example/' }), at)).toMatchObject({
    fault: 'timeout',
    detail: 'looking_up_host',
  });
});

test('a name that does not exist is told', async () => {
  sender = makeSender({ resolve: knowsNone, refuse: toLoopback, deadlineMs: 5_000, connectMs: 2_000 });

  expect(await sender.send(request({ url: 'http://nowhere.example/' }), at)).toMatchObject({
    fault: 'host_not_found',
    detail: 'no_such_name',
  });
});

test('stopping breaks off what is under way, which says nothing about the receiver', async () => {
  receiver.behave(hangs);
  const sending = sender.send(request(), at);
  await eventually(() => expect(receiver.received).toHaveLength(1));

  await sender.stop();

  expect(await sending).toEqual({ type: 'interrupted' });
});
