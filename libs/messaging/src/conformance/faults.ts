import { delay } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { appendUntilDone, numbered, numbersOf, PATIENCE, type World } from './world.ts';

export function describeFaults(world: () => World): void {
  test('what was acknowledged is in the log, though a reply was lost', async () => {
    const client = await world().client();
    await client.log.append(numbered(1));
    client.loseNextReply();

    // Apart in time: sent side by side, each would be a request of its own behind the one that is lost.
    const appends: Promise<void>[] = [];
    for (const record of numbered(8)) {
      appends.push(appendUntilDone(client.log, [record]));
      await delay(20);
    }
    await Promise.all(appends);

    const seen = await world().reader({ group: 'orders', client: await world().client() });
    await eventually(() => expect(new Set(numbersOf(seen.records)).size).toBe(8), PATIENCE);
  });

  test('a member that dies in the middle of a batch is replaced, and its batch is handled', async () => {
    const [dying, healthy] = [await world().client(), await world().client()];
    await healthy.log.append(numbered(30, 30));
    const running = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await world().reader({
      group: 'orders',
      client: dying,
      before: async () => {
        running.resolve();
        await release.promise;
      },
    });
    await running.promise;

    dying.sever();
    const successor = await world().reader({ group: 'orders', client: healthy });

    await eventually(() => expect(new Set(numbersOf(successor.records)).size).toBe(30), PATIENCE);
    release.resolve();
  });

  test('a connection that falls silent is given up: appends and consumers go on over a new one', async () => {
    const client = await world().client();
    const seen = await world().reader({ group: 'orders', client });
    await client.log.append(numbered(1));
    await eventually(() => expect(seen.records).toHaveLength(1), PATIENCE);

    const frozenAtMs = performance.now();
    client.freeze();
    await appendUntilDone(client.log, numbered(10));

    await eventually(() => expect(new Set(numbersOf(seen.records)).size).toBe(10), PATIENCE);
    expect(performance.now() - frozenAtMs).toBeLessThan(20_000);
  });
}
