import { nothing, type Operation, OPERATIONS, PROCESSES, writes } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, expect, test } from 'vitest';
import { otherBody } from './every-operation/other-body.ts';
import { type ContractRequest, requestOfContract } from './every-operation/request-of-contract.ts';
import { killNine } from './faults/kill-nine.ts';
import { everyRecord, setUpRecords, type Standing } from './refusals/standing.ts';
import type { Answer } from './system/call.ts';
import { lentTestSystem } from './system/shared-system.ts';
import type { OwnTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const WRITES = OPERATIONS.filter(writes);
/** An approval has a body that is always the same. */
const WITH_BODY = WRITES.filter(
  ({ id, method, upload, body }) => method !== 'DELETE' && upload === undefined && body !== nothing && id !== 'approveReturn',
);

let system: OwnTestSystem;
let tenant: TestTenant;
let standing: Standing;
/** The first response to each write. */
const first = new Map<string, Answer>();

beforeAll(async () => {
  system = await lentTestSystem();
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  standing = await setUpRecords(tenant.shop);
  return () => tenant.stop();
});

/** The example of the contract, but where it asks for what the records make pointless. */
function requestFor(operation: Operation): ContractRequest {
  const request = requestOfContract(operation, standing);
  return operation.id === 'transferStock'
    ? { ...request, options: { body: { to: 'MAIN', sku: 'MUG-01', quantity: 1 } } }
    : request;
}

/** Sends a request under its own key: again where a stalled machine lets it be pending (202), since what is kept is the answer to come. */
function send({ operation, method, path, options }: ContractRequest): Promise<Answer> {
  const headers = { ...options.headers, 'idempotency-key': `every write ${operation.id}` };
  return eventually(async () => {
    const answer = await system.call(method, path, { key: tenant.shop.key, ...options, headers });
    if (answer.status === 202) throw new Error(`${operation.id} is pending: ${answer.text}`);
    return answer;
  });
}

/** One of the writes erases an order: some seconds later the kept answers of it, and of its parts, have lost these. */
const ERASED: readonly string[] = ['ship_to', 'note', 'metadata'];
const OF_ORDERS = /^(?:ord|ful|ret)_/;

const wordsOf = ({ status, text }: Answer): unknown => {
  const { request_id: _ofEachRequest, ...body } = JSON.parse(text);
  const kept = Object.entries(body).filter(([name]) => !OF_ORDERS.test(body.id ?? '') || !ERASED.includes(name));
  return { status, body: Object.fromEntries(kept) };
};

test.each(WRITES)('$id is answered', async (operation) => {
  const answer = await send(requestFor(operation));
  first.set(operation.id, answer);

  // What is kept: a success, or a refusal because of the records.
  expect(answer.status < 400 ? 'done' : answer.problem().code).not.toBe('validation_failed');
  expect([200, 201, 404, 409, 412, 422]).toContain(answer.status);
});

test('and after every process was killed, the same requests', async () => {
  const before = await everyRecord(tenant.shop);
  await Promise.all(PROCESSES.map((name) => killNine(system, name)));

  expect(await everyRecord(tenant.shop)).toEqual(before);
});

test.each(WRITES)('$id: get the same answer, which says so', async (operation) => {
  const before = await everyRecord(tenant.shop);
  const known = first.get(operation.id);
  if (!known) throw new Error(`${operation.id} was not answered`);

  const answer = await send(requestFor(operation));

  expect(wordsOf(answer)).toEqual(wordsOf(known));
  expect(answer.headers.get('idempotency-replayed')).toBe('true');
  expect(await everyRecord(tenant.shop)).toEqual(before);
});

test.each(WITH_BODY)('$id: are refused under the same key with another body', async (operation) => {
  const request = requestFor(operation);
  const body = otherBody(operation, request.options.body);

  expect(body).toBeDefined();
  expect((await send({ ...request, options: { body } })).problem().code).toBe('idempotency_key_reused');
});

test('nothing differs between what the services keep', async () => {
  expect(await system.differences()).toEqual([]);
});
