import { ConfigError, configFaultOf, engineAway } from '@fulfilment/config';
import { type Document, type MongoClient, MongoServerSelectionError, type ServerHeartbeatSucceededEvent } from 'mongodb';

/** The least version of MongoDB that takes what this system writes, and the wire version by which a server tells it. */
export const LEAST_MONGODB = { version: '6.0', wireVersion: 17 } as const;

/** The settings that a connection which is refused, or does not come about, is mended by. */
const MONGODB_ACCESS = {
  label: 'MongoDB',
  address: 'MONGODB_URL',
  credentials: 'MONGODB_URL',
  authorities: 'tls and tlsCAFile in MONGODB_URL',
};

/** The driver tells of a server that is too old for it by an event `error`, which ends a process without a listener. */
const ignore = (): void => undefined;

/**
 * Connects, and refuses servers that cannot keep the data of this system. It asks nothing that the driver does not ask itself, which
 * begins with `hello`.
 *
 * @throws ConfigError in one line, without credentials: no server answers, they have no primary, one is too old or of no replica set,
 * or it refuses the credentials or is not trusted. The client is closed then.
 */
export async function connectClient(client: MongoClient): Promise<void> {
  const replies = new Map<string, Document>();
  const keep = ({ connectionId, reply }: ServerHeartbeatSucceededEvent): void => void replies.set(connectionId, reply);
  client.on('serverHeartbeatSucceeded', keep).on('error', ignore);
  try {
    await client.connect();
    const fault = serverFault(replies);
    if (fault) throw fault;
  } catch (error) {
    await client.close();
    throw (
      serverFault(replies, client.options.replicaSet) ??
      configFaultOf(error, MONGODB_ACCESS) ??
      awayFault(client, error, replies.size > 0)
    );
  } finally {
    client.off('serverHeartbeatSucceeded', keep).off('error', ignore);
  }
}

/** The first release of MongoDB with a wire version: `WIRE_VERSION` of its `wire_version.h`. */
const RELEASES: readonly (readonly [wireVersion: number, version: string])[] = [
  [16, '5.3'],
  [15, '5.2'],
  [14, '5.1'],
  [13, '5.0'],
  [9, '4.4'],
  [8, '4.2'],
  [7, '4.0'],
  [6, '3.6'],
];

/**
 * The reason why servers cannot keep the data of this system; undefined where there is none.
 *
 * @param replies of each server, by host and port, to `hello`.
 * @param setName of the replica set that was asked for, where no server of it could be used.
 */
export function serverFault(replies: ReadonlyMap<string, Document>, setName?: string | null): ConfigError | undefined {
  const answered = [...replies];
  for (const [host, { maxWireVersion }] of answered) {
    const wireVersion = Number(maxWireVersion ?? 0);
    if (wireVersion >= LEAST_MONGODB.wireVersion) continue;
    const version = RELEASES.find(([first]) => wireVersion >= first)?.[1] ?? 'older than 3.6';
    return new ConfigError(
      `MongoDB at ${host} is too old: it is ${version}, and ${LEAST_MONGODB.version} is the least that this release runs on. Upgrade it.`,
    );
  }
  // A driver that finds the set leaves out other servers that its URL names.
  if (
    answered.length === 0 ||
    answered.some(([, reply]) => isOfSet(reply) && [undefined, null, reply['setName']].includes(setName))
  )
    return undefined;
  const [host, reply] = answered.find(([, each]) => !isOfSet(each)) ?? answered[0] ?? ['', {}];
  if (reply['isreplicaset'] === true)
    return new ConfigError(`MongoDB at ${host} waits for its replica set to be initiated: run rs.initiate() there, once.`);
  if (!isOfSet(reply))
    return new ConfigError(
      `MongoDB at ${host} is no replica set, and transactions need one, of one member at least: start it with --replSet ‹name›, and ` +
        'run rs.initiate() there, once.',
    );
  return new ConfigError(
    `MongoDB at ${host} is not of the replica set ${setName}, which MONGODB_URL asks for: correct replicaSet there.`,
  );
}

/** True for a member of a replica set, and for the router of a sharded cluster. */
function isOfSet({ setName, msg }: Document): boolean {
  return typeof setName === 'string' || msg === 'isdbgrid';
}

/** The error itself where it is no matter of reaching the servers. */
function awayFault({ options }: MongoClient, error: unknown, hasAnswered: boolean): unknown {
  const isUnresolved = error instanceof Error && 'syscall' in error;
  if (!(error instanceof MongoServerSelectionError || isUnresolved)) return error;
  const hosts = options.srvHost ?? options.hosts.map(String).join(',');
  return engineAway(MONGODB_ACCESS, hosts, hasAnswered ? new Error('its replica set has no primary') : error);
}
