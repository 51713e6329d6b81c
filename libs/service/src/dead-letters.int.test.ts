import {
  deadLetterPage,
  discardedDeadLetter,
  problemDocument,
  retriedDeadLetter,
  stockCommand,
  TOPICS,
  wholeDeadLetter,
} from '@fulfilment/contracts';
import type { SignIdentity } from '@fulfilment/identity';
import { decodeTyped } from '@fulfilment/messaging';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Service } from './index.ts';
import { openOperatedService, type OperatedService } from './operated-service.fixture.ts';

const PATIENCE = { withinMs: 30_000 };
const NAME = 'inventory';

let service: Service;
let operated: OperatedService;
let sign: SignIdentity;
/** Letters so far: each test adds its own to what the others left. */
let known: readonly string[] = [];

beforeAll(async () => {
  operated = await openOperatedService(inject('engines'), NAME);
  ({ service, sign } = operated);
  await service.consume({
    topics: [TOPICS.stockCommands],
    decode: decodeTyped(stockCommand, ['allocate', 'confirm', 'ship', 'release']),
    handle: async () => undefined,
  });
  await operated.serve();
});

afterAll(async () => {
  await operated.stop();
});

beforeEach(async () => {
  known = (await letters()).map(({ id }) => id);
});

test('a record that cannot be read is listed for the operator, whichever the service', async () => {
  await poison('{');

  const [letter] = await fresh(1);

  expect(letter).toMatchObject({ group: NAME, topic: TOPICS.stockCommands, key: 'acc_1:sandbox', state: 'open', value: '{' });
  expect(letter?.id).toBe(`${NAME}/${TOPICS.stockCommands}/${letter?.partition}/${letter?.offset}`);
});

test('a long body is shown by its beginning', async () => {
  await poison('x'.repeat(5_000));

  expect((await fresh(1))[0]?.value).toBe('x'.repeat(1_000));
});

test('pages follow one another without a gap', async () => {
  await poison('1', '2', '3');
  await fresh(3);

  const ids: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const page = deadLetterPage.parse(
      await ok(await call('GET', `?limit=1${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`)),
    );
    ids.push(...page.data.map(({ id }) => id));
    after = page.next_after;
  }

  expect(ids).toEqual((await letters()).map(({ id }) => id));
});

test('a retry puts the record back, where it is handled again; the letter is no longer open', async () => {
  const value = `{"again":"${newId('req')}"}`;
  await poison(value);
  const [letter] = await fresh(1);

  const retried = retriedDeadLetter.parse(await ok(await call('POST', '/retry', { id: letter?.id })));

  expect(retried).toEqual({ id: letter?.id, put_back: 1 });
  const states = (await letters()).filter((each) => each.value === value).map(({ state }) => state);
  expect(states).toContain('retried');
  // Nothing was mended: it comes to the dead letters again, as another record.
  await eventually(async () => expect((await letters('open')).filter((each) => each.value === value)).toHaveLength(1), PATIENCE);
});

test('a letter is shown whole, with the record that follows it', async () => {
  const long = `{"a":"${'x'.repeat(2_000)}"}`;
  await poison(long);
  const [letter] = await fresh(1);

  const shown = wholeDeadLetter.parse(await ok(await call('POST', '/show', { id: letter?.id })));

  expect(shown).toMatchObject({ id: letter?.id, state: 'open', value: long, following: [] });
});

test('a discarded letter loses its content for good, is open no more, and cannot be put back', async () => {
  await poison('{"name":"Planted Person"}');
  const [letter] = await fresh(1);
  const id = letter?.id;

  const discarded = discardedDeadLetter.parse(await ok(await call('POST', '/discard', { id })));

  expect(discarded).toEqual({ id, state: 'discarded', following: [] });
  expect((await letters('open')).map((each) => each.id)).not.toContain(id);
  expect(wholeDeadLetter.parse(await ok(await call('POST', '/show', { id })))).toMatchObject({
    state: 'discarded',
    value: '',
    headers: {},
  });
  expect(discardedDeadLetter.parse(await ok(await call('POST', '/discard', { id })))).toEqual(discarded);
  const retried = await call('POST', '/retry', { id });
  expect(retried.status).toBe(409);
  expect(problemDocument.parse(await retried.json()).code).toBe('invalid_transition');
});

test('a letter that was put back cannot be discarded', async () => {
  await poison('{"back":true}');
  const [letter] = await fresh(1);
  await ok(await call('POST', '/retry', { id: letter?.id }));

  expect((await call('POST', '/discard', { id: letter?.id })).status).toBe(409);
});

test.each([
  ['an unknown letter is not discarded', 'POST', '/discard', { id: 'inventory/stock.commands/0/999999' }, 404, 'not_found'],
  ['an unknown letter is not shown', 'POST', '/show', { id: 'inventory/stock.commands/0/999999' }, 404, 'not_found'],
  ['an unknown letter is not found', 'POST', '/retry', { id: 'inventory/stock.commands/0/999999' }, 404, 'not_found'],
  ['a retry names a letter', 'POST', '/retry', {}, 422, 'validation_failed'],
  ['a state is one of four', 'GET', '?state=lost', undefined, 400, 'invalid_parameter'],
  ['a page has at most 200', 'GET', '?limit=201', undefined, 400, 'invalid_parameter'],
] as const)('%s', async (_what, method, path, body, status, code) => {
  const response = await call(method, path, body);

  expect(response.status).toBe(status);
  expect(problemDocument.parse(await response.json()).code).toBe(code);
});

test('only the operator may read them', async () => {
  const caller = { sub: 'key_01JD8Z0000000000000000TEST', acc: 'acc_01JD8Z0000000000000000TEST', env: 'sandbox', role: 'admin' };

  expect((await call('GET', '', undefined, await sign(caller, NAME))).status).toBe(404);
  expect((await call('GET', '', undefined, await sign({ sub: 'operator', op: true }, 'orders'))).status).toBe(401);
});

function poison(...values: readonly string[]): Promise<void> {
  return service.log.append(values.map((value) => ({ topic: TOPICS.stockCommands, key: 'acc_1:sandbox', value, headers: {} })));
}

async function letters(state?: 'open') {
  return deadLetterPage.parse(await ok(await call('GET', `?limit=200${state ? `&state=${state}` : ''}`))).data;
}

/** The letters of this test, once there are so many. */
function fresh(count: number) {
  return eventually(async () => {
    const found = (await letters()).filter(({ id }) => !known.includes(id));
    expect(found).toHaveLength(count);
    return found;
  }, PATIENCE);
}

async function ok(response: Response): Promise<unknown> {
  expect(response.status).toBe(200);
  return response.json();
}

const call: OperatedService['call'] = (method, path, ...more) => operated.call(method, `/dead-letters${path}`, ...more);
