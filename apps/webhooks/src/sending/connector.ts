import { buildConnector } from 'undici';

/** Code of a reset, in place of `ECONNRESET`. */
export const RESET = 'CONNECTION_RESET';

const USED = new WeakSet<Error>();

/** True where the connection of a failed request had brought something before: it was kept from an earlier one. */
export function isOfKeptConnection(error: unknown): boolean {
  return error instanceof Error && USED.has(error);
}

/**
 * Connects as undici does, and mends four things of it (8.12.4, `lib/dispatcher/client-h1.js`): the SNI has no trailing dot
 * (RFC 6066 section 3), a TLS alert is the
 * cause of the error that follows it, an unasked `100 Continue` is passed over like any other 1xx (RFC 9110 section 15.2), and a reset
 * in a body that ends with its connection is an error (RFC 9112 section 8).
 */
export function makeConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (asked, callback) => {
    const servername = asked.hostname.endsWith('.') ? asked.hostname.slice(0, -1) : asked.servername;
    connect({ ...asked, ...(servername === undefined ? {} : { servername }) }, (...connected) => {
      const [, socket] = connected;
      if (socket) {
        let first: Error | undefined;
        const read = socket.read.bind(socket);
        socket.read = (size?: number): unknown => withoutContinue(read(size));
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

/** Only at the start of an answer, or behind the header of a 1xx; of a body, no more than an excerpt is kept. */
const CONTINUE = /(^|\r\n\r\n)(HTTP\/1\.[01] )100(?=[ \r])/g;
const LONGEST_INTERIM = 1_024;

/** Writes 102 for 100: the parser destroys the connection at 100, and passes 102 over. */
function withoutContinue(chunk: unknown): unknown {
  if (!Buffer.isBuffer(chunk) || !chunk.subarray(0, 12).toString('latin1').startsWith('HTTP/1.')) return chunk;
  const start = chunk.subarray(0, LONGEST_INTERIM).toString('latin1');
  chunk.write(start.replaceAll(CONTINUE, '$1$2102'), 'latin1');
  return chunk;
}
