import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { eventually } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeEngineFolder } from './engine-folder.ts';
import { EngineMissing } from './local-engine.ts';
import { signal } from '../processes/kept-process.ts';
import { parseIdentity } from '../processes/process-identity.ts';
import { readBack, writeEverywhere } from './engine-contents.fixture.ts';
import { type Engines, startEngines } from './start-engines.ts';

// Whatever the tests' own engines are, these here are processes of this machine.
const ENV = { ...process.env, KAFKA_BROKERS: '', MONGODB_URL: '', REDIS_URL: '', FULFILMENT_ENGINES: 'processes' };

const ENGINES_ONLY = fileURLToPath(new URL('../engines-only.ts', import.meta.url));

let dataDir: string;
let running: Engines[];

beforeEach(async () => {
  dataDir = await makeEngineFolder();
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((engines) => engines.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Engines> {
  const engines = await startEngines({ dataDir, env: ENV });
  running.push(engines);
  return engines;
}

describe('engines as processes of this machine', () => {
  test('keep what was written, and their addresses, over a stop and a start', async () => {
    const before = await start();
    await writeEverywhere(before, 'kept');
    await before.stop();

    const after = await start();

    expect(await readBack(after)).toEqual({ kafka: 'kept', mongodb: 'kept', redis: 'kept' });
    expect(after.describe().map(({ url }) => url)).toEqual(before.describe().map(({ url }) => url));
  });

  test('move to other ports with their data where their ports are taken', async () => {
    const before = await start();
    await writeEverywhere(before, 'moved');
    await before.stop();
    const squatters = await Promise.all(before.describe().map(({ port = 0 }) => listenOn(port)));

    const after = await start();

    for (const [index, { port }] of after.describe().entries()) expect(port).not.toBe(before.describe()[index]?.port);
    expect(await readBack(after)).toEqual({ kafka: 'moved', mongodb: 'moved', redis: 'moved' });
    for (const squatter of squatters) squatter.close();
  });

  test('come back on the same ports with their data when they are killed', async () => {
    const engines = await start();
    await writeEverywhere(engines, 'survived');
    const before = engines.describe();
    for (const { pid = 0 } of before) signal(pid, 'SIGKILL');

    await eventually(
      () => {
        for (const [index, { pid }] of engines.describe().entries()) expect(pid).not.toBe(before[index]?.pid);
      },
      { withinMs: 30_000 },
    );

    expect(engines.describe().map(({ port }) => port)).toEqual(before.map(({ port }) => port));
    expect(await readBack(engines)).toEqual({ kafka: 'survived', mongodb: 'survived', redis: 'survived' });
  });

  describe('that run', () => {
    let folder: string;
    let engines: Engines;

    beforeAll(async () => {
      folder = await makeEngineFolder();
      engines = await startEngines({ dataDir: folder, env: ENV });
    });

    afterAll(async () => {
      await engines?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test('end a transaction that a killed process left open within seconds, so that what it wrote is not locked for long', async () => {
      const client = await MongoClient.connect(engines.mongodbUrl);

      const { transactionLifetimeLimitSeconds } = await client
        .db('admin')
        .command({ getParameter: 1, transactionLifetimeLimitSeconds: 1 });
      await client.close();

      expect(transactionLifetimeLimitSeconds).toBeLessThanOrEqual(10);
    });

    test('are not started twice on one folder', async () => {
      await expect(startEngines({ dataDir: folder, env: ENV })).rejects.toThrow(
        `the engines of ${folder} run already (process ${process.pid})`,
      );
    });

    test('remember which process serves them, so that the next start can wait for its end', async () => {
      const redis = engines.describe().find(({ name }) => name === 'redis');

      expect(await pidIn(join(folder, 'redis'))).toBe(redis?.pid);
    });

    test('end with their stop, and a second stop is harmless', async () => {
      const pids = engines.describe().map(({ pid = 0 }) => pid);

      await engines.stop();
      await engines.stop();

      for (const pid of pids) expect(signal(pid, 0)).toBe(false);
    });
  });
});

test('engines end with an owner that is killed, and the next start on their folder finds their data', async () => {
  const owner = spawn(process.execPath, [ENGINES_ONLY], {
    env: { ...ENV, FULFILMENT_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const printed = await linesOf(owner.stdout, 3);
  const pids = await Promise.all(['kafka', 'mongodb', 'redis'].map((name) => pidIn(join(dataDir, 'engines', name))));
  await writeEverywhere(addressesIn(printed), 'orphaned');

  const gone = once(owner, 'exit');
  owner.kill('SIGKILL');
  await gone;
  const engines = await startEngines({ dataDir: join(dataDir, 'engines'), env: ENV });
  running.push(engines);

  for (const pid of pids) expect(signal(pid, 0)).toBe(false);
  expect(await readBack(engines)).toEqual({ kafka: 'orphaned', mongodb: 'orphaned', redis: 'orphaned' });
});

test('where an engine cannot be had, one line says what is missing and the three ways to give it', async () => {
  const nothing = join(dataDir, 'nothing');
  const env = { ...ENV, PATH: nothing, JAVA_HOME: nothing };

  const starting = startEngines({ dataDir, env, cacheDir: join(dataDir, 'cache') });

  await expect(starting).rejects.toThrow(EngineMissing);
  await expect(starting).rejects.toThrow(
    /^Kafka cannot be started: Java is not on the PATH, and there is no pip to fetch it\. Give it by URL \(KAFKA_BROKERS=[^)]+\), by a running Docker engine, or locally \([^)]+\)\.$/,
  );
});

test('a given engine that does not answer is named without its password', async () => {
  const port = await unusedPort();
  const env = {
    ...ENV,
    REDIS_URL: `redis://:secret@127.0.0.1:${port}`,
    KAFKA_BROKERS: `127.0.0.1:${port}`,
    MONGODB_URL: `mongodb://u:secret@127.0.0.1:${port}/`,
  };

  const failure = await startEngines({ dataDir, env }).catch((error: unknown) => error);

  expect(String(failure)).toMatch(/does not answer at 127\.0\.0\.1:\d+, which (KAFKA_BROKERS|MONGODB_URL|REDIS_URL) names/);
  expect(String(failure)).not.toContain('secret');
});

async function pidIn(folder: string): Promise<number> {
  return parseIdentity(await readFile(join(folder, 'process.json'), 'utf8'))?.pid ?? 0;
}

async function linesOf(stream: Readable, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}

function addressesIn(lines: readonly string[]) {
  const [kafkaBrokers = '', mongodbUrl = '', redisUrl = ''] = lines.map((line) => line.slice(line.indexOf('=') + 1));
  return { kafkaBrokers, mongodbUrl, redisUrl };
}

function listenOn(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function unusedPort(): Promise<number> {
  const server = await listenOn(0);
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
