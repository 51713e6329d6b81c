import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { listen } from '@fulfilment/http';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { ConnectionBound, type ConnectionBoundOptions } from './connection-bound.ts';
import { makeServer } from './server.ts';

const aClient: ConnectionBoundOptions['peerOf'] = () => ({ name: '203.0.113.9', isProxy: false });
const boundOf = (most: number, peerOf = aClient, mostOfProxy = 0) => {
  let refused = 0;
  const bound = new ConnectionBound({ most, mostOfProxy, peerOf, onRefused: () => (refused += 1) });
  return { bound, refused: () => refused };
};

const admissions = (bound: ConnectionBound, count: number) => Array.from({ length: count }, () => bound.admit(new Socket()));

async function close(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
}

test('a client has as many connections as it may, and one more when one of them has closed', async () => {
  const { bound, refused } = boundOf(2);
  const first = new Socket();
  expect([bound.admit(first), ...admissions(bound, 2)]).toEqual(['admitted', 'admitted', 'answered']);

  await close(first);

  expect(admissions(bound, 2)).toEqual(['admitted', 'answered']);
  expect({ refused: refused(), open: bound.open }).toEqual({ refused: 2, open: 2 });
});

test('the connections of one client leave those of another alone', () => {
  const clients = ['203.0.113.1', '203.0.113.1', '203.0.113.2'];
  const { bound } = boundOf(1, () => ({ name: clients.shift() ?? '', isProxy: false }));

  expect(admissions(bound, 3)).toEqual(['admitted', 'answered', 'admitted']);
});

test('few of the refused connections are kept for an answer, until they close', async () => {
  const { bound } = boundOf(1);
  bound.admit(new Socket());
  const told = new Socket();

  expect([bound.admit(told), ...admissions(bound, 41)].filter((admission) => admission === 'answered')).toHaveLength(32);

  await close(told);
  expect(admissions(bound, 2)).toEqual(['answered', 'reset']);
});

test.each([
  ['with a bound of 0', boundOf(0)],
  ['of a trusted proxy with a bound of 0', boundOf(1, () => ({ name: '10.0.0.1', isProxy: true }))],
])('connections %s have none', (_what, { bound }) => {
  expect(new Set(admissions(bound, 50))).toEqual(new Set(['admitted']));
  expect(bound.open).toBe(50);
});

test('a trusted proxy has a bound of its own, and none takes the connections of another', () => {
  const proxies = ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2'];
  const { bound, refused } = boundOf(1, () => ({ name: proxies.shift() ?? '10.0.0.1', isProxy: true }), 2);

  expect(admissions(bound, 4)).toEqual(['admitted', 'admitted', 'answered', 'admitted']);
  expect(refused()).toBe(1);
  expect(bound.refusal(new Socket()).message).toContain('may have 2 connections');
});

test('no request on a refused connection is served, however long the refusal takes', async () => {
  const served: (string | undefined)[] = [];
  const { bound } = boundOf(1);
  const edge = makeServer({
    serve: (request, response) => {
      served.push(request.url);
      response.end();
      return { request, response, requestId: 'req_1', client: { address: '127.0.0.1', networks: ['127.0.0.1'] } };
    },
    logAccess: () => undefined,
    answerBroken: async () => undefined,
    networksOf: () => ['127.0.0.1'],
    connections: bound,
    noteDropped: () => undefined,
    refuse: () => undefined,
  });
  const port = await listen(edge, { host: '127.0.0.1', port: 0 });
  const ask = async (path: string) => {
    const socket = connect(port, '127.0.0.1');
    await new Promise((written) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, written));
    return socket;
  };
  const kept = await ask('/kept');
  await eventually(() => expect(served).toEqual(['/kept']));
  const refused = await ask('/refused');
  kept.destroy();
  await eventually(() => expect(bound.open).toBe(0));

  const next = await ask('/next');

  await eventually(() => expect(served.at(-1)).toBe('/next'));
  expect(served).toEqual(['/kept', '/next']);
  for (const socket of [refused, next]) socket.destroy();
  edge.close();
});
