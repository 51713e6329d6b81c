import { connect, type Socket } from 'node:net';
import { delay } from '@fulfilment/kernel';
import { z } from 'zod';
import { MessageReader } from './message-reader.ts';

/** One request, byte for byte, again and again. */
export const sendOnWire = z.object({
  kind: z.literal('send-on-wire'),
  /** Of the loopback address. */
  port: z.int(),
  /** A whole HTTP/1.1 request. */
  request: z.string(),
  /** Connections, each with one request under way. */
  atOnce: z.int().min(1),
  /** How often it is sent in all. */
  requests: z.int().min(1),
});
export type SendOnWire = z.output<typeof sendOnWire>;

export const sentOnWire = z.object({
  elapsedMs: z.number(),
  answers: z.int(),
  /** Answers whose status is not 200. */
  others: z.int(),
  p50Ms: z.number(),
  p99Ms: z.number(),
});
export type SentOnWire = z.output<typeof sentOnWire>;

/** Connections that read one long answer each, a little at a time. */
export const readSlowly = z.object({
  kind: z.literal('read-slowly'),
  port: z.int(),
  request: z.string(),
  readers: z.int().min(1),
  /** Milliseconds that they read from when the last of them got its first bytes. */
  forMs: z.number().positive(),
});
export type ReadSlowly = z.output<typeof readSlowly>;

export const readingSlowly = z.object({
  /** Readers that were answered with 200 and had their connection to the end. */
  served: z.int(),
  bytes: z.int(),
});
export type ReadingSlowly = z.output<typeof readingSlowly>;

/** The jobs of the process that loads proxies. */
export const wireJob = z.discriminatedUnion('kind', [sendOnWire, readSlowly]);
export type WireJob = z.output<typeof wireJob>;

const SIP_BYTES = 4_096;
const BETWEEN_SIPS_MS = 1_000;
/** The longest wait for the first bytes of all. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

interface Reader {
  readonly isServed: () => boolean;
  readonly bytes: () => number;
  readonly leave: () => void;
}

/** Reads one answer on each connection, 4 KiB a second, and leaves all of them in the end. */
export async function runSlowReaders({ port, request, readers, forMs }: ReadSlowly): Promise<ReadingSlowly> {
  const opened = Array.from({ length: readers }, () => openReader(port, request));
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!opened.every((reader) => reader.bytes() > 0) && performance.now() < giveUpAt) await delay(LOOK_MS);
  await delay(forMs);
  const served = opened.filter((reader) => reader.isServed()).length;
  const bytes = opened.reduce((sum, reader) => sum + reader.bytes(), 0);
  for (const reader of opened) reader.leave();
  return { served, bytes };
}

function openReader(port: number, request: string): Reader {
  let [isOk, isOpen, bytes] = [false, true, 0];
  const socket = connect({
    port,
    host: '127.0.0.1',
    // Reads into one small buffer and then not until it is told: what is not read stays with the sender.
    onread: {
      buffer: Buffer.alloc(SIP_BYTES),
      callback: (length, buffer) => {
        if (bytes === 0) isOk = Buffer.from(buffer).toString('latin1', 0, 13) === 'HTTP/1.1 200 ';
        bytes += length;
        timer = setTimeout(() => socket.resume(), BETWEEN_SIPS_MS);
        return false;
      },
    },
  });
  let timer: NodeJS.Timeout | undefined;
  socket.once('connect', () => socket.write(request));
  socket.on('error', () => undefined);
  socket.once('close', () => (isOpen = false));
  return {
    isServed: () => isOk && isOpen,
    bytes: () => bytes,
    leave: () => {
      clearTimeout(timer);
      socket.destroy();
    },
  };
}

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
  /** The bytes to send next; undefined where enough was sent. */
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
