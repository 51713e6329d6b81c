import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { runFulfil } from './run-fulfil.ts';

type Answer = object | 'lost';

const pageOf = (...ids: string[]): object => ({
  data: ids.map((id) => ({ id, type: 'order.created', created_at: '2026-11-27T08:00:00.000Z', data: {} })),
  has_more: false,
  next_cursor: null,
});

/** A service that gives answers in turn, the last one for ever, and a receiver of webhooks at `/hook`. */
async function startService(answers: readonly Answer[]) {
  const looks: string[] = [];
  const received: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/hook') {
      received.push(request.headers['service-event-id']);
      response.writeHead(204).end();
      return;
    }
    const answer = answers[Math.min(looks.length, answers.length - 1)] ?? {};
    looks.push(new URL(request.url ?? '', 'http://any').searchParams.get('after') ?? '');
    if (answer === 'lost') request.socket.destroy();
    else response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return { url, looks, received, stop: () => server.close() };
}

/** Runs a command until its output has a text. */
async function runUntil(text: string, args: readonly string[], url: string) {
  const interrupted = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  let [output, told] = ['', ''];
  stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes(text)) interrupted.abort();
  });
  stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const env = {
    FULFILMENT_API_KEY: 'fsk_sandbox_Q7vLxW2mTgB8nRkYp4ZsHc6JdFa1Eu',
    FULFILMENT_URL: url,
    FULFILMENT_WEBHOOK_SECRET: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    HOME: '/nonexistent',
  };
  const status = await runFulfil({ args, env, stdin: new PassThrough(), stdout, stderr, signal: interrupted.signal });
  return { status, output, told };
}

const LOST = 'fulfil: the service is lost (connection_failed); trying again until it answers.\n';

test('events are printed on behind the place after an outage, which is told once', async () => {
  const service = await startService([pageOf('evt_2'), 'lost', 'lost', pageOf('evt_3'), pageOf()]);
  const tail = ['events', 'tail', '--json', '--since', 'evt_1', '--retries', '0'];

  const { status, output, told } = await runUntil('evt_3', tail, service.url);
  service.stop();

  expect({ status, told }).toEqual({ status: 130, told: LOST });
  expect(output.match(/evt_\d/g)).toEqual(['evt_2', 'evt_3']);
  expect(service.looks.slice(0, 4)).toEqual(['evt_1', 'evt_2', 'evt_2', 'evt_2']);
});

test('events of an outage are forwarded once the service is back', async () => {
  const service = await startService([pageOf('evt_1'), pageOf(), 'lost', 'lost', pageOf('evt_2', 'evt_3'), pageOf()]);
  const listen = ['webhooks', 'listen', '--json', '--retries', '0', '--forward-to', `${service.url}/hook`];

  const { told } = await runUntil('evt_3', listen, service.url);
  service.stop();

  expect(told).toBe(LOST);
  expect(service.received).toEqual(['evt_2', 'evt_3']);
});

test('an order is watched to its end through an outage; without a first answer the command ends', async () => {
  const order = { id: 'ord_1', version: 1, status: 'created', allocation: 'allocated' };
  const [created, shipped] = [order, { ...order, version: 2, status: 'shipped' }];
  const service = await startService([created, 'lost', 'lost', shipped]);
  const away = await startService(['lost']);
  const watch = ['orders', 'watch', 'ord_1', '--json', '--retries', '0'];

  const [seen, none] = await Promise.all([runUntil('no such text', watch, service.url), runUntil('-', watch, away.url)]);
  for (const each of [service, away]) each.stop();

  expect(seen).toMatchObject({ status: 0, told: LOST });
  expect(seen.output).toBe(`${JSON.stringify(created)}\n${JSON.stringify(shipped)}\n`);
  expect(none.status).toBe(3);
});
