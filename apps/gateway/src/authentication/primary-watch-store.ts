import type { MongoClient } from 'mongodb';

/** The kinds of server that take writes. */
const WRITABLE: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalanced']);

/**
 * Whether the driver knows a server that takes writes, kept up to date by what it finds out anyway.
 *
 * @param client a client that has connected, so one was known then.
 */
export function watchPrimary(client: MongoClient): () => boolean {
  let known = true;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    known = newDescription.servers.values().some(({ type }) => WRITABLE.has(type));
  });
  return () => known;
}
