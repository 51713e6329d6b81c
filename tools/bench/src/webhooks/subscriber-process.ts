import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { serveJobs } from '../load/start-process.ts';
import { type SubscriberJob, subscriberJob, type Taken } from './jobs.ts';

// A webhook subscriber in a process of its own, so that it shares its event loop with nothing that is measured.

const DRIP_MS = 1_000;
const CREATED_AT = /"created_at":"([^"]+)"/;

/** The deliveries that came to one path. */
interface Heap {
  readonly known: Set<string>;
  latenciesMs: number[];
  lastAtMs: number;
}

const state = { drips: false, holds: false, open: 0 };
const held: ServerResponse[] = [];
const heaps = new Map<string, Heap>();

function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), DRIP_MS);
  response.write('.');
  response.once('close', () => clearInterval(timer));
}

function take(response: ServerResponse): void {
  if (state.drips) drip(response);
  else if (state.holds) held.push(response);
  else response.writeHead(204).end();
}

function heapOf(path: string): Heap {
  const heap = heaps.get(path) ?? { known: new Set<string>(), latenciesMs: [], lastAtMs: 0 };
  heaps.set(path, heap);
  return heap;
}

/** A delivery that comes again is no further one. */
function note({ url = '/', headers }: IncomingMessage, body: string): void {
  const heap = heapOf(url);
  const id = String(headers['service-delivery-id']);
  if (heap.known.has(id)) return;
  heap.known.add(id);
  heap.lastAtMs = Date.now();
  heap.latenciesMs.push(heap.lastAtMs - Date.parse(CREATED_AT.exec(body)?.[1] ?? ''));
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  state.open += 1;
  response.once('close', () => (state.open -= 1));
  note(request, await text(request));
  take(response);
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.destroy());
});

async function run(job: SubscriberJob): Promise<object> {
  switch (job.kind) {
    case 'open':
      state.drips = job.drips;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return { url: `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}` };
    case 'hold':
      state.holds = true;
      return {};
    case 'release':
      state.holds = false;
      for (const response of held.splice(0)) take(response);
      return {};
    case 'take':
      return takeAll(job.path);
    case 'count-open':
      return { open: state.open };
    case 'hang-up':
      server.closeAllConnections();
      return {};
  }
}

function takeAll(path: string): Taken {
  const heap = heapOf(path);
  const { latenciesMs, lastAtMs } = heap;
  heap.latenciesMs = [];
  return { latenciesMs, lastAtMs };
}

serveJobs(subscriberJob, run);
