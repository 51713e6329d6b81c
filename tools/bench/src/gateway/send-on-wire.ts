import { connect, type Socket } from 'node:net';
import { MessageReader } from './message-reader.ts';
import type { SendOnWire, SentOnWire } from './wire-jobs.ts';

/**
 * Sends one request on each connection, and the next when it is answered. It writes and reads bytes: a client library would
 * take more CPU for a request than the proxies that are measured.
 *
 * @throws Error if a connection cannot be made, or ends before its answer.
 */
export async function runOnWire({ port, request, atOnce, requests }: SendOnWire): Promise<SentOnWire> {
  const bytes = Buffer.from(request, 'latin1');
  const latencies: number[] = [];
  let [sent, others] = [0, 0];
  const beganAt = performance.now();
  const errand: Errand = {
    next: () => {
      sent += 1;
      return sent <= requests ? bytes : undefined;
    },
    answered: (latencyMs, firstLine) => {
      latencies.push(latencyMs);
      if (!firstLine.startsWith('HTTP/1.1 200 ')) others += 1;
    },
  };
  await Promise.all(Array.from({ length: atOnce }, () => converse(connect(port, '127.0.0.1'), errand)));
  const elapsedMs = performance.now() - beganAt;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { elapsedMs, answers: latencies.length, others, p50Ms: at(0.5), p99Ms: at(0.99) };
}

interface Errand {
  /** What to send next; undefined where enough was sent. */
  readonly next: () => Buffer | undefined;
  readonly answered: (latencyMs: number, firstLine: string) => void;
}

function converse(socket: Socket, { next, answered }: Errand): Promise<void> {
  return new Promise((resolve, reject) => {
    let askedAt = 0;
    const ask = (): void => {
      const bytes = next();
      if (bytes) {
        askedAt = performance.now();
        socket.write(bytes);
        return;
      }
      resolve();
      socket.destroy();
    };
    const reader = new MessageReader((firstLine) => {
      answered(performance.now() - askedAt, firstLine);
      ask();
    });
    socket.setNoDelay(true);
    socket.once('connect', ask);
    socket.on('data', (piece) => reader.read(Buffer.from(piece)));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection ended before its answer')));
  });
}
