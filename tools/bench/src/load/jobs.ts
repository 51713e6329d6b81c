import { createServer, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { z } from 'zod';

/** Requests of one shape, sent as fast as they are answered. */
export const sendRequests = z.object({
  kind: z.literal('send-requests'),
  /** Without a path. */
  origin: z.string(),
  method: z.enum(['GET', 'POST']),
  /** One request each, in their order. */
  paths: z.array(z.string()).readonly(),
  /** True if they begin again at their end. */
  cycle: z.boolean(),
  headers: z.record(z.string(), z.string()).readonly(),
  body: z.string().optional(),
  /** Requests under way at once, each on a connection of its own that is kept. */
  atOnce: z.int().min(1),
  /** Milliseconds after which no further one is begun. */
  forMs: z.number().positive(),
});
export type SendRequests = z.output<typeof sendRequests>;

export const sentRequests = z.object({
  elapsedMs: z.number(),
  /** How many answers had each status. */
  statuses: z.record(z.string(), z.int()),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Of the records in the answers. */
  ids: z.array(z.string()),
});
export type SentRequests = z.output<typeof sentRequests>;

const openReceiver = z.object({ kind: z.literal('open-receiver') });
export const openedReceiver = z.object({ url: z.string() });

/** From now on the receiver answers, what it has held as well. */
const releaseReceiver = z.object({ kind: z.literal('release-receiver') });
export const released = z.object({});

const countReceived = z.object({ kind: z.literal('count-received') });
export const received = z.object({
  count: z.int(),
  /** Milliseconds from the release to the last. */
  elapsedMs: z.number(),
});

/** The jobs of the load process. */
export const job = z.discriminatedUnion('kind', [sendRequests, openReceiver, releaseReceiver, countReceived]);
export type LoadJob = z.output<typeof job>;

/** A webhook subscriber that lets deliveries pile up before it answers the first. */
export interface HeldReceiver {
  readonly url: string;
  readonly release: () => void;
  /** Deliveries since the release, and the milliseconds from it to the last. */
  readonly count: () => { readonly count: number; readonly elapsedMs: number };
}

export async function startHeldReceiver(): Promise<HeldReceiver> {
  const held: ServerResponse[] = [];
  let releasedAt: number | undefined;
  let lastAt = 0;
  let count = 0;
  const take = (response: ServerResponse): void => {
    response.writeHead(204).end();
    count += 1;
    lastAt = performance.now();
  };
  const server = createServer((request, response) => {
    request.resume().once('end', () => (releasedAt === undefined ? held.push(response) : take(response)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/hook`,
    release: () => {
      releasedAt = performance.now();
      for (const response of held.splice(0)) take(response);
    },
    count: () => ({ count, elapsedMs: Math.max(0, lastAt - (releasedAt ?? lastAt)) }),
  };
}

const record = z.looseObject({ id: z.string().optional() });

/** Sends requests, each of `atOnce` senders the next when its last is answered. */
export async function runRequests({ origin, paths, cycle, atOnce, forMs, ...shape }: SendRequests): Promise<SentRequests> {
  const pool = new Pool(origin, { connections: atOnce, pipelining: 1 });
  const tally = openTally();
  const beganAt = performance.now();
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (performance.now() - beganAt < forMs) {
      const path = paths[cycle ? sent % paths.length : sent];
      sent += 1;
      if (path === undefined) return;
      const askedAt = performance.now();
      const { method, headers, body = null } = shape;
      const response = await pool.request({ method, path, headers, body });
      const text = await response.body.text();
      tally.add(response.statusCode, { text, latencyMs: performance.now() - askedAt });
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, sender));
    return tally.close(performance.now() - beganAt);
  } finally {
    await pool.close();
  }
}

interface Tally {
  readonly add: (status: number, answer: { readonly text: string; readonly latencyMs: number }) => void;
  readonly close: (elapsedMs: number) => SentRequests;
}

function openTally(): Tally {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const ids: string[] = [];
  return {
    add: (status, { text, latencyMs }) => {
      latencies.push(latencyMs);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const { id } = status < 300 ? record.parse(JSON.parse(text)) : {};
      if (id !== undefined) ids.push(id);
    },
    close: (elapsedMs) => {
      latencies.sort((a, b) => a - b);
      const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
      return { elapsedMs, statuses: Object.fromEntries(statuses), p50Ms: at(0.5), p99Ms: at(0.99), ids };
    },
  };
}
