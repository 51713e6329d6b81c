import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { serveJobs } from '../load/serve-jobs.ts';
import { type SubscriberJob, subscriberJob } from './jobs.ts';

// A webhook subscriber in a process of its own, so that it shares its event loop with nothing that is measured.

const DRIP_MS = 1_000;
const CREATED_AT = /"created_at":"([^"]+)"/;

const state = { drips: false, holds: false, open: 0, deliveries: 0, lastAtMs: 0 };
let latenciesMs: number[] = [];
const held: ServerResponse[] = [];

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

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  state.open += 1;
  response.once('close', () => (state.open -= 1));
  const body = await text(request);
  state.deliveries += 1;
  state.lastAtMs = Date.now();
  latenciesMs.push(state.lastAtMs - Date.parse(CREATED_AT.exec(body)?.[1] ?? ''));
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
      return { url: `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}/hook` };
    case 'hold':
      state.holds = true;
      return {};
    case 'release':
      state.holds = false;
      for (const response of held.splice(0)) take(response);
      return {};
    case 'take':
      return takeAll();
    case 'hang-up':
      server.closeAllConnections();
      return {};
  }
}

function takeAll(): object {
  const { deliveries, open, lastAtMs } = state;
  const taken = { deliveries, open, lastAtMs, latenciesMs };
  state.deliveries = 0;
  latenciesMs = [];
  return taken;
}

serveJobs(subscriberJob, run);
