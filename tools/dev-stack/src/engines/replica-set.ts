import { delay } from '@fulfilment/kernel';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { portOpens } from '../processes/port-opens.ts';

// Codes of MongoDB's error_codes.yml.
const NOT_YET_INITIALIZED = 94;
const INVALID_REPLICA_SET_CONFIG = 93;

/** The server to make a primary: where it is reached from here, and under which address it knows itself. */
export interface Member {
  readonly host: string;
  readonly port: number;
  readonly knownAs: string;
}

/**
 * Makes a server the primary of its set of one: initiates an empty one, and puts the new address into the configuration of
 * one whose data was last served on another port. Returns when it is primary or `signal` aborts.
 */
export async function becomePrimary(member: Member, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await portOpens(member))) await delay(25, signal);
  while (!signal.aborted && !(await triedToBePrimary(member))) await delay(25, signal);
}

// A client whose first server selection fails stays closed for good, so every try has its own. What goes wrong passes with
// time, or the server's own log says what it was.
async function triedToBePrimary({ host, port, knownAs }: Member): Promise<boolean> {
  const client = new MongoClient(`mongodb://${host}:${port}/?directConnection=true&serverSelectionTimeoutMS=2000`);
  try {
    const admin = client.db('admin');
    await ensureMember(admin, knownAs);
    return await isPrimary(admin);
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

async function isPrimary(admin: Db): Promise<boolean> {
  const hello = await admin.command({ hello: 1 });
  return hello['isWritablePrimary'] === true;
}

async function ensureMember(admin: Db, host: string): Promise<void> {
  const code = await admin.command({ replSetGetStatus: 1 }).then(
    () => undefined,
    (error: unknown) => (error instanceof MongoServerError ? error.code : undefined),
  );
  const members = [{ _id: 0, host }];
  if (code === NOT_YET_INITIALIZED) await admin.command({ replSetInitiate: { _id: 'rs0', members } });
  if (code === INVALID_REPLICA_SET_CONFIG) {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    await admin.command({ replSetReconfig: { ...config, members }, force: true });
  }
}
