import { firstIdAt } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { newTenant } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { toEventDocument } from './database/event-documents.ts';
import { event, TENANT_KEY } from './database/store.fixture.ts';
import { beginProcess, freePort, runProcess, startProcess } from './process.fixture.ts';
import { relayTo } from './relay.fixture.ts';
import { answers, inTurn, startReceiver } from './receiver.fixture.ts';
import { openTestBed, scanEvent, type TestBed } from './webhooks.fixture.ts';

let bed: TestBed;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
});

afterAll(() => bed.stop());

test('bad settings: every variable is named, and the process ends with 1', async () => {
  const { code, output } = await runProcess({
    ...bed.env,
    WEBHOOK_SECRET_KEY: 'short',
    WEBHOOK_ALLOWED_CIDRS: 'all',
    KAFKA_BROKERS: '',
  });

  expect(code).toBe(1);
  for (const name of ['WEBHOOK_SECRET_KEY', 'WEBHOOK_ALLOWED_CIDRS', 'KAFKA_BROKERS']) expect(output).toContain(`${name}: `);
});

test('fewer brokers than replicas: one line names the setting, and the process ends with 1', async () => {
  const { code, output } = await runProcess({
    ...bed.env,
    KAFKA_REPLICATION_FACTOR: '',
    TOPIC_PREFIX: `${bed.env['TOPIC_PREFIX']}new.`,
  });

  expect(code).toBe(1);
  expect(output).toMatch(
    /^Kafka keeps records less safely than asked\. .* need as many brokers; 1 run\. .*KAFKA_REPLICATION_FACTOR\.\n$/,
  );
});

/** The engines of the bed at addresses where nothing listens yet. */
async function lateEngines() {
  const [mongodb, kafka] = [await freePort(), await freePort()];
  const url = new URL(bed.env['MONGODB_URL'] ?? '');
  const realMongodb = url.host;
  url.host = `127.0.0.1:${mongodb}`;
  const env = { ...bed.env, MONGODB_URL: url.href, KAFKA_BROKERS: `127.0.0.1:${kafka}`, LOG_LEVEL: 'warn' };
  return { env, mongodb, kafka, realMongodb, realKafka: bed.env['KAFKA_BROKERS'] ?? '' };
}

test('a process that starts before MongoDB and Kafka says what it waits for, and is ready once they came', async () => {
  const { env, mongodb, kafka, realMongodb, realKafka } = await lateEngines();
  const process = await beginProcess({ ...env, START_WAIT_SECONDS: '600' });

  await eventually(() => expect(process.output()).toMatch(waitingFor('MongoDB', mongodb)));
  const first = await relayTo(realMongodb, mongodb);
  await eventually(() => expect(process.output()).toMatch(waitingFor('Kafka', kafka)));
  const second = await relayTo(realKafka, kafka);
  await process.ready();

  expect(await process.end('SIGTERM')).toBe(0);
  for (const relay of [first, second]) await relay.stop();
});

const waitingFor = (engine: string, port: number): RegExp =>
  new RegExp(`"msg":"Waiting \\d+ s more for an engine\\. ${engine} does not answer at 127\\.0\\.0\\.1:${port} \\(`);

test('engines that stay away end a start with one line, after the time of the setting', async () => {
  const { env } = await lateEngines();
  const { code, output } = await runProcess({ ...env, LOG_LEVEL: 'silent', START_WAIT_SECONDS: '1' });

  expect(code).toBe(1);
  expect(output).toMatch(/^(?:MongoDB|Kafka) does not answer at [^\n]+ It was waited for 1 s \(START_WAIT_SECONDS\)\.\n$/);
});

test('what it logs of a delivery names it, without secret or URL, and SIGTERM ends it with 0', async () => {
  const receiver = await startReceiver(inTurn(answers(500), answers(204)));
  const instance = await bed.start();
  const tenant = newTenant();
  const { secret, id } = await instance.add(tenant, `${receiver.url}?token=in-the-url`);
  await instance.stop();
  const running = await startProcess({ ...bed.env, LOG_LEVEL: 'trace', WEBHOOK_RETRY_SCHEDULE: '0,0.1' });
  await bed.publish(scanEvent(tenant));
  await eventually(() => expect(receiver.received).toHaveLength(2));

  expect(await running.end('SIGTERM')).toBe(0);

  expect(running.output()).toContain('delivery attempt failed');
  expect(running.output()).toContain(id);
  for (const hidden of [secret, secret.slice('whsec_'.length), 'in-the-url', bed.env['WEBHOOK_SECRET_KEY'] ?? '']) {
    expect(running.output()).not.toContain(hidden);
  }
  await receiver.stop();
});

test('where the index is dropped by which MongoDB removed them, the service removes expired events, and processes start as before', async () => {
  const expiryEveryMs = 100;
  const dropping = await bed.start({ DROP_EVENT_EXPIRY_INDEX: 'true' }, { expiryEveryMs });
  const names = async () => (await bed.collections.events.indexes()).map(({ name }) => name);
  expect(await names()).not.toContain('event_expiry');
  const storedAt = new Date(Date.now() - 31 * 86_400_000);
  const expired = (position: number) =>
    toEventDocument(event({ id: `${firstIdAt('evt', storedAt).slice(0, -1)}${position}` }), position, [], storedAt);
  const positions = async () =>
    (await bed.collections.events.find({ tenant: TENANT_KEY }).toArray()).map((each) => each.position);

  await bed.collections.events.insertMany([expired(1), toEventDocument(event(), 3, [], new Date())]);
  await eventually(async () => expect(await positions()).toEqual([3]));
  await dropping.stop();

  const without = await bed.start({}, { expiryEveryMs });
  expect(await names()).not.toContain('event_expiry');
  await bed.collections.events.insertOne(expired(2));
  await eventually(async () => expect(await positions()).toEqual([3]));
  await without.stop();
});
