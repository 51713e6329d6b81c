import { attemptedDelivery, type AttemptedDelivery, IDENTITY_HEADER } from '@fulfilment/contracts';
import { type Caller, identityOf, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { answers, inTurn, type Receiver, startReceiver } from '../receiver.fixture.ts';
import { type Instance, openTestBed, type TestBed } from '../webhooks.fixture.ts';

const PATIENCE = { withinMs: 40_000 };

let bed: TestBed;
let webhooks: Instance;
let receiver: Receiver;
let by: Caller;

beforeEach(async () => {
  bed = await openTestBed(inject('engines'));
  webhooks = await bed.start({ WEBHOOK_RETRY_SCHEDULE: '0' });
  receiver = await startReceiver(inTurn(answers(204), answers(204), answers(500), answers(204)));
  by = newCaller();
});

afterEach(async () => {
  await webhooks.stop();
  await receiver.stop();
  await bed.stop();
});

/** Listens to a stream until it ends. */
async function listen(query = '', lastId?: string) {
  const heard: { text: string; end?: 'regular' | 'broken' } = { text: '' };
  const { body } = await fetch(`http://127.0.0.1:${webhooks.port}/account/v1/deliveries/stream?${query}`, {
    headers: {
      [IDENTITY_HEADER]: await identityOf(by, 'webhooks'),
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    },
  });
  const read = async (): Promise<void> => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += part;
  };
  read().then(
    () => (heard.end = 'regular'),
    () => (heard.end = 'broken'),
  );
  const told = (): readonly AttemptedDelivery[] =>
    [...heard.text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => attemptedDelivery.parse(JSON.parse(data)));
  await eventually(() => expect(heard.text).toContain('retry: '), PATIENCE);
  return { heard, told };
}

/** Sends test events to a new endpoint, one after the other. */
async function deliver(...types: readonly string[]): Promise<void> {
  const { id } = await webhooks.add(by, receiver.url);
  const before = receiver.received.length;
  for (const [index, type] of types.entries()) {
    expect(await webhooks.own(by, `POST /webhooks/${id}/test`, { type })).toMatchObject({ status: 202 });
    await eventually(() => expect(receiver.received).toHaveLength(before + index + 1), PATIENCE);
  }
}

const TYPES = ['scan.completed', 'order.created', 'order.shipped', 'order.packed'];

test('a stream tells attempts of several types and statuses, and no others', async () => {
  const [all, some, failed, both] = await Promise.all([
    listen(),
    listen('event_type=order.created,order.shipped'),
    listen('status=failed,dropped'),
    listen('status=delivered,failed&event_type=order.shipped&event_type=order.packed'),
  ]);
  await deliver(...TYPES);

  const typesOf = (stream: typeof all) => stream.told().map(({ event_type: type, status }) => `${type} ${status}`);
  await eventually(() => expect(typesOf(all)).toHaveLength(4), PATIENCE);
  // All read the same attempts; a later look of another is at most a second behind.
  await eventually(() => expect(typesOf(both)).toEqual(['order.shipped failed', 'order.packed delivered']), PATIENCE);
  await eventually(() => expect(typesOf(failed)).toEqual(['order.shipped failed']), PATIENCE);
  await eventually(() => expect(typesOf(some)).toEqual(['order.created delivered', 'order.shipped failed']), PATIENCE);
});

test('a service that stops ends a stream in the regular way, and no attempt is lost between it and the next stream', async () => {
  const first = await listen();
  await deliver('scan.completed');
  await eventually(() => expect(first.told()).toHaveLength(1), PATIENCE);

  await webhooks.stop();
  await eventually(() => expect(first.heard.end).toBe('regular'), PATIENCE);
  expect(first.heard.text.endsWith('\n\n')).toBe(true);

  webhooks = await bed.start({ WEBHOOK_RETRY_SCHEDULE: '0' });
  await deliver('order.created', 'order.packed');
  const next = await listen('', [...first.heard.text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1]);
  await eventually(
    () => expect(next.told()).toMatchObject([{ event_type: 'order.created' }, { event_type: 'order.packed' }]),
    PATIENCE,
  );
});

test('a stream that told nothing yet is continued from the position that it began with', async () => {
  const first = await listen();
  const [, position] = /^id: (.+)$/m.exec(first.heard.text) ?? [];
  await deliver('scan.completed');

  const next = await listen('', position);

  await eventually(() => expect(next.told()).toMatchObject([{ event_type: 'scan.completed' }]), PATIENCE);
});
