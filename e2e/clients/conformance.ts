import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { deliveryHeaders } from '../../apps/webhooks/src/sending/request-headers.ts';
import type { Driver, DriverResult } from './driver.ts';
import { type StubRequest, type StubServer, stubAnswer } from './stub-server.ts';

const SUITE = join(import.meta.dirname, '../../libs/clients/conformance');
const textOf = (file: string): unknown => JSON.parse(readFileSync(join(SUITE, file), 'utf8'));

const expectedError = z.looseObject({ code: z.string(), message_has: z.array(z.string()).default([]) });
const callOfCase = z.looseObject({ group: z.string(), name: z.string(), body: z.unknown().optional() });
const stubCase = z.looseObject({
  name: z.string(),
  /** The libraries that a case is for, where a language lacks what it is of. */
  only: z.array(z.string()).optional(),
  do: z.string(),
  call: callOfCase.optional(),
  client: z.record(z.string(), z.unknown()).default({}),
  base_url_ends: z.string().default(''),
  answers: z.array(stubAnswer).default([]),
  value: z.unknown().optional(),
  results: z.object({ count: z.number() }).optional(),
  error: expectedError.optional(),
  requests: z
    .object({
      count: z.number().optional(),
      same_key: z.boolean().optional(),
      keys: z.array(z.string()).optional(),
      paths: z.array(z.string()).optional(),
      queries: z.array(z.record(z.string(), z.array(z.string()))).optional(),
      texts: z.array(z.string()).optional(),
      headers: z.record(z.string(), z.string()).optional(),
      at_least_ms: z.number().optional(),
      connections: z.number().optional(),
    })
    .default({}),
});
/** One case of the suite. */
export type StubCase = z.output<typeof stubCase>;

const webhookCase = z.looseObject({ name: z.string(), value: z.unknown().optional(), error: expectedError.optional() });
const operationFacts = z.object({
  id: z.string(),
  group: z.string(),
  name: z.string(),
  method: z.string(),
  path: z.string(),
  path_params: z.array(z.string()),
  body: z.enum(['json', 'stream']).nullable(),
  answer: z.string(),
  paged: z.boolean(),
  batch: z.object({ items: z.string() }).nullable(),
  idempotent: z.boolean(),
});
const errorFacts = z.object({
  code: z.string(),
  status: z.number(),
  retryable: z.boolean(),
  example: z.record(z.string(), z.unknown()),
});

export const CASES = z.array(stubCase).parse(textOf('cases.json'));
export const WEBHOOKS = z.array(webhookCase).parse(textOf('webhooks.json'));
export const OPERATIONS = z.array(operationFacts).parse(textOf('generated/operations.json'));
export const ERRORS = z.array(errorFacts).parse(textOf('generated/errors.json'));

/** The key of all cases: it may stand in no result. */
export const KEY = 'fsk_sandbox_Q7vLxW2mTgB8nRkYp4ZsHc6JdFa1Eu';

let scripts = 0;

/** Plays one case, and holds what came of it and what the stub saw against what the case says. */
export async function playCase(driver: Driver, stub: StubServer, given: StubCase): Promise<void> {
  const script = `s${scripts++}`;
  const baseUrl = stub.play(script, given.answers) + given.base_url_ends;
  const { name: _name, only: _only, answers: _answers, value, results, error, requests, client, call: made, ...rest } = given;
  const sent = made && { ...made, ...(made.body !== undefined && { body: spread(made.body) }) };
  const found = await driver.do({ ...rest, client: { api_key: KEY, base_url: baseUrl, ...client }, call: sent });
  judge(found, { value, error });
  if (results) expectResults(found.value, results.count);
  judgeRequests(stub.requestsOf(script), requests);
}

const batchAnswer = z.object({ results: z.array(z.object({ index: z.number() })) });

function expectResults(value: unknown, count: number): void {
  expect(batchAnswer.parse(value).results.map(({ index }) => index)).toEqual([...Array(count).keys()]);
}

function judge(found: DriverResult, { value, error }: Pick<StubCase, 'value' | 'error'>): void {
  if (!error) {
    expect(found.error).toBeUndefined();
    if (value !== undefined) expect(found.value).toMatchObject(Array.isArray(value) ? value : Object(value));
    if (Array.isArray(value)) expect(found.value).toHaveLength(value.length);
    return;
  }
  const { message_has: texts, ...facts } = error;
  expect(found.error).toMatchObject(facts);
  for (const text of texts) expect(found.error?.message).toContain(text);
}

function judgeRequests(seen: readonly StubRequest[], asked: StubCase['requests']): void {
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  const { queries } = asked;
  const found = {
    count: seen.length,
    same_key: new Set(keys).size === 1 && keys[0] !== undefined,
    keys,
    paths: seen.map(({ path }) => path),
    queries: seen.map(({ query }) => withoutLimit(query, queries)),
    texts: seen.map(({ text }) => text),
  };
  const { headers: fields = {}, at_least_ms: atLeastMs = 0, connections = 0, ...rest } = asked;
  expect(found).toMatchObject(rest);
  for (const { headers } of seen) expect(headers).toMatchObject(fields);
  expect((seen.at(-1)?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(atLeastMs);
  expect(new Set(seen.slice(0, connections).map(({ connection }) => connection)).size).toBe(connections);
}

/** A library may choose the size of pages itself where the caller names none. */
function withoutLimit(query: StubRequest['query'], asked: StubCase['requests']['queries']): object {
  const { limit, ...rest } = query;
  return limit && asked?.some((each) => 'limit' in each) ? query : rest;
}

/** `{ "$times": 3, "of": x }` is a list of three. */
function spread(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const times = z.object({ $times: z.number(), of: z.unknown() }).safeParse(body);
  if (times.success) return Array.from({ length: times.data.$times }, () => times.data.of);
  return Object.fromEntries(Object.entries(body).map(([name, each]) => [name, spread(each)]));
}

type OperationFacts = z.output<typeof operationFacts>;

const PAGE = { data: [], has_more: false, next_cursor: null };
const STREAM = { text: '', headers: { 'content-type': 'application/x-ndjson' } };

/** Calls one operation and looks at the request that was made of it. */
export async function playOperation(driver: Driver, stub: StubServer, operation: OperationFacts): Promise<void> {
  const { group, name, path_params: params, body, answer, paged } = operation;
  const script = `s${scripts++}`;
  const reply = answer === 'stream' ? STREAM : { body: paged ? PAGE : { results: [] } };
  const baseUrl = stub.play(script, [stubAnswer.parse(reply)]);
  const made = { group, name, path: params.map((each) => `${each}/1`), ...(body && { body: bodyFor(operation) }) };
  const how = paged ? 'collect' : answer === 'stream' ? 'download' : 'call';
  const found = await driver.do({ do: how, limit: 1, client: { api_key: KEY, base_url: baseUrl }, call: made });

  expect(found.error).toBeUndefined();
  expect(stub.requestsOf(script)).toHaveLength(1);
  judgeOperation(stub.requestsOf(script), operation);
}

function judgeOperation([seen]: readonly StubRequest[], operation: OperationFacts): void {
  const { method, path, path_params: params, body, idempotent } = operation;
  const filled = params.reduce((left, each) => left.replace(`{${each}}`, `${each}%2F1`), path);
  expect(seen).toMatchObject({ method, path: filled, headers: { authorization: `Bearer ${KEY}` } });
  expect(seen?.headers['user-agent']).toMatch(/^fulfilment-[a-z]+\/\d+\.\d+\.\d+/);
  expect(seen?.headers['idempotency-key'] !== undefined).toBe(idempotent);
  if (body !== 'json') return;
  expect(seen?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(seen?.text ?? '')).toEqual(bodyFor(operation));
}

function bodyFor({ body, batch }: OperationFacts): unknown {
  if (body === 'stream') return 'sku\n';
  return batch ? { [batch.items]: [{}] } : {};
}

/** Has one error answered, and looks at the error of the library. */
export async function playError(
  driver: Driver,
  stub: StubServer,
  { code, status, example }: z.output<typeof errorFacts>,
): Promise<void> {
  const script = `s${scripts++}`;
  const problem = { ...example, status };
  const baseUrl = stub.play(script, [stubAnswer.parse({ status, problem })]);
  const call = { group: 'orders', name: 'ship', path: ['ord_1'] };
  const found = await driver.do({ do: 'call', client: { api_key: KEY, base_url: baseUrl, retries: 0 }, call });

  expect(found.error).toMatchObject({
    code,
    status,
    request_id: example['request_id'],
    retryable: example['retryable'],
    problem,
  });
  expect(found.error?.message).toContain(example['detail']);
  expect(found.error?.remedy).toMatch(/\.$/);
  expect(found.error?.message).toContain(found.error?.remedy);
}

/** Verifies one delivery. */
export async function playWebhook(driver: Driver, given: z.output<typeof webhookCase>): Promise<void> {
  const { name: _name, value, error, ...command } = given;
  judge(await driver.do({ do: 'verify', ...command }), { value, error });
  // In every form in which a framework of the language has the header fields; named are those that fail.
  if (!error) judge(await driver.do({ do: 'verify_forms', ...command }), { value: [] });
  if (error?.code !== 'invalid_configuration') return;
  // A receiver with such secrets cannot be made; one that asks for them at each delivery fails, so that the delivery comes again.
  judge(await driver.do({ do: 'receive', late: false, ...command }), { error });
  judge(await driver.do({ do: 'receive', late: true, ...command }), { value: 500 });
}

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

const DOCUMENT: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/generated/openapi.json'), 'utf8'));
const signedDelivery = z.object({ body: z.string(), headers: z.record(z.string(), z.string()) });
const sampleEvents = z.array(z.looseObject({ id: z.string(), type: z.string() }));

/** Requests as the helpers of a library make them, and as the service does: of a sample of each type, an unknown type, and a batch. */
export async function playSigned(driver: Driver): Promise<readonly (readonly [made: object, sent: object])[]> {
  const types = Object.keys(z.object({ webhooks: z.record(z.string(), z.unknown()) }).parse(DOCUMENT).webhooks);
  const events = sampleEvents.parse((await driver.do({ do: 'sample', types })).value);
  expect(events.map(({ type }) => type)).toEqual(types);
  const note = { id: 'evt_01KAJ71C5V8X2N6R4TPBEVNT99', type: 'order.praised', data: { note: 'schön 📦 </b>' } };
  const all = [...events.map((event) => [event]), [note], events.slice(0, 3)];
  return await Promise.all(all.map((sent) => signedByBoth(driver, sent)));
}

async function signedByBoth(driver: Driver, events: readonly SentEvent[]): Promise<readonly [object, object]> {
  const secrets = [SECRET, 'whsec_IkYQ8QKJC8DkDEn/tFa7k9Rabe6I3Jp77zUfoQ0/hYI='];
  const facts = { delivery_id: 'dlv_01KAJ71C5V8X2N6R4TPBD3V042', attempt: 3, at: 1_763_715_600 };
  const { value } = await driver.do({ do: 'sign', events, secrets, ...facts });
  const { body, headers } = signedDelivery.parse(value);
  const [only] = events;
  const isBatch = events.length > 1 || !only;
  const event = isBatch ? { id: facts.delivery_id, type: 'batch' } : only;
  const request = {
    url: 'https://hooks.example.com/orders',
    secrets: secrets.map((secret) => ({ id: 'sec_1', secret })),
    delivery: { id: facts.delivery_id, eventId: event.id },
    event: { type: event.type, traceparent: null, requestId: 'req_1', body },
    attempt: facts.attempt,
  };
  const sent = withLowerNames(deliveryHeaders(request, new Date(facts.at * 1_000)));
  const verified = await driver.do({ do: 'verify', body, headers, secrets: secrets.slice(1), now: facts.at });
  return [
    { headers: withLowerNames(headers), body: JSON.parse(body), refused: verified.error },
    { headers: sent, body: isBatch ? { batch: events } : only, refused: undefined },
  ];
}

function withLowerNames(fields: Record<string, string>): object {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name.toLowerCase(), field]));
}

type SentEvent = z.output<typeof sampleEvents>[number];

const untold = z.object({ statuses: z.array(z.number()), logged: z.array(z.string()) });

/** Has a handler fail, and a delivery refused, in a receiver that was given no function for errors: its statuses, and its log. */
export async function playUntold(driver: Driver): Promise<z.output<typeof untold>> {
  const body = JSON.stringify({ id: 'evt_1', type: 'order.shipped', data: {} });
  const at = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
  const headers = { 'Service-Signature': `t=${at},v1=${v1}` };
  return untold.parse((await driver.do({ do: 'untold', body, headers, secrets: [SECRET] })).value);
}
