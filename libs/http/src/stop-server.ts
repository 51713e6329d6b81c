import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds that answers under way may still take. */
const DRAIN_MS = 15_000;
/** Milliseconds between two looks for connections whose answer has ended. */
const LOOK_EVERY_MS = 50;

/** Stops taking connections, lets the answers under way end, and cuts what is left after 15 s. */
export async function stopServer(server: Server): Promise<void> {
  // Right after the event loop has read its sockets there is hardly a request that has come and was not seen.
  await setImmediate();
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await promise;
  clearInterval(looking);
  clearTimeout(cut);
}
