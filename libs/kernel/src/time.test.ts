import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { withTimeout } from './time.ts';

const onTimeout = () => new Error('late');

test('work that takes too long fails by the time-out', async () => {
  await expect(withTimeout(5, new Promise(() => undefined), onTimeout)).rejects.toThrow('late');
});

test('work that fails in time fails with its own error', async () => {
  await expect(withTimeout(50, Promise.reject(new Error('refused')), onTimeout)).rejects.toThrow('refused');
});

test('an answer that arrived in the socket while the process was busy is in time', async () => {
  const server = createServer((socket) => socket.write('pong'));
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const answer = new Promise<string>((resolveAnswer) => socket.once('data', (bytes) => resolveAnswer(bytes.toString())));
  await new Promise((connected) => socket.once('connect', connected));

  const found = withTimeout(20, answer, onTimeout);
  const busyUntil = performance.now() + 60;
  while (performance.now() < busyUntil);

  expect(await found).toBe('pong');
  socket.destroy();
  server.close();
});
