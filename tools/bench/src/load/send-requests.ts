import { Pool } from 'undici';
import { z } from 'zod';
import type { SendRequests, SentRequests } from './jobs.ts';

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
