import { connect, type Socket } from 'node:net';
import { MessageReader } from './message-reader.ts';
import type { SendOnWire, SentOnWire } from './wire-jobs.ts';

/**
 * Sends one request on each connection, and the next when it is answered. It writes and reads bytes: a client library would
 * take more CPU for a request than the proxies that are measured.
 *
 * @throws Error if a connection cannot be made, or ends before its answer.
 */
export async function runOnWire({ port, request, atOnce, forMs }: SendOnWire): Promise<SentOnWire> {
  const bytes = Buffer.from(request, 'latin1');
  const latencies: number[] = [];
  let others = 0;
  const beganAt = performance.now();
  const note = (askedAt: number, firstLine: string): 'go on' | 'enough' => {
    const now = performance.now();
    latencies.push(now - askedAt);
    if (!firstLine.startsWith('HTTP/1.1 200 ')) others += 1;
    return now - beganAt < forMs ? 'go on' : 'enough';
  };
  await Promise.all(Array.from({ length: atOnce }, () => converse(connect(port, '127.0.0.1'), bytes, note)));
  const elapsedMs = performance.now() - beganAt;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { elapsedMs, answers: latencies.length, others, p50Ms: at(0.5), p99Ms: at(0.99) };
}

type Note = (askedAt: number, firstLine: string) => 'go on' | 'enough';

function converse(socket: Socket, bytes: Buffer, note: Note): Promise<void> {
  return new Promise((resolve, reject) => {
    let askedAt = 0;
    const ask = (): void => {
      askedAt = performance.now();
      socket.write(bytes);
    };
    const reader = new MessageReader((firstLine) => {
      if (note(askedAt, firstLine) === 'go on') return ask();
      resolve();
      socket.destroy();
    });
    socket.setNoDelay(true);
    socket.once('connect', ask);
    socket.on('data', (piece) => reader.read(Buffer.from(piece)));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection ended before its answer')));
  });
}
