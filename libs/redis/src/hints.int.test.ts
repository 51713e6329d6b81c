import { connect, createServer } from 'node:net';
import { ProgressWatch } from '@fulfilment/kernel';
import { eventually, uniqueName } from '@fulfilment/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import { redisAnswers } from './answers.ts';
import { makeHints } from './hints.ts';

const PATIENCE = { withinMs: 60_000 };
const { redisUrl } = inject('engines');

/** Stands before Redis. @returns its address, and what makes the connections that are open then deaf, though they stay. */
async function startHalfOpening() {
  const { hostname, port } = new URL(redisUrl);
  const deafen: (() => void)[] = [];
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname);
    let isDeaf = false;
    deafen.push(() => (isDeaf = true));
    client.pipe(redis).on('data', (bytes: Buffer) => {
      if (!isDeaf) client.write(bytes);
    });
    for (const [one, other] of [[client, redis] as const, [redis, client] as const])
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `redis://127.0.0.1:${address.port}`, halfOpen: () => deafen.splice(0).forEach((each) => each()) };
}

test('hints that do not arrive any more, though Redis answers, arrive again over new connections', async () => {
  const { url, halfOpen } = await startHalfOpening();
  const prefix = `${uniqueName('hints')}:`;
  const told: string[] = [];
  const watch = new ProgressWatch({
    everyMs: 500,
    engines: { redis: () => redisAnswers({ url }) },
    onReplaced: (_, part) => told.push(part),
    onGivenUp: (error) => expect.unreachable(String(error)),
  });
  const receiver = makeHints({ url, prefix, onError: () => undefined, progress: watch, echoEveryMs: 200 });
  const sender = makeHints({ url: redisUrl, prefix, onError: () => undefined });
  const heard = new Set<string>();
  receiver.subscribe('work', (text) => heard.add(text));
  const hears = (text: string) =>
    eventually(() => {
      sender.publish('work', text);
      expect(heard).toContain(text);
    }, PATIENCE);
  await hears('before');
  await eventually(() => expect(receiver.isHeard()).toBe(true), PATIENCE);
  expect(told).toEqual([]);

  halfOpen();
  await eventually(() => expect(receiver.isHeard()).toBe(false), PATIENCE);

  await hears('after');
  await eventually(() => expect(receiver.isHeard()).toBe(true), PATIENCE);
  expect(told).toContain('hints');
  await Promise.all([receiver.stop(), sender.stop(), watch.stop()]);
});
