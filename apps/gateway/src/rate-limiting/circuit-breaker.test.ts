import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { OverBudget, withinBudget } from './circuit-breaker.ts';

test('what takes too long is given up', async () => {
  await expect(withinBudget(new Promise(() => undefined), 5)).rejects.toThrow(OverBudget);
});

test('what fails in time fails with its own error', async () => {
  await expect(withinBudget(Promise.reject(new Error('refused')), 50)).rejects.toThrow('refused');
});

test('an answer that lies in the socket while the process is busy is in time', async () => {
  const server = createServer((socket) => socket.write('pong'));
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const answer = new Promise<string>((resolveAnswer) => socket.once('data', (bytes) => resolveAnswer(bytes.toString())));
  await new Promise((connected) => socket.once('connect', connected));

  const found = withinBudget(answer, 20);
  const busyUntil = performance.now() + 60;
  while (performance.now() < busyUntil);

  expect(await found).toBe('pong');
  socket.destroy();
  server.close();
});
