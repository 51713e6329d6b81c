import { parseEnv } from '@fulfilment/config';
import { delay } from '@fulfilment/kernel';
import { PROCESSES } from '@fulfilment/contracts';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { z } from 'zod';

const url = z
  .url({ protocol: /^mongodb$/, error: 'is required, mongodb://user:password@host:port/…' })
  .transform((text) => new URL(text));

export const Env = z.object({
  ADMIN_MONGODB_URL: url.describe('Address of the replica set, with the administrator that is made where there is none.'),
  OPERATOR_MONGODB_URL: url.describe('The same with the user who may read every database, for `verify`.'),
  ...Object.fromEntries(
    PROCESSES.map((service) => [`${service.toUpperCase()}_MONGODB_URL`, url.describe(`The same with the user of ${service}.`)]),
  ),
});

/** AuthenticationFailed, UserNotFound, AlreadyInitialized: codes of MongoDB's list of errors. */
const AUTHENTICATION_FAILED = 18;
const USER_NOT_FOUND = 11;
const ALREADY_INITIALIZED = 23;
const PATIENCE_MS = 60_000;

interface User {
  readonly name: string;
  readonly password: string;
  readonly roles: ReadonlyArray<string | { readonly role: string; readonly db: string }>;
}

/**
 * Makes a started `mongod` a replica set of one, its administrator, and a user of each service that may use the database of the
 * service alone. Run again it sets the passwords that it is given. It has to share the loopback interface with `mongod`, which
 * lets a client from there make the first user.
 *
 * @returns a line about each step.
 * @throws ConfigError for missing settings; Error where `mongod` does not answer within a minute.
 */
export async function prepareMongodb(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const urls = parseEnv(Env, env);
  const admin = userOf(urls.ADMIN_MONGODB_URL, ['root']);
  const port = urls.ADMIN_MONGODB_URL.port || '27017';
  const local = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const lines = await withAdmin(local, undefined, (open) => initiate(open, urls.ADMIN_MONGODB_URL.host, admin));
  const others = [userOf(urls.OPERATOR_MONGODB_URL, ['readAnyDatabase', 'clusterMonitor']), ...serviceUsers(urls)];
  const settled = await withAdmin(local, admin, async (db) => {
    for (const user of others) await settle(db, user);
    return `users: ${others.map(({ name }) => name).join(', ')}`;
  });
  return [...lines, settled];
}

function serviceUsers(urls: Readonly<Record<string, URL>>): User[] {
  return PROCESSES.flatMap((service) => {
    const address = urls[`${service.toUpperCase()}_MONGODB_URL`];
    const roles = ['readWrite', 'dbAdmin'].map((role) => ({ role, db: service }));
    return address === undefined ? [] : [userOf(address, roles)];
  });
}

function userOf({ username, password }: URL, roles: User['roles']): User {
  return { name: decodeURIComponent(username), password: decodeURIComponent(password), roles };
}

/** Uses the admin database of a `mongod` as soon as it answers. @param user none for a client without a name. */
async function withAdmin<Result>(address: string, user: User | undefined, use: (admin: Db) => Promise<Result>): Promise<Result> {
  const auth = user === undefined ? {} : { auth: { username: user.name, password: user.password }, authSource: 'admin' };
  const client = new MongoClient(address, { ...auth, serverSelectionTimeoutMS: PATIENCE_MS });
  try {
    return await use((await client.connect()).db('admin'));
  } finally {
    await client.close();
  }
}

/** Founds the set and makes the administrator, which a client without a name may do until there is a user. */
async function initiate(db: Db, host: string, admin: User): Promise<string[]> {
  const set = { _id: 'rs0', members: [{ _id: 0, host }] };
  const founded = await db.command({ replSetInitiate: set }).then(
    () => 'replica set rs0: initiated',
    (error: unknown) => {
      // Once there is a user, a client without a name may not even ask.
      if (!(error instanceof MongoServerError) || !(error.code === ALREADY_INITIALIZED || isForbidden(error))) throw error;
      return 'replica set rs0: is there';
    },
  );
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await db.command({ hello: 1 }))['isWritablePrimary']) {
    if (Date.now() > deadline) throw new Error('mongod has not become primary within 60 s');
    await delay(100);
  }
  const made = await db.command({ createUser: admin.name, pwd: admin.password, roles: admin.roles }).then(
    () => `administrator ${admin.name}: made`,
    (error: unknown) => {
      if (!(error instanceof MongoServerError) || !isForbidden(error)) throw error;
      return `administrator ${admin.name}: is there`;
    },
  );
  return [founded, made];
}

/** Unauthorized (13): the way for the first user is closed. */
function isForbidden({ code }: MongoServerError): boolean {
  return code === 13;
}

async function settle(db: Db, { name, password, roles }: User): Promise<void> {
  const facts = { pwd: password, roles };
  try {
    await db.command({ updateUser: name, ...facts });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== USER_NOT_FOUND) throw error;
    await db.command({ createUser: name, ...facts });
  }
}

if (import.meta.main) {
  try {
    for (const line of await prepareMongodb(process.env)) process.stdout.write(`${line}\n`);
  } catch (error) {
    const refused = error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED;
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${refused ? 'MongoDB has an administrator with another password than ADMIN_MONGODB_URL' : reason}\n`);
    process.exitCode = 1;
  }
}
