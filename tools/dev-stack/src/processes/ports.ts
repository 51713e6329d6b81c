import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

// Below the range from which Linux (32768) and macOS (49152) take the ports of outgoing connections, so that no client's
// own connection sits on a port when the server behind it comes back.
const FIRST = 20_000;
const LAST = 31_999;

/** True if `port` of `host` can be listened on now; where there is no such host, no process can have taken it. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(!('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The port that is tried next: from a random one on, each is given once, so that two that are about to listen do not get the same. */
let cursor = FIRST + randomInt(LAST - FIRST + 1);

function nextPort(): number {
  cursor = cursor === LAST ? FIRST : cursor + 1;
  return cursor;
}

/**
 * A loopback port that no process listens on: `preferred` if it is free, else one that this process was not given before.
 *
 * @throws Error after 100 taken ports in a row.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = nextPort();
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port found between ${FIRST} and ${LAST}`);
}

/** A place to connect to. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** True if something accepts connections there, within 2 s. */
export function portOpens({ host, port }: Host): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.setTimeout(2000, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
