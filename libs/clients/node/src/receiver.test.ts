import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ConfigurationError } from './errors.ts';
import { type FastifyLike, WebhookReceiver } from './receiver.ts';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

let seen: string[];
let url: string;
const receiver = new WebhookReceiver({ secrets: [SECRET], onError: (error) => seen.push(String(error)) })
  .on('order.shipped', (event, { attempt }) => void seen.push(`${event.id} at attempt ${attempt}`))
  .on('order.packed', () => Promise.reject(new Error('the handler failed')))
  .onOther((event) => void seen.push(`other: ${event.type}`));

beforeAll(async () => {
  const handle = receiver.express();
  const server = createServer((request, response) => {
    const parsed = request.url === '/parsed' ? { body: { id: 'evt_1' } } : {};
    void handle(Object.assign(request, parsed), response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return () => server.close();
});

beforeEach(() => {
  seen = [];
});

function signed(type: string, secret = SECRET): { readonly body: string; readonly headers: Record<string, string> } {
  const body = JSON.stringify({ id: 'evt_1', type, data: {} });
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, headers: { 'service-signature': `t=${time},v1=${signature}`, 'service-attempt': '3' } };
}

async function statusOf(request: RequestInit, path = '/hook'): Promise<number> {
  return (await fetch(url + path, { method: 'POST', ...request })).status;
}

test('a genuine delivery is handled by the handler of its type, and an unknown type by the handler of others', async () => {
  expect([await statusOf(signed('order.shipped')), await statusOf(signed('sku.cheered'))]).toEqual([204, 204]);
  expect(seen).toEqual(['evt_1 at attempt 3', 'other: sku.cheered']);
});

test.each(['', ' ', '1e3', '-1', '1.5', '0x10', '9'.repeat(5_000)])('an attempt of "%s" is none', async (attempt) => {
  const { body, headers } = signed('order.shipped');
  let told: number | null = -1;
  const own = new WebhookReceiver({ secrets: SECRET }).onOther((_event, delivery) => void (told = delivery.attempt));

  expect(await own.receive(body, { ...headers, 'service-attempt': attempt })).toBe(204);
  expect(told).toBeNull();
});

test('a forged delivery gets 400, and one whose handler fails 500, so that it comes again', async () => {
  expect([await statusOf(signed('order.shipped', 'whsec_eA==')), await statusOf(signed('order.packed'))]).toEqual([400, 500]);
  expect(seen).toEqual([expect.stringContaining('No signature matches'), 'Error: the handler failed']);
});

test('a body that a parser has taken is refused with what to do', async () => {
  expect(await statusOf(signed('order.shipped'), '/parsed')).toBe(400);
  expect(seen).toEqual([expect.stringContaining('before `express.json()`')]);
});

test('a receiver that listens by itself asks for the secret at each delivery, and takes none after it is closed', async () => {
  let secret = 'whsec_IkYQ8QKJC8DkDEn/tFa7k9Rabe6I3Jp77zUfoQ0/hYI=';
  const own = new WebhookReceiver({ secrets: () => secret });
  const { port, close } = await own.listen(0, '127.0.0.1');
  const deliver = async (): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', ...signed('order.shipped') })).status;
  const before = await deliver();
  secret = SECRET;
  const after = await deliver();
  await close();

  expect([before, after]).toEqual([400, 204]);
  await expect(deliver()).rejects.toThrow('fetch failed');
});

test.each<readonly [string, string | readonly string[] | undefined]>([
  ['no secret', undefined],
  ['no secrets', []],
  ['an empty secret', ''],
  ['one of several that is empty', [SECRET, '']],
  ['a short secret', 'whsec_eA=='],
])('a receiver with %s cannot be made, and one that gets it for a delivery handles none', async (_what, secrets) => {
  const told: unknown[] = [];
  const late = new WebhookReceiver({ secrets: () => secrets ?? '', onError: (error) => told.push(error) }).onOther(
    () => void told.push('handled'),
  );
  const { body, headers } = signed('order.shipped', '');

  expect(() => new WebhookReceiver({ secrets })).toThrow(ConfigurationError);
  expect(await late.receive(body, headers)).toBe(500);
  expect(told).toEqual([expect.any(ConfigurationError)]);
});

test('the plugin for Fastify takes the bytes of its own routes alone', async () => {
  const { body, headers } = signed('order.shipped');
  const statuses: number[] = [];
  const reply = {
    code(status: number) {
      statuses.push(status);
      return reply;
    },
    send: () => undefined,
  };
  const calls: string[] = [];
  const app: FastifyLike = {
    removeAllContentTypeParsers: () => void calls.push('remove'),
    addContentTypeParser: (type, { parseAs }) => calls.push(`${type} as ${parseAs}`),
    post: (path, handler) => {
      calls.push(path);
      void handler({ body: Buffer.from(body), headers }, reply);
    },
  };
  await receiver.fastify('/hook')(app);
  await expect.poll(() => statuses).toEqual([204]);

  expect(calls).toEqual(['remove', '* as buffer', '/hook']);
});
