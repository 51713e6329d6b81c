import type { Server } from 'node:http';

/** Milliseconds that answers under way may still take. */
const DRAIN_MS = 15_000;

/** Stops taking connections, lets the answers under way end, and cuts what is left after 15 s. */
export async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await promise;
  clearTimeout(cut);
}
