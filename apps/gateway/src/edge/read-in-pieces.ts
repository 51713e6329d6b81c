import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Bytes of a piece: a hundred of the smallest requests at most. */
const PIECE_BYTES = 4_096;

const LINE_FEED = 0x0a;
/** Enough of a line to know a request line by. */
const BEGINNING = 20;
const beginnings = new WeakMap<Duplex, string>();
const dropping = new WeakSet<Duplex>();

/** The beginning, 20 characters at most, of the line that a socket was received to; empty between two lines. */
export const lineBegunOn = (socket: Duplex): string => beginnings.get(socket) ?? '';

/** Nothing that a socket receives from now on is parsed. What it receives is dropped until that is a read's worth; then no more is read. */
export function dropWhatFollows(socket: Duplex): void {
  dropping.add(socket);
}

/**
 * Gives what a socket receives on in pieces, between which other connections are served. Node reads 64 KiB at once and parses them to their
 * end: 1,600 of the smallest requests, for which everything else would wait. No more is read while pieces wait, so that TCP slows down a
 * client that sends faster than it is parsed, and at most 64 KiB of it are held.
 *
 * To be called before the first byte is read: in the listener of `connection`.
 */
export function readInPieces(socket: Socket): void {
  const give = socket.push.bind(socket);
  const push = (chunk: Buffer | null): boolean => {
    if (chunk) beginnings.set(socket, lineAfter(lineBegunOn(socket), chunk));
    return give(chunk);
  };
  // oxlint-disable-next-line no-underscore-dangle -- The name that Node gives to what fills a stream
  const read = socket._read.bind(socket);
  const waiting: (Buffer | null)[] = [];
  const next = (): boolean => {
    if (dropping.has(socket)) {
      const hasEnded = waiting.at(-1) === null;
      waiting.length = 0;
      return hasEnded && push(null);
    }
    const piece = waiting.shift();
    if (piece === undefined || socket.destroyed) return false;
    const wantsMore = push(piece);
    if (waiting.length > 0) setImmediate(next);
    return wantsMore && waiting.length === 0;
  };
  // oxlint-disable-next-line no-underscore-dangle -- It is read again once nothing waits.
  socket._read = (bytes) => {
    if (waiting.length === 0) read(bytes);
  };
  socket.push = (chunk: Buffer | null) => {
    if (dropping.has(socket) && chunk !== null) return false;
    const isUnderWay = waiting.length > 0;
    if (!isUnderWay && (chunk === null || chunk.length <= PIECE_BYTES)) return push(chunk);
    waiting.push(...(chunk === null ? [null] : piecesOf(chunk)));
    return isUnderWay ? false : next();
  };
  // Node's parser takes the bytes of a socket that has such a listener from its stream, and else from the operating system.
  socket.on('data', () => undefined);
}

function piecesOf(chunk: Buffer): readonly Buffer[] {
  return Array.from({ length: Math.ceil(chunk.length / PIECE_BYTES) }, (_, at) =>
    chunk.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  );
}

function lineAfter(line: string, chunk: Buffer): string {
  const end = chunk.lastIndexOf(LINE_FEED);
  const begun = end < 0 ? line : '';
  return begun + chunk.toString('latin1', end + 1, end + 1 + BEGINNING - begun.length);
}
