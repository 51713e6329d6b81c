import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { type Certificates, type EngineAddresses, makeCertificates } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { makeEngineFolder } from './engine-folder.ts';
import { javaArguments, startKafka } from './kafka.ts';
import type { LocalSite } from './local-engine.ts';
import { startMongodb } from './mongodb-process.ts';
import { startRedis } from './redis-process.ts';
import { startOnFreePorts } from './start-on-free-ports.ts';
import { cacheFolder } from '../fetch/cache.ts';
import { fetchKafkaJars, findJava } from '../fetch/kafka-jars.ts';
import { fetchWheel } from '../fetch/wheels.ts';
import { runCommand, startKept, systemVariables } from '../processes/kept-process.ts';

/** The user of all engines, beside the administrator of each. */
export const USER = 'fulfilment';
export const PASSWORD = 'b7-mugs-and-plates';

/** Engines as they are in production: TLS and a user everywhere. */
export interface SecuredEngines extends EngineAddresses, Stoppable {
  /** The settings of a process beside the addresses. */
  readonly settings: Readonly<Record<string, string>>;
  /** PEM file of an authority that signed none of the certificates. */
  readonly foreignCa: string;
}

/** Starts them as processes of this machine. Redis speaks TLS through a proxy in this process: its package is built without it. */
export async function startSecuredEngines(): Promise<SecuredEngines> {
  const folder = await makeEngineFolder();
  const parts: Stoppable[] = [{ stop: () => rm(folder, { recursive: true, force: true }) }];
  const stop = async (): Promise<void> => {
    for (const part of parts.splice(0).toReversed()) await part.stop();
  };
  try {
    const certificates = await makeCertificates('localhost');
    const files = await writeCertificates(folder, certificates);
    const siteOf = (name: string): LocalSite => ({
      cache: { directory: cacheFolder(process.env), progress: () => undefined },
      folder: join(folder, name),
      env: process.env,
      keepData: true,
      testCommands: false,
      prepares: 'before',
      signal: new AbortController().signal,
    });
    const [kafkaBrokers, mongodbUrl, redisUrl] = await Promise.all([
      startSecuredKafka(siteOf('kafka'), files, parts),
      startSecuredMongodb(siteOf('mongodb'), files, parts),
      startSecuredRedis(siteOf('redis'), certificates, parts),
    ]);
    const settings = {
      KAFKA_TLS: 'true',
      KAFKA_TLS_CA: files.ca,
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: USER,
      KAFKA_SASL_PASSWORD: PASSWORD,
      REDIS_TLS_CA: files.ca,
    };
    return { kafkaBrokers, mongodbUrl, redisUrl, settings, foreignCa: files.foreignCa, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Files {
  readonly ca: string;
  readonly foreignCa: string;
  /** Certificate and private key. */
  readonly server: string;
  readonly keyFile: string;
}

async function writeCertificates(folder: string, { ca, selfSigned, sound }: Certificates): Promise<Files> {
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  return {
    ca: await write('ca.pem', ca),
    foreignCa: await write('foreign-ca.pem', selfSigned.cert),
    server: await write('server.pem', `${sound.key}${sound.cert}`),
    keyFile: await write('members.key', 'aKeyThatTheMembersOfTheReplicaSetShare'),
  };
}

const PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
const SCRAM = 'org.apache.kafka.common.security.scram.ScramLoginModule required';

/** SASL over TLS: PLAIN for the administrator, SCRAM-SHA-512 for the user. */
async function startSecuredKafka(site: LocalSite, { ca, server }: Files, parts: Stoppable[]): Promise<string> {
  const admin = `username="admin" password="${PASSWORD}"`;
  const { port, process } = await startKafka(site, (ports) => ({
    listeners: `CLIENTS://127.0.0.1:${ports.port},CONTROLLER://127.0.0.1:${ports.innerPort}`,
    'advertised.listeners': `CLIENTS://localhost:${ports.port}`,
    'inter.broker.listener.name': 'CLIENTS',
    'listener.security.protocol.map': 'CLIENTS:SASL_SSL,CONTROLLER:PLAINTEXT',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'listener.name.clients.plain.sasl.jaas.config': `${PLAIN} ${admin} user_admin="${PASSWORD}";`,
    'listener.name.clients.scram-sha-512.sasl.jaas.config': `${SCRAM} ${admin};`,
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': server,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': ca,
  }));
  parts.push(process);
  const properties = join(site.folder, 'admin.properties');
  const lines = [
    'security.protocol=SASL_SSL',
    'sasl.mechanism=PLAIN',
    `sasl.jaas.config=${PLAIN} ${admin};`,
    'ssl.truststore.type=PEM',
    `ssl.truststore.location=${ca}`,
  ];
  await writeFile(properties, lines.join('\n'), { mode: 0o600 });
  const java = await findJava(site.cache, site.env);
  const jars = await fetchKafkaJars(site.cache, java, site.env);
  const change = [
    '--alter',
    '--add-config',
    `SCRAM-SHA-512=[password=${PASSWORD}]`,
    '--entity-type',
    'users',
    '--entity-name',
    USER,
  ];
  const tool = [
    'kafka.admin.ConfigCommand',
    '--bootstrap-server',
    `localhost:${port}`,
    '--command-config',
    properties,
    ...change,
  ];
  const { code, output } = await runCommand(java.executable, [...javaArguments(jars, []), ...tool], site.env);
  if (code !== 0) throw new Error(`Kafka took no user:\n${output}`);
  return `localhost:${port}`;
}

/** Makes the replica set and its user without TLS, and starts the server again with it. */
async function startSecuredMongodb(site: LocalSite, { ca, server, keyFile }: Files, parts: Stoppable[]): Promise<string> {
  const open = await startMongodb(site);
  const client = await MongoClient.connect(`mongodb://127.0.0.1:${open.port}/?directConnection=true`);
  const admin = client.db('admin');
  const { config } = await admin.command({ replSetGetConfig: 1 });
  const members = [{ _id: 0, host: `localhost:${open.port}` }];
  await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members } });
  await admin.command({ createUser: USER, pwd: PASSWORD, roles: ['root'] });
  await client.close();
  await open.process.stop();

  const wheel = await fetchWheel(site.cache, { wheel: 'mongodb', label: 'MongoDB', engine: 'mongodb', env: site.env });
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', server, '--tlsCAFile', ca];
  const security = [...tls, '--tlsAllowConnectionsWithoutCertificates', '--auth', '--keyFile', keyFile];
  const url = `mongodb://${USER}:${PASSWORD}@localhost:${open.port}/?replicaSet=rs0&authSource=admin&tls=true&tlsCAFile=${ca}`;
  const launched = await startOnFreePorts(site, async ({ port }) => {
    const logFile = join(site.folder, 'mongod.log');
    const args = ['--dbpath', join(site.folder, 'data'), '--port', String(port), '--replSet', 'rs0', '--bind_ip', '127.0.0.1'];
    const file = join(wheel, 'fiftyone/db/bin/mongod');
    const process = await startKept({ file, args: [...args, ...security, '--quiet'], logFile, env: systemVariables(site.env) });
    return { process, logFile, ready: (signal) => answers(url, signal) };
  });
  parts.push(launched.process);
  return url;
}

async function answers(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 2_000 });
    const isPrimary = await client.connect().then(
      () => true,
      () => false,
    );
    await client.close();
    if (isPrimary) return;
    await delay(50, signal);
  }
}

/** A user with a password; no other may send a command. */
async function startSecuredRedis(site: LocalSite, { sound }: Certificates, parts: Stoppable[]): Promise<string> {
  await mkdir(site.folder, { recursive: true });
  const { port, process } = await startRedis(site);
  parts.push(process);
  await send(port, `ACL SETUSER ${USER} on >${PASSWORD} ~* &* +@all`);
  await send(port, 'ACL SETUSER default off');
  const proxy = createServer(sound, (socket) => {
    const server = connect(port, '127.0.0.1');
    for (const [from, to] of [[socket, server] as const, [server, socket] as const]) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  parts.push({ stop: async () => void proxy.close() });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return `rediss://${USER}:${PASSWORD}@localhost:${address.port}`;
}

/** Sends one inline command of the Redis protocol. @throws Error for any answer but `+OK`. */
function send(port: number, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      socket.destroy();
      if (answer.toString().startsWith('+OK')) resolve();
      else reject(new Error(answer.toString()));
    });
  });
}
