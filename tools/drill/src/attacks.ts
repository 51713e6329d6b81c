import { connect, type Socket } from 'node:net';
import { delay, type Stoppable } from '@fulfilment/kernel';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  median,
  residentBytes,
  table,
  withDrilledSystem,
} from './drilled-system.ts';

const BEFORE_MS = 3_000;
const DURING_MS = 15_000;
const READ_EVERY_MS = 50;
const ORDINARY = { burst: 100, rate: 10 } as const;
const SERVICES = ['gateway', 'inventory', 'orders', 'webhooks'] as const;
const MEBIBYTE = 2 ** 20;

/** Sends what a hostile client could, and reads as another tenant before and during each. */
export const attacks: Drill = {
  meaning: 'hostile requests; reads of another tenant and memory before and during each',
  run: (context) => withDrilledSystem(context, drill, { env: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } }),
};

interface Attack {
  readonly name: string;
  readonly begin: (system: DrilledSystem) => Promise<Stoppable>;
}

/** A JSON object with so many members, none of which an operation knows. */
const strangeMembers = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"${at.toString(16)}":0`).join(',')}}`;
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
const every = (ms: number, send: () => Promise<unknown>): Stoppable =>
  keepBusy(1, async () => {
    void send().catch(() => undefined);
    await delay(ms);
  });

const ATTACKS: readonly Attack[] = [
  {
    name: 'no key: sign-ins of 1 MB with 100,000 unknown members, 5 a second',
    begin: async ({ baseUrl }) => {
      const body = strangeMembers(100_000);
      return every(200, () => post(`${baseUrl}/account/v1/sessions`, body));
    },
  },
  {
    name: 'no key: the same, 40 answers that are never read',
    begin: async (system) => {
      const body = strangeMembers(100_000);
      return openSockets(system, 40, requestText('POST', '/account/v1/sessions', { body }));
    },
  },
  {
    name: 'no key: 84 sign-ins from three addresses at once, again and again',
    begin: async ({ baseUrl }) => {
      const body = JSON.stringify({ email: 'jo@example.com', password: 'a wrong one of these' });
      return keepBusy(3, async () => {
        const tries = Array.from({ length: 28 }, (_, at) => post(`${baseUrl}/account/v1/sessions`, body, `198.51.100.${at % 3}`));
        await Promise.all(tries);
      });
    },
  },
  {
    name: 'a key of 100/10: 512 imports of which only the header line is sent',
    begin: async (system) => {
      const key = await system.newClient(ORDINARY);
      const head = requestText('POST', '/v1/inventory/import', {
        headers: { ...key.headers, 'content-type': 'text/csv', 'content-length': '100000' },
      });
      return openSockets(system, 512, `${head}sku,name,on_hand\r\n`);
    },
  },
  {
    name: 'a key of 100/10: 100 exports that are read at 1 KB a second',
    begin: async (system) => {
      const key = await system.newClient(ORDINARY);
      await fill(key, 2_000);
      const head = requestText('GET', '/v1/inventory/export', { headers: { ...key.headers, accept: 'application/x-ndjson' } });
      return openSockets(system, 100, head, 1_000);
    },
  },
  {
    name: 'a key of 100/10: exports of 6,000 SKUs, 12 at once',
    begin: async (system) => {
      const key = await system.newClient(ORDINARY);
      await fill(key, 6_000);
      return keepBusy(12, async () => void (await key.send('GET', '/inventory/export')));
    },
  },
  {
    name: 'a key of 100/10: orders with 95,000 pairs of metadata, 5 a second',
    begin: async (system) => {
      const key = await system.newClient(ORDINARY);
      const body = { lines: [{ sku: 'MUG', quantity: 1 }], metadata: pairs(95_000) };
      return every(200, () => key.send('POST', '/orders', body));
    },
  },
  {
    name: 'a key of 100/10: endpoints with 500,000 zeros as events, 5 a second',
    begin: async (system) => {
      const key = await system.newClient(ORDINARY);
      const body = JSON.stringify({ url: 'https://example.com/', events: Array.from({ length: 500_000 }, () => 0) });
      return every(200, () => post(`${system.baseUrl}/account/v1/webhooks`, body, undefined, key.headers));
    },
  },
  {
    name: 'a key of 100/10: batches of 330,000 empty scans, 5 a second',
    begin: async (system) => {
      const key = await system.newClient(ORDINARY);
      const body = { scans: Array.from({ length: 330_000 }, () => ({})) };
      return every(200, () => key.send('POST', '/scans/batch', body));
    },
  },
];

async function drill(system: DrilledSystem, { progress, signal }: DrillContext): Promise<string> {
  const other = await system.newClient();
  await other.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1 });
  const rows: string[][] = [];
  for (const { name, begin } of ATTACKS) {
    signal.throwIfAborted();
    const before = await readFor(other, BEFORE_MS);
    const memory = await watchMemory(system);
    const attack = await begin(system);
    const during = await readFor(other, DURING_MS);
    await attack.stop();
    const grown = await memory.stop();
    const ratio = median(during.times) / median(before.times);
    rows.push([
      name,
      `${median(before.times).toFixed(1)} → ${median(during.times).toFixed(1)} ms`,
      ratio.toFixed(1),
      `${during.failed} of ${during.times.length}`,
      grown,
    ]);
    progress(rows.at(-1)?.join(' | ') ?? '');
    await delay(2_000, signal);
  }
  await system.verify();
  return table(['attack', 'median read of another tenant', 'times', 'of its reads failed', 'memory at most, MiB more'], rows);
}

async function readFor(client: Client, ms: number) {
  const times: number[] = [];
  let failed = 0;
  for (const began = performance.now(); performance.now() - began < ms; await delay(READ_EVERY_MS)) {
    const answer = await client.send('GET', '/inventory?limit=1');
    times.push(answer.ms);
    if (answer.status !== 200) failed += 1;
  }
  return { times, failed };
}

async function watchMemory(system: DrilledSystem) {
  const measure = () => Promise.all(SERVICES.map((name) => residentBytes(system.process(name).pid)));
  const before = await measure();
  const most = [...before];
  const watching = keepBusy(1, async () => {
    for (const [at, bytes] of (await measure()).entries()) most[at] = Math.max(most[at] ?? 0, bytes);
    await delay(100);
  });
  return {
    stop: async (): Promise<string> => {
      await watching.stop();
      const grown = most.map((bytes, at) => Math.round((bytes - (before[at] ?? 0)) / MEBIBYTE));
      return SERVICES.map((name, at) => `${name} ${grown[at]}`).join(', ');
    },
  };
}

/** Adds SKUs, which leaves the key in debt for a while. */
async function fill(client: Client, count: number): Promise<void> {
  for (let first = 0; first < count; first += 1_000) {
    // A batch costs a token for ten items, and the next one waits until the debt is paid.
    const items = Array.from({ length: Math.min(1_000, count - first) }, (_, at) => ({
      op: 'create',
      sku: `S-${first + at}`,
      name: 'x'.repeat(200),
    }));
    const { status, text } = await client.send('POST', '/inventory/batch', { mode: 'partial', items });
    if (status === 429) {
      first -= 1_000;
      await delay(1_000);
    } else if (status !== 200) throw new Error(`The SKUs of the drill were refused: ${status} ${text.slice(0, 200)}`);
  }
}

async function post(
  url: string,
  body: string,
  address = '198.51.100.77',
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const all = { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers };
  const response = await fetch(url, { method: 'POST', body, headers: all, signal: AbortSignal.timeout(30_000) }).catch(
    () => undefined,
  );
  await response?.arrayBuffer().catch(() => undefined);
}

function requestText(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Readonly<Record<string, string>>; body?: string },
): string {
  const length =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'drill', ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

/** Opens connections that send `text` and then read so many bytes a second, none by default. */
async function openSockets({ baseUrl }: DrilledSystem, count: number, text: string, bytesPerSecond = 0): Promise<Stoppable> {
  const { port } = new URL(baseUrl);
  const sockets: Socket[] = [];
  const open = keepBusy(1, async () => {
    while (sockets.filter(({ destroyed }) => !destroyed).length < count) {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(text);
      sockets.push(socket);
      // As fast as the burst of the key and its rate admit.
      if (sockets.length > ORDINARY.burst) await delay(1_000 / ORDINARY.rate);
    }
    await delay(100);
  });
  const reading = keepBusy(1, async () => {
    if (bytesPerSecond > 0) for (const socket of sockets) socket.read(bytesPerSecond);
    await delay(1_000);
  });
  return {
    stop: async () => {
      await Promise.all([reading.stop(), open.stop()]);
      for (const socket of sockets) socket.destroy();
    },
  };
}
