import { eventually } from '@fulfilment/testing';
import { expect, onTestFinished, test } from 'vitest';
import { nothing, operation } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { z } from 'zod';
import { ok, route } from './route.ts';
import { inTurns, oneAtATime, Turns } from './turns.ts';

interface Watch {
  now: number;
  most: number;
}

const watch = (): Watch => ({ now: 0, most: 0 });

async function* slowly(count: number, under: Watch, onEnd: () => void = () => undefined): AsyncGenerator<string> {
  try {
    for (let at = 0; at < count; at += 1) {
      under.now += 1;
      under.most = Math.max(under.most, under.now);
      await new Promise(setImmediate);
      under.now -= 1;
      yield String(at);
    }
  } finally {
    onEnd();
  }
}

/** Work that ends when it is told to, and how much of it is under way. */
function heldWork() {
  const under = watch();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    under.now += 1;
    under.most = Math.max(under.most, under.now);
    await new Promise<void>((resolve) => ends.push(resolve));
    under.now -= 1;
    return name;
  };
  return { under, begun, work, endOne: () => ends.shift()?.() };
}

test('a tenant has two pages made at once, the others in the order in which they came, and no other tenant waits for them', async () => {
  const turns = new Turns({ ofTenant: 2 });
  const { under, begun, work, endOne } = heldWork();
  const own = ['1', '2', '3', '4', '5'].map((name) => turns.take('a', work(name)));
  const others = turns.take('b', work('b'));

  await eventually(() => expect(begun).toEqual(['1', '2', 'b']));
  expect(under.most).toBe(3);
  const ending = setInterval(endOne, 1);
  onTestFinished(() => clearInterval(ending));

  expect(await Promise.all(own)).toEqual(['1', '2', '3', '4', '5']);
  expect(await others).toBe('b');
  expect(begun).toEqual(['1', '2', 'b', '3', '4', '5']);
});

test('more than may wait are refused, and the tenant is let in again once its work is done', async () => {
  const turns = new Turns({ ofTenant: 1, maxWaiting: 1 });
  const { work, begun, endOne } = heldWork();
  const admitted = [turns.take('a', work('1')), turns.take('a', work('2'))];

  await expect(turns.take('a', work('3'))).rejects.toMatchObject({ code: 'upstream_unavailable' });

  const ending = setInterval(endOne, 1);
  onTestFinished(() => clearInterval(ending));
  expect(await Promise.all(admitted)).toEqual(['1', '2']);
  expect(await turns.take('a', work('4'))).toBe('4');
  expect(begun).toEqual(['1', '2', '4']);
});

test('after large work a turn goes on for a while where others of the tenant wait, and not after small work', async () => {
  const rested: string[] = [];
  const turns = new Turns({
    ofTenant: 1,
    rest: async () => {
      rested.push('rest');
    },
  });
  const take = (size: string) =>
    turns.take(
      'a',
      async () => size,
      (done) => done === 'large',
    );

  await Promise.all(['small', 'small', 'large', 'small'].map(take));
  expect(rested).toEqual(['rest']);
  await take('large');

  expect(rested).toEqual(['rest']);
});

test('pieces of several exports are made one at a time, each export gets all of its own, and tenants come in turn', async () => {
  const turns = new Turns({ ofTenant: 1, inAll: 1, rest: async () => undefined });
  const under = watch();
  const order: string[] = [];
  const exported = async (tenant: string, pieces: number): Promise<string[]> => {
    const read: string[] = [];
    for await (const piece of inTurns(turns, tenant, slowly(pieces, under))) {
      order.push(tenant);
      read.push(piece);
    }
    return read;
  };

  const many = Array.from({ length: 5 }, () => exported('many', 4));
  const one = await exported('one', 4);

  expect(one).toEqual(['0', '1', '2', '3']);
  // Each piece of the one export waits for one of the five at most, and not for one of each.
  expect(order.filter((tenant) => tenant === 'many').length).toBeLessThanOrEqual(6);
  expect(await Promise.all(many)).toEqual(Array.from({ length: 5 }, () => ['0', '1', '2', '3']));
  expect(under.most).toBe(1);
});

test('a process rests after a piece while another export waits, and not for one alone', async () => {
  const under = watch();
  const rests: (() => void)[] = [];
  const turns = new Turns({ ofTenant: 1, inAll: 1, rest: () => new Promise((resolve) => rests.push(resolve)) });
  const exported = (tenant: string) => Array.fromAsync(inTurns(turns, tenant, slowly(2, under)));

  expect(await exported('a')).toEqual(['0', '1']);
  expect(rests).toEqual([]);

  const both = Promise.all([exported('a'), exported('b')]);
  await eventually(() => expect(rests).toHaveLength(1));
  const waking = setInterval(() => rests.shift()?.(), 1);
  onTestFinished(() => clearInterval(waking));
  expect(await both).toEqual([
    ['0', '1'],
    ['0', '1'],
  ]);
});

test('an unread export holds no other back, and one that fails or is left ends its pieces', async () => {
  const turns = new Turns({ ofTenant: 1, inAll: 1 });
  const under = watch();
  const ended: string[] = [];
  const unread = inTurns(
    turns,
    'a',
    slowly(4, under, () => ended.push('unread')),
  );
  await unread.next();

  expect(await Array.fromAsync(inTurns(turns, 'a', slowly(2, under)))).toEqual(['0', '1']);
  await unread.return(undefined);
  const failing = (async function* (): AsyncGenerator<string> {
    yield '0';
    throw new Error('the store is away');
  })();
  await expect(Array.fromAsync(inTurns(turns, 'a', failing))).rejects.toThrow('the store is away');

  expect(ended).toEqual(['unread']);
  expect(await Array.fromAsync(inTurns(turns, 'a', slowly(1, under)))).toEqual(['0']);
});

test('writes that go one at a time do so for each tenant, in their order, and none is begun whose client has left', async () => {
  const breakMug = operation({
    id: 'breakMug',
    method: 'POST',
    path: '/mugs/break',
    service: 'inventory',
    permission: 'inventory:write',
    summary: 's',
    description: 'd',
    body: z.strictObject({ mug: z.string() }),
    replies: { 200: { description: 'ok', body: nothing } },
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const handled = route(breakMug, async ({ body: { mug } }) => {
    begun.push(mug);
    await new Promise<void>((resolve) => ends.push(resolve));
    return ok({});
  });
  const [one] = oneAtATime([handled], () => true);
  expect(oneAtATime([handled], () => false)).toEqual([handled]);
  const [tenant, other] = [newId('acc'), newId('acc')];
  const left = new AbortController();
  const run = async (accountId: string, mug: string, gone: AbortSignal) => {
    if (one?.type !== 'json') throw new Error('no route of JSON');
    const context = { tenant: { accountId, environment: 'sandbox' as const }, actor: 'key_1', requestId: 'req_1' };
    const asked = { params: {}, query: {}, body: { mug }, header: () => undefined, gone };
    return one.run({ ...asked, context, may: () => true, needs: () => undefined });
  };
  const here = new AbortController().signal;

  const first = run(tenant, 'a1', here);
  const second = run(tenant, 'a2', left.signal);
  const third = run(tenant, 'a3', here);
  const elsewhere = run(other, 'b1', here);
  await eventually(async () => expect(begun).toEqual(['a1', 'b1']));
  left.abort(new Error('the client left'));
  for (const end of ends.splice(0)) end();

  await expect(second).rejects.toThrow('the client left');
  await eventually(async () => expect(begun).toEqual(['a1', 'b1', 'a3']));
  for (const end of ends) end();
  expect(await Promise.all([first, third, elsewhere])).toHaveLength(3);
});
