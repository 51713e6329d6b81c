import { connect, type Socket } from 'node:net';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { type Client, type DrilledSystem, keepBusy } from './drilled-system.ts';

/** A key as sandbox has it: requests at once, and a second. */
export const ORDINARY = { burst: 100, rate: 10 } as const;
/** SKUs of a batch: a tenth of it is charged to the key. */
const BATCH = 1_000;
/** New places of a batch: its events have all places each. */
const SPREAD_AT_ONCE = 25;

/** How large the attacks are: of bodies their members, of the others how many at once. */
export interface AttackSizes {
  readonly strangeMembers: number;
  readonly unreadAnswers: number;
  readonly signIns: number;
  readonly imports: number;
  readonly slowExports: number;
  readonly slowExportedSkus: number;
  readonly exports: number;
  readonly exportedSkus: number;
  readonly metadataPairs: number;
  readonly eventFilters: number;
  readonly scans: number;
  /** Batches at once, their items, and the places that the SKU of these lies at. */
  readonly wideBatches: number;
  readonly wideItems: number;
  readonly places: number;
  readonly pipelined: number;
  readonly unsentBodies: number;
}

/** Counts what is answered to an attack, as far as it reads its answers. */
export class Answers {
  readonly #statuses = new Map<number, number>();
  #mostRefusedBytes = 0;

  note({ status, text }: { readonly status: number; readonly text: string }): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status >= 400) this.#mostRefusedBytes = Math.max(this.#mostRefusedBytes, Buffer.byteLength(text));
  }

  /** How often each status came; 0 is no answer within 30 s. */
  get statuses(): ReadonlyMap<number, number> {
    return this.#statuses;
  }

  /** Of the largest refusal. */
  get mostRefusedBytes(): number {
    return this.#mostRefusedBytes;
  }
}

export interface Attack {
  /** The name that `--only` takes. */
  readonly id: string;
  readonly name: string;
  /** The work of another tenant beside it; reads of a SKU by default. */
  readonly beside?: 'orders';
  /** Makes what it needs, before anything is measured. */
  readonly prepare?: (system: DrilledSystem) => Promise<void>;
  /** Sends it until it is stopped. @param answers notes what comes. */
  readonly begin: (system: DrilledSystem, answers: Answers) => Promise<Stoppable>;
}

/** Every attack, without a key and with a key of 100 at once and 10 a second. */
export function attacksOf(sizes: AttackSizes): readonly Attack[] {
  return [...withoutKey(sizes), ...onFiles(sizes), ...onBodies(sizes), onWideSku(sizes), ...onConnections(sizes)];
}

function withoutKey({ strangeMembers: members, unreadAnswers, signIns }: AttackSizes): readonly Attack[] {
  const path = '/account/v1/sessions';
  const strange = (): string => strangeMembers(members);
  return [
    {
      id: 'sign-ins',
      name: `no key: sign-ins of 1 MB with ${english(members)} unknown members, 5 a second`,
      begin: async ({ baseUrl }, answers) => {
        const body = strange();
        return every(200, () => post(`${baseUrl}${path}`, { body, answers }));
      },
    },
    {
      id: 'unread-answers',
      name: `no key: the same, ${unreadAnswers} answers that are never read`,
      begin: async (system) => openSockets(system, unreadAnswers, requestText('POST', path, { body: strange() })),
    },
    {
      id: 'sign-ins-at-once',
      name: `no key: ${signIns} sign-ins from three addresses at once, without a pause`,
      begin: async ({ baseUrl }, answers) => {
        const body = JSON.stringify({ email: 'jo@example.com', password: 'a wrong one of these' });
        return keepBusy(3, async () => {
          const tries = Array.from({ length: signIns / 3 }, (_, at) =>
            post(`${baseUrl}${path}`, { body, answers, address: `198.51.100.${at % 3}` }),
          );
          await Promise.all(tries);
        });
      },
    },
  ];
}

function onFiles({ imports, slowExports, slowExportedSkus, exports, exportedSkus }: AttackSizes): readonly Attack[] {
  return [
    {
      id: 'unsent-imports',
      name: `a key of 100/10: ${imports} imports of which only the header line is sent`,
      begin: async (system) => {
        const key = await system.newClient(ORDINARY);
        const head = requestText('POST', '/v1/inventory/import', {
          headers: { ...key.headers, 'content-type': 'text/csv', 'content-length': '100000' },
        });
        return openSockets(system, imports, `${head}sku,name,on_hand\r\n`);
      },
    },
    {
      id: 'slow-exports',
      name: `a key of 100/10: ${slowExports} exports of ${english(slowExportedSkus)} SKUs that are read at 1 KB a second`,
      begin: async (system) => {
        const key = await system.newClient(ORDINARY);
        await fillWithSkus(key, slowExportedSkus);
        const headers = { ...key.headers, accept: 'application/x-ndjson' };
        return openSockets(system, slowExports, requestText('GET', '/v1/inventory/export', { headers }), 1_000);
      },
    },
    {
      id: 'exports',
      name: `a key of 100/10: exports of ${english(exportedSkus)} SKUs, ${exports} at once`,
      begin: async (system, answers) => {
        const key = await system.newClient(ORDINARY);
        await fillWithSkus(key, exportedSkus);
        return keepBusy(exports, async () => answers.note(await key.send('GET', '/inventory/export')));
      },
    },
  ];
}

function onBodies({ metadataPairs, eventFilters, scans }: AttackSizes): readonly Attack[] {
  return [
    {
      id: 'metadata',
      name: `a key of 100/10: orders with ${english(metadataPairs)} pairs of metadata, 5 a second`,
      begin: async (system, answers) => {
        const key = await system.newClient(ORDINARY);
        const body = { lines: [{ sku: 'MUG', quantity: 1 }], metadata: pairs(metadataPairs) };
        return every(200, async () => answers.note(await key.send('POST', '/orders', body)));
      },
    },
    {
      id: 'event-filters',
      name: `a key of 100/10: endpoints with ${english(eventFilters)} zeros as events, 5 a second`,
      begin: async (system, answers) => {
        const { headers } = await system.newClient(ORDINARY);
        const body = JSON.stringify({ url: 'https://example.com/', events: Array.from({ length: eventFilters }, () => 0) });
        return every(200, () => post(`${system.baseUrl}/account/v1/webhooks`, { body, answers, headers }));
      },
    },
    {
      id: 'scans',
      name: `a key of 100/10: batches of ${english(scans)} empty scans, 5 a second`,
      begin: async (system, answers) => {
        const key = await system.newClient(ORDINARY);
        const body = { scans: Array.from({ length: scans }, () => ({})) };
        return every(200, async () => answers.note(await key.send('POST', '/scans/batch', body)));
      },
    },
  ];
}

/** A record of some 290 bytes a place, which an answer could have once for each item. */
function onWideSku({ wideBatches, wideItems, places }: AttackSizes): Attack {
  return {
    id: 'wide-batches',
    name: `a key of 100/10: ${wideBatches} batches of ${english(wideItems)} items of a SKU at ${english(places)} places, at once`,
    begin: async (system, answers) => {
      const key = await system.newClient(ORDINARY);
      await spread(await system.newKey(key), places);
      const items = Array.from({ length: wideItems }, () => ({ op: 'update', sku: 'WIDE', name: 'wide' }));
      const sent = Array.from({ length: wideBatches }, async () =>
        answers.note(await key.send('POST', '/inventory/batch', { items })),
      );
      return { stop: async () => void (await Promise.all(sent)) };
    },
  };
}

function onConnections({ pipelined, unsentBodies }: AttackSizes): readonly Attack[] {
  return [
    ...[1, 8].map((connections): Attack => ({
      id: `pipelined-${connections}`,
      name: `no key: ${english(pipelined)} requests sent at once on each of ${connections} connections, again and again`,
      begin: async (system, answers) => pipeline(system, { connections, requests: pipelined, answers }),
    })),
    {
      id: 'unsent-bodies',
      name: `two keys of 100/10, of both environments: ${unsentBodies} orders whose bodies never come; another tenant lists and creates`,
      beside: 'orders',
      begin: async (system) => {
        const sandbox = await system.newClient(ORDINARY);
        const keys = [sandbox, await system.newKey(sandbox, { environment: 'production', ...ORDINARY })];
        const opened = await Promise.all(
          keys.map(({ headers }) => {
            const head = requestText('POST', '/v1/orders', { headers: { ...headers, 'content-length': '900000' } });
            return openSockets(system, unsentBodies / keys.length, `${head}{"line`);
          }),
        );
        // The last of them wait for the rate of their key.
        await Promise.all(opened.map(({ full }) => full));
        return { stop: async () => void (await Promise.all(opened.map((each) => each.stop()))) };
      },
    },
  ];
}

export const english = (count: number): string => count.toLocaleString('en');
/** A JSON object with so many members, none of which an operation knows. */
const strangeMembers = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"${at.toString(16)}":0`).join(',')}}`;
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
const every = (ms: number, send: () => Promise<unknown>): Stoppable =>
  keepBusy(1, async () => {
    void send().catch(() => undefined);
    await delay(ms);
  });

/** Adds SKUs, which leaves the key in debt for a while. */
export async function fillWithSkus(client: Client, count: number, onHand = 0): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    // A batch costs a token for ten items, and the next one waits until the debt is paid.
    const items = Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => ({
      op: 'create',
      sku: `S-${first + at}`,
      name: 'x'.repeat(200),
      on_hand: onHand,
    }));
    const { status, text } = await client.send('POST', '/inventory/batch', { mode: 'partial', items });
    if (status === 429) {
      first -= BATCH;
      await delay(1_000);
    } else if (status !== 200) throw new Error(`The SKUs of the drill were refused: ${status} ${text.slice(0, 200)}`);
  }
}

/** Adds a SKU at so many places. */
export async function spread(client: Client, places: number): Promise<void> {
  const at = Array.from({ length: places }, (_, place) => ({
    op: 'adjust',
    sku: 'WIDE',
    delta: 1,
    reason: 'found',
    location: `A${Math.floor(place / 50)}/S${place % 50}`,
  }));
  for (let first = 0; first < places; first += SPREAD_AT_ONCE) {
    const made = first === 0 ? [{ op: 'create', sku: 'WIDE', name: 'wide' }] : [];
    const items = [...made, ...at.slice(first, first + SPREAD_AT_ONCE)];
    const { status, text } = await client.send('POST', '/inventory/batch', { mode: 'atomic', items });
    if (status !== 200) throw new Error(`The wide SKU of the drill was refused: ${status} ${text.slice(0, 200)}`);
  }
}

interface Post {
  readonly body: string;
  readonly answers: Answers;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function post(url: string, { body, answers, address = '198.51.100.77', headers = {} }: Post): Promise<void> {
  const all = { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers };
  try {
    const response = await fetch(url, { method: 'POST', body, headers: all, signal: AbortSignal.timeout(30_000) });
    answers.note({ status: response.status, text: await response.text() });
  } catch {
    answers.note({ status: 0, text: '' });
  }
}

export function requestText(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Readonly<Record<string, string>>; body?: string },
): string {
  const length =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'drill', ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

interface Pipeline {
  readonly connections: number;
  readonly requests: number;
  readonly answers: Answers;
}

/** Keeps connections busy that send many requests without waiting for an answer, and opens the next when one closes. */
function pipeline({ baseUrl }: DrilledSystem, { connections, requests, answers }: Pipeline): Stoppable {
  const { port } = new URL(baseUrl);
  const text = requestText('GET', '/v1/me', { headers: { 'x-forwarded-for': '198.51.100.78' } }).repeat(requests);
  const open = new Set<Socket>();
  const busy = keepBusy(connections, async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    open.add(socket);
    socket.on('error', () => undefined).setTimeout(30_000, () => socket.destroy());
    let heard = 0;
    socket.on('data', (bytes) => {
      const statuses = [...bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      for (const status of statuses) answers.note({ status, text: '' });
      heard += statuses.length;
      if (heard >= requests) socket.destroy();
    });
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
    open.delete(socket);
  });
  return {
    stop: async () => {
      const stopped = busy.stop();
      for (const socket of open) socket.destroy();
      await stopped;
    },
  };
}

/** Opens connections that send `text` and then read so many bytes a second, none by default. `full` once all were open together. */
export async function openSockets(
  { baseUrl }: DrilledSystem,
  count: number,
  text: string,
  bytesPerSecond = 0,
): Promise<Stoppable & { readonly full: Promise<void> }> {
  const { port } = new URL(baseUrl);
  const { promise: full, resolve } = Promise.withResolvers<void>();
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
    resolve();
    await delay(100);
  });
  const reading = keepBusy(1, async () => {
    if (bytesPerSecond > 0) for (const socket of sockets) socket.read(bytesPerSecond);
    await delay(1_000);
  });
  return {
    full,
    stop: async () => {
      await Promise.all([reading.stop(), open.stop()]);
      for (const socket of sockets) socket.destroy();
    },
  };
}
