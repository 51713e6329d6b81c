import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { RequestClass } from '@fulfilment/contracts';
import { listen, stopServer } from '@fulfilment/http';
import { ProgressWatch } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterEach, expect, test } from 'vitest';
import { Instances } from './instances.ts';

const QUICK = { everyMs: 20, answerMs: 200 };
const started: Array<() => Promise<void>> = [];

afterEach(async () => {
  for (const stop of started.splice(0).toReversed()) await stop();
});

function instancesAt(origins: readonly string[], maxInFlight = 2): Instances {
  const instances = new Instances({ origins, maxInFlight, answerMs: 1_000, checkTimes: QUICK });
  started.push(() => instances.stop());
  return instances;
}

/** A process that says how it is with a status of our choice. */
async function instance(state = { status: 200 }) {
  let checks = 0;
  const listeners: (() => void)[] = [];
  const server = createServer((_request, response) => {
    checks += 1;
    for (const onCheck of listeners) onCheck();
    response.writeHead(state.status).end();
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  started.push(() => stopServer(server));
  const onCheck = (listener: () => void): void => void listeners.push(listener);
  return { state, checks: () => checks, onCheck, origin: `http://127.0.0.1:${port}` };
}

/** A process that is frozen: the kernel takes its connections, and that is all. */
async function frozen(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  started.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** The instances that the next six requests would go to. */
const picks = (instances: Instances): unknown[] =>
  Array.from({ length: 6 }, () => {
    const picked = instances.start('read');
    if (picked) instances.finish(picked, 'read');
    return picked;
  });
const howMany = (instances: Instances): number => new Set(picks(instances)).size;

test('instances take turns, and the one with fewer requests goes first', async () => {
  const instances = instancesAt([(await instance()).origin, (await instance()).origin]);
  expect(howMany(instances)).toBe(2);

  const busy = instances.start('read');

  expect(new Set(picks(instances))).not.toContain(busy);
});

test('an instance with all that it can take gets no more, and when none is left there is none', async () => {
  const instances = instancesAt([(await instance()).origin, (await instance()).origin]);
  const given = Array.from({ length: 5 }, () => instances.start('read'));

  expect(given.map((each) => each !== undefined)).toEqual([true, true, true, true, false]);
});

test.each([
  ['read', 16],
  ['write', 12],
  ['step', 8],
  ['stream', 2],
  ['tail', 2],
] as const)('of 16 requests at an instance, %ss are %i at most', async (requestClass, most) => {
  const instances = instancesAt([(await instance()).origin], 16);

  const given = Array.from({ length: 20 }, () => instances.start(requestClass));

  expect(given.filter((each) => each !== undefined)).toHaveLength(most);
  expect(instances.capacityOf(requestClass)).toBe(most);
});

test('all classes but reads together leave a quarter to reads, and what ends makes room', async () => {
  const instances = instancesAt([(await instance()).origin], 16);
  const start = (requestClass: RequestClass, count: number) =>
    Array.from({ length: count }, () => instances.start(requestClass)).flatMap((each) => each ?? []);
  const [step] = start('step', 8);
  start('stream', 2);

  expect(start('write', 20)).toHaveLength(2);
  expect(start('read', 20)).toHaveLength(4);

  if (step) instances.finish(step, 'step');
  expect(start('write', 20)).toHaveLength(1);
});

test('an instance that drains gets nothing more, and is back as soon as it is ready', async () => {
  const draining = await instance();
  const instances = instancesAt([draining.origin, (await instance()).origin]);

  draining.state.status = 503;
  await eventually(() => expect(howMany(instances)).toBe(1));
  draining.state.status = 200;
  await eventually(() => expect(howMany(instances)).toBe(2));
});

test('an instance that has nothing to do is checked less often than one that is used', async () => {
  const [used, atRest] = [await instance(), await instance()];
  const busy = instancesAt([used.origin]);
  instancesAt([atRest.origin]);

  await eventually(
    () => {
      picks(busy);
      expect(used.checks()).toBeGreaterThan(40);
    },
    { everyMs: 5 },
  );

  expect(atRest.checks()).toBeGreaterThan(2);
  expect(atRest.checks()).toBeLessThan(used.checks() / 2);
});

test('an instance that had nothing to do is checked soon once it is used', async () => {
  const seen: string[] = [];
  const [used, atRest] = [await instance(), await instance()];
  const watched = [used, atRest].map(({ origin, onCheck }, place) => {
    onCheck(() => seen.push(place === 0 ? 'used' : 'at rest'));
    return new Instances({ origins: [origin], maxInFlight: 2, answerMs: 1_000, checkTimes: { everyMs: 300, answerMs: 1_000 } });
  });
  started.push(async () => void (await Promise.all(watched.map((each) => each.stop()))));
  await eventually(() => expect(seen.toSorted()).toEqual(['at rest', 'used']), { everyMs: 5 });

  watched[0]?.start('read');
  await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(4), { everyMs: 5 });

  expect(seen.slice(2, 4)).toEqual(['used', 'used']);
});

test('an instance that is frozen gets nothing more', async () => {
  const instances = instancesAt([await frozen(), (await instance()).origin]);

  await eventually(() => expect(howMany(instances)).toBe(1));
});

/** Waits at two instances, in turn, and notes whether one was well as it told so. */
function waitAtAll(instances: Instances, told: boolean[]): void {
  for (const each of [instances.start('read'), instances.start('read')]) each?.leave.add(() => told.push(each.isHealthy));
}

test('who waits for an instance that is frozen is told, while another one is well', async () => {
  const origin = await frozen();
  const [alone, beside] = [instancesAt([origin]), instancesAt([origin, (await instance()).origin])];
  const [toldAlone, told]: [boolean[], boolean[]] = [[], []];
  waitAtAll(alone, toldAlone);
  waitAtAll(beside, told);

  await eventually(() => expect(told.length).toBeGreaterThan(0));
  await eventually(() => expect(alone.healthyCount()).toBe(0));
  expect([new Set(told), toldAlone]).toEqual([new Set([false]), []]);
});

test('an instance of an older version, without the readiness route, counts as healthy', async () => {
  const old = await instance({ status: 404 });
  const instances = instancesAt([old.origin, (await instance()).origin]);
  await eventually(() => expect(old.checks()).toBeGreaterThan(2));

  expect(howMany(instances)).toBe(2);
});

test('where none is healthy the first in turn is tried all the same', async () => {
  const only = await instance({ status: 503 });
  const instances = instancesAt([only.origin]);
  await eventually(() => expect(instances.healthyCount()).toBe(0));

  expect(instances.start('read')).toBeDefined();
});

test('one that could not be reached is left alone, until it can be', async () => {
  const instances = instancesAt([(await instance()).origin, (await instance()).origin]);
  const gone = instances.start('read');
  if (!gone) throw new Error('There is no instance');
  instances.finish(gone, 'read');
  instances.markDown(gone);
  expect(new Set(picks(instances))).not.toContain(gone);

  await eventually(() => expect(howMany(instances)).toBe(2));
});

test('an idle connection is closed from this side, long before the service would', async () => {
  const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => response.end());
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const instances = new Instances({
    origins: [`http://127.0.0.1:${port}`],
    maxInFlight: 1,
    answerMs: 1_000,
    checkTimes: { everyMs: 60_000, answerMs: 1_000 },
  });
  started.push(
    () => stopServer(server),
    () => instances.stop(),
  );
  const answer = await instances.start('read')?.connections.pool.request({ method: 'GET', path: '/' });
  await answer?.body.dump();

  await expect(once(await connected, 'end', { signal: AbortSignal.timeout(8_000) })).resolves.toEqual([]);
});

const onGivenUp = (error: unknown): never => expect.unreachable(String(error));

test('a check that never ends is left, and the checks of its instance go on', async () => {
  let checks = 0;
  const server = createServer((_request, response) => {
    checks += 1;
    // The first is never answered, and has no time of its own.
    if (checks > 1) response.end();
  });
  const origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  const told: string[] = [];
  const watch = new ProgressWatch({ everyMs: 20, engines: {}, onReplaced: (_, part) => void told.push(part), onGivenUp });
  const checkTimes = { everyMs: 20, answerMs: 600_000 };
  const instances = new Instances({ origins: [origin], maxInFlight: 1, answerMs: 600_000, checkTimes, progress: watch });
  started.push(
    () => stopServer(server),
    () => instances.stop(),
    () => watch.stop(),
  );

  await eventually(() => expect(checks).toBeGreaterThan(1));

  expect(told).toContain(`checks of ${origin}`);
});

/** An address behind which each connection goes to one of the processes in turn, as those of a Service of Kubernetes do. */
async function balancer(ports: readonly number[]): Promise<string> {
  let turn = 0;
  const server = createTcpServer((socket) => {
    turn += 1;
    const upstream = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  started.push(async () => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

test('a process that joins behind an address has its share of a load that never rests, and no request is lost', async () => {
  const served = new Map<string, number>();
  const ports: number[] = [];
  const join = async (name: string): Promise<void> => {
    const server = createServer((_request, response) => {
      served.set(name, (served.get(name) ?? 0) + 1);
      response.end();
    });
    ports.push(await listen(server, { host: '127.0.0.1', port: 0 }));
    started.push(() => stopServer(server));
  };
  await join('first');
  const origins = [await balancer(ports)];
  const instances = new Instances({ origins, maxInFlight: 8, answerMs: 1_000, checkTimes: QUICK, connectionMs: 100 });
  started.push(() => instances.stop());
  const statuses = new Set<number>();
  const working = new AbortController();
  const work = async (): Promise<void> => {
    while (!working.signal.aborted) {
      const picked = instances.start('read');
      if (!picked) throw new Error('No instance has room');
      const { statusCode, body } = await picked.connections.pool.request({ method: 'GET', path: '/' });
      await body.dump();
      instances.finish(picked, 'read');
      statuses.add(statusCode);
    }
  };
  const clients = Array.from({ length: 4 }, work);
  await eventually(() => expect(served.get('first')).toBeGreaterThan(10));

  await join('second');

  const shareOfSecond = async (): Promise<number> => {
    served.clear();
    await eventually(() => expect(served.values().reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100));
    const [first = 0, second = 0] = ['first', 'second'].map((name) => served.get(name));
    return second / (first + second);
  };
  await eventually(async () => expect(await shareOfSecond()).toBeGreaterThan(0.2));
  working.abort();
  await Promise.all(clients);
  expect([...statuses]).toEqual([200]);
});
