import { connect, createServer, type Socket } from 'node:net';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connectMongo, type Mongo } from './connect.ts';

/** A way to the server, on which what is open can become half-open, or all of it silent for a while. */
interface Way extends Stoppable {
  readonly port: number;
  loseOpen(): void;
  hold(): () => void;
}

let way: Way;
let mongo: Mongo;
/** How often the driver's monitor had missed the server, which takes it 5 to 15 s, as connections were closed. */
let cleared: number[];

beforeEach(async () => {
  const url = new URL(inject('engines').mongodbUrl);
  way = await startWay({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${way.port}`;
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  mongo = await connectMongo({ url: url.href, database: uniqueName('half_open'), appName: uniqueName('half') });
  cleared = [];
  let missed = 0;
  mongo.client.on('connectionPoolCleared', () => cleared.push(missed));
  mongo.client.on('serverHeartbeatFailed', () => (missed += 1));
  await Promise.all(Array.from({ length: 4 }, (_, at) => count(`before-${at}`)));
});

afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
  await way.stop();
});

async function count(_id: string): Promise<number> {
  const started = performance.now();
  await mongo.db.collection<{ _id: string; n: number }>('counts').updateOne({ _id }, { $inc: { n: 1 } }, { upsert: true });
  return performance.now() - started;
}

/** Begins an operation each half second, so many. @returns the milliseconds of each. */
async function countOften(times: number): Promise<number[]> {
  const counted: Array<Promise<number>> = [];
  for (let at = 0; at < times; at += 1) {
    counted.push(count(`after-${at}`));
    // wait: operations begin while others have no answer.
    await delay(500);
  }
  return await Promise.all(counted);
}

test('operations on connections that are half-open are done before the monitor misses the server, each once', async () => {
  way.loseOpen();

  const ms = await countOften(6);

  expect(Math.max(...ms)).toBeGreaterThan(1_500);
  expect(cleared).toEqual([0]);
  const counts = await mongo.db.collection('counts').find().toArray();
  expect(counts).toHaveLength(10);
  expect(counts.filter(({ n }) => n !== 1)).toEqual([]);
});

test('a server that answers nothing for a while is waited for, with the connections there are', async () => {
  const goOn = way.hold();
  const counted = countOften(16);
  // wait: longer than the silence after which the server is asked, and that question.
  await delay(7_500);
  goOn();

  expect(Math.max(...(await counted))).toBeGreaterThan(7_000);
  expect(cleared).toEqual([]);
});

test('an operation that the server runs for long is waited for', async () => {
  const slow = mongo.db
    .collection<{ _id: string; n: number }>('counts')
    .findOne({ _id: 'before-0', $where: 'sleep(6000) || true' });
  await countOften(11);

  expect(await slow).toMatchObject({ n: 1 });
  expect(cleared).toEqual([]);
});

async function startWay(to: { readonly host: string; readonly port: number }): Promise<Way> {
  const open = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let held = Promise.resolve();
  const carry = (source: Socket, sink: Socket): void => {
    open.add(source);
    let last = Promise.resolve();
    source.on('data', (bytes) => {
      const before = [last, held];
      last = Promise.all(before).then(() => void (lost.has(source) || sink.destroyed || sink.write(bytes)));
    });
    source.on('error', () => undefined);
    source.once('close', () => {
      open.delete(source);
      if (!lost.has(source)) sink.destroy();
    });
  };
  const server = createServer((client) => {
    const target = connect(to);
    carry(client, target);
    carry(target, client);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    loseOpen: () => {
      for (const socket of open) lost.add(socket);
    },
    hold: () => {
      const holding = Promise.withResolvers<void>();
      held = holding.promise;
      return () => {
        held = Promise.resolve();
        holding.resolve();
      };
    },
    stop: async () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
