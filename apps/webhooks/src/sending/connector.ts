import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** Code of a reset, in place of `ECONNRESET`. */
export const RESET = 'CONNECTION_RESET';

/** Code of an answer of which more came than {@link MAX_ANSWER_BYTES}. */
export const ANSWER_TOO_LARGE = 'ANSWER_TOO_LARGE';

/**
 * The most that is read of an answer, in bytes, with all that its parser passes over: interim answers, framing, extensions of chunks,
 * trailers, blanks. A body of 64 KiB has room in it however it is framed: in chunks of one byte it is six times as long.
 */
export const MAX_ANSWER_BYTES = 524_288;

const USED = new WeakSet<Error>();

/** True where the connection of a failed request had brought something before: it was kept from an earlier one. */
export function isOfKeptConnection(error: unknown): boolean {
  return error instanceof Error && USED.has(error);
}

/**
 * Connects as undici does, and mends five things of it (8.12.4, `lib/dispatcher/client-h1.js`): the SNI has no trailing dot
 * (RFC 6066 section 3), a TLS alert is the
 * cause of the error that follows it, an unasked `100 Continue` is passed over like any other 1xx (RFC 9110 section 15.2), a reset
 * in a body that ends with its connection is an error (RFC 9112 section 8), and what comes for a request has a bound beside that of its
 * body.
 */
export function makeConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (asked, callback) => {
    const servername = asked.hostname.endsWith('.') ? asked.hostname.slice(0, -1) : asked.servername;
    connect({ ...asked, ...(servername === undefined ? {} : { servername }) }, (...connected) => {
      const [, socket] = connected;
      if (socket) {
        let first: Error | undefined;
        boundAnswers(socket);
        socket.prependListener('error', (error: NodeJS.ErrnoException) => {
          // With that code undici takes what came as the whole body.
          if (error.code === 'ECONNRESET') error.code = RESET;
          if (socket.bytesRead > 0) USED.add(error);
          first ??= error;
          // undici reports the end of the connection in place of the alert before it.
          if (error !== first) error.cause ??= first;
        });
      }
      callback(...connected);
    });
  };
}

/** Passes on up to {@link MAX_ANSWER_BYTES} of what comes behind each request, and ends the connection at more. */
function boundAnswers(socket: Socket): void {
  const read = socket.read.bind(socket);
  let [came, written] = [0, socket.bytesWritten];
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    // A connection has one request at a time, which undici writes at once.
    if (socket.bytesWritten !== written) [came, written] = [0, socket.bytesWritten];
    came += chunk.length;
    if (came <= MAX_ANSWER_BYTES) return withoutContinue(chunk);
    socket.destroy(Object.assign(new Error('The answer is too large'), { code: ANSWER_TOO_LARGE }));
    return null;
  };
}

/** Only at the start of an answer, or behind the header of a 1xx; of a body, no more than an excerpt is kept. */
const CONTINUE = /(^|\r\n\r\n)(HTTP\/1\.[01] )100(?=[ \r])/g;
const LONGEST_INTERIM = 1_024;

/** Writes 102 for 100: the parser destroys the connection at 100, and passes 102 over. */
function withoutContinue(chunk: Buffer): Buffer {
  if (!chunk.subarray(0, 12).toString('latin1').startsWith('HTTP/1.')) return chunk;
  const start = chunk.subarray(0, LONGEST_INTERIM).toString('latin1');
  chunk.write(start.replaceAll(CONTINUE, '$1$2102'), 'latin1');
  return chunk;
}
