import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { PROCESSES } from '@fulfilment/contracts';

const USAGE = `make-secrets <folder>

Makes the secrets of a deployment with Docker Compose: one file each. A secret that is there stays, so it may run at any time.
The folder is open to its owner alone; the files in it can be read by the users of the containers that they are mounted into.
`;

/** Secrets that are made of others: written at every run, from what is kept. */
type Kept = (name: string, make: () => string) => Promise<string>;

const password = (): string => randomBytes(24).toString('base64url');

const PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required';

/** A broker that is its own controller. Clients prove who they are by SASL; the controller listens inside of the container. */
const kafkaProperties = (broker: string, services: string): string => `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@localhost:9093
controller.listener.names=CONTROLLER
listeners=CLIENTS://:9092,CONTROLLER://localhost:9093
advertised.listeners=CLIENTS://kafka:9092
inter.broker.listener.name=CLIENTS
listener.security.protocol.map=CLIENTS:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT
sasl.enabled.mechanisms=PLAIN
sasl.mechanism.inter.broker.protocol=PLAIN
listener.name.clients.plain.sasl.jaas.config=${PLAIN} username="broker" password="${broker}" user_broker="${broker}" user_fulfilment="${services}";
log.dirs=/var/lib/kafka/data
auto.create.topics.enable=false
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
`;

/** Without a name a client may ask whether Redis is up, and nothing else. Services may not change Redis itself, nor read other keys. */
const redisUsers = (services: string): string => `user default on nopass resetkeys resetchannels -@all +ping
user fulfilment on #${createHash('sha256').update(services).digest('hex')} ~ful:* &ful:* +@all -@admin -@dangerous +info
`;

/**
 * Makes what is missing in a folder.
 *
 * @returns the names of the files that it made.
 * @throws Error where a file cannot be read or written.
 */
export async function makeSecrets(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const made: string[] = [];
  const keep: Kept = async (name, make) => {
    const file = join(folder, name);
    const found = await readFile(file, 'utf8').catch(unlessMissing);
    if (found !== undefined) return found;
    const value = make();
    await writeFile(file, value, { flag: 'wx' });
    // The folder keeps others out; containers see the file alone, under users of their own.
    await chmod(file, 0o444);
    made.push(name);
    return value;
  };
  await makeKeys(keep);
  await makeEngineSecrets(keep);
  await keep('grafana-password', password);
  return made;
}

async function makeKeys(keep: Kept): Promise<void> {
  const jwk = await keep('jwt-private-key', newSigningKey);
  await keep('jwt-public-keys', () => publicHalf(jwk));
  await keep('key-pepper', password);
  await keep('cursor-secret', () => randomBytes(32).toString('base64url'));
  await keep('webhook-secret-key', () => randomBytes(32).toString('base64'));
}

async function makeEngineSecrets(keep: Kept): Promise<void> {
  await keep('mongodb-keyfile', () => randomBytes(192).toString('base64'));
  const url = (user: string) => (): string => `mongodb://${user}:${password()}@mongodb:27017/?replicaSet=rs0&authSource=admin`;
  for (const user of ['admin', 'operator', ...PROCESSES]) await keep(`mongodb-url-${user}`, url(user));
  const kafka = await keep('kafka-password', password);
  await keep('kafka.properties', () => kafkaProperties(password(), kafka));
  const redisUrl = await keep('redis-url', () => `redis://fulfilment:${password()}@redis:6379`);
  await keep('redis-users.acl', () => redisUsers(new URL(redisUrl).password));
}

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: randomBytes(9).toString('base64url') });
}

const signingKey = z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string() });

/** A JWK Set with the public key alone. */
function publicHalf(jwk: string): string {
  return JSON.stringify({ keys: [{ ...signingKey.parse(JSON.parse(jwk)), alg: 'EdDSA', use: 'sig' }] });
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

if (import.meta.main) {
  const [folder, ...others] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-') || others.length > 0) {
    process.stderr.write(USAGE);
    process.exitCode = folder === '--help' ? 0 : 2;
  } else {
    const made = await makeSecrets(resolve(folder));
    process.stdout.write(made.length === 0 ? `Every secret is there: ${folder}\n` : `Made in ${folder}: ${made.join(', ')}\n`);
  }
}
