import { connect } from 'node:net';
import { delay } from '@fulfilment/kernel';
import type { ReadingSlowly, ReadSlowly } from './wire-jobs.ts';

const SIP_BYTES = 4_096;
const BETWEEN_SIPS_MS = 1_000;
/** How long the first bytes of all are waited for. */
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
