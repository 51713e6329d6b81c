import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type AccountRecord, IDENTITY_HEADER, operatorOperations as operator } from '@fulfilment/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeVerifyIdentity, type OperatedService, OperatorClient, OperatorRefusal, OperatorUnreachable } from './index.ts';

const signingKey = { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: randomUUID() };
const { d: _private, ...publicKey } = signingKey;
const ID = 'acc_01JD8Z0000000000000000TEST';
const account: AccountRecord = {
  id: ID,
  name: 'Mugs & Co',
  plan: 'evaluation',
  suspended_at: null,
  created_at: '2026-11-21T10:05:12.000Z',
};

const servers: Server[] = [];
let client: OperatorClient;
let received: string[] = [];
let answer: { readonly status: number; readonly body: object };

/** Answers calls with `answer`, and records them with their caller as this service verifies it. @returns its address. */
async function startService(service: OperatedService): Promise<string> {
  const verify = makeVerifyIdentity({ keys: { keys: [publicKey] }, audience: service });
  const record = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { type } = await verify(String(request.headers[IDENTITY_HEADER]));
    received.push(`${type} to ${service}: ${request.method} ${request.url} ${await text(request)}`.trim());
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  };
  const server = createServer((request, response) => void record(request, response));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

beforeAll(async () => {
  const [gateway, orders, webhooks] = await Promise.all([
    startService('gateway'),
    startService('orders'),
    startService('webhooks'),
  ]);
  client = new OperatorClient({ signingKey, urls: { gateway, orders, webhooks, scans: 'http://127.0.0.1:1' } });
});

beforeEach(() => {
  received = [];
});

afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

test('sends the operator’s call to the service of its operation, and reads the declared answer', async () => {
  answer = { status: 200, body: account };
  expect(await client.call(operator.suspendAccount, { params: { id: 'acc/1' } })).toEqual(account);
  answer = { status: 200, body: { changed: 2 } };
  expect(await client.call(operator.holdDeliveries, { params: { id: ID } })).toEqual({ changed: 2 });
  answer = { status: 201, body: account };
  await client.call(operator.createAccount, { body: { name: 'Mugs & Co', plan: 'evaluation' } });

  expect(received).toEqual([
    'operator to gateway: POST /operator/v1/accounts/acc%2F1/suspend',
    `operator to webhooks: POST /operator/v1/accounts/${ID}/suspend`,
    'operator to gateway: POST /operator/v1/accounts {"name":"Mugs & Co","plan":"evaluation"}',
  ]);
});

test('sends a call to the named one of several services, with its query', async () => {
  answer = { status: 200, body: { data: [], next_after: null } };
  const query = { state: undefined, after: 'orders/stock.outcomes/3/17', limit: 200 };
  await client.call(operator.listDeadLetters, { service: 'orders', query });
  await client.call(operator.listDeadLetters, { service: 'webhooks' });

  expect(received).toEqual([
    'operator to orders: GET /operator/v1/dead-letters?after=orders%2Fstock.outcomes%2F3%2F17&limit=200',
    'operator to webhooks: GET /operator/v1/dead-letters',
  ]);
});

test('throws what the service refuses, with its problem document', async () => {
  const problem = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found', detail: 'There is none.' };
  answer = { status: 404, body: { ...problem, request_id: 'req_1', retryable: false } };

  const refusal = await client.call(operator.listAccounts).catch((error: unknown) => error);

  expect(refusal).toBeInstanceOf(OperatorRefusal);
  expect(refusal).toMatchObject({ status: 404, problem: { code: 'not_found' } });
});

test('takes no status and no document that the operation does not declare', async () => {
  answer = { status: 202, body: account };
  await expect(client.call(operator.getAccount, { params: { id: ID } })).rejects.toThrow(OperatorRefusal);
  answer = { status: 200, body: { ...account, plan: 'unknown' } };
  await expect(client.call(operator.getAccount, { params: { id: ID } })).rejects.toThrow('plan');
});

test('names the service that is unknown or does not answer', async () => {
  await expect(client.call(operator.listAllocations)).rejects.toThrow(OperatorUnreachable);
  await expect(client.call(operator.listAllocations)).rejects.toThrow('the address of inventory is unknown');
  await expect(client.call(operator.listTopics, { service: 'scans' })).rejects.toThrow(
    'scans does not answer at http://127.0.0.1:1',
  );
});

const params = { id: ID };

// Nothing here runs: the check of types refuses each line whose mistake it does not find.
export const planted = {
  operations: () => [
    // @ts-expect-error -- there is no such operation.
    client.call(operator.listAccount),
    // @ts-expect-error -- a path is no operation.
    client.call('/accounts'),
    // @ts-expect-error -- neither is a call written out.
    client.call({ service: 'gateway', method: 'GET', path: '/accounts' }),
  ],
  params: () => [
    // @ts-expect-error -- without its parameter.
    client.call(operator.getAccount),
    // @ts-expect-error -- by another name.
    client.call(operator.getAccount, { params: { account_id: ID } }),
    // @ts-expect-error -- a path without parameters.
    client.call(operator.listAccounts, { params }),
  ],
  queries: () => [
    // @ts-expect-error -- without a required parameter.
    client.call(operator.listWebhooks, { query: {} }),
    // @ts-expect-error -- an unknown parameter.
    client.call(operator.listKeys, { query: { account: ID } }),
    // @ts-expect-error -- an unknown value.
    client.call(operator.listKeys, { query: { environment: 'staging' } }),
    // @ts-expect-error -- text in place of a number.
    client.call(operator.listDeadLetters, { service: 'orders', query: { limit: '200' } }),
    // @ts-expect-error -- nothing is to be asked here.
    client.call(operator.getAccount, { params, query: { environment: 'sandbox' } }),
  ],
  bodies: () => [
    // @ts-expect-error -- without a body.
    client.call(operator.setPlan, { params }),
    // @ts-expect-error -- without a required field.
    client.call(operator.createAccount, { body: { name: 'Mugs & Co' } }),
    // @ts-expect-error -- an unknown value.
    client.call(operator.setPlan, { params, body: { plan: 'free' } }),
    // @ts-expect-error -- an unknown field.
    client.call(operator.setPlan, { params, body: { plan: 'evaluation', name: 'Mugs & Co' } }),
    // @ts-expect-error -- one unknown of several, which the schema preprocesses.
    client.call(operator.addWebhook, { body: { account_id: ID, environment: 'sandbox', url: '', events: ['order.lost'] } }),
    // @ts-expect-error -- a read has none.
    client.call(operator.listAccounts, { body: {} }),
  ],
  services: () => [
    // @ts-expect-error -- several serve it.
    client.call(operator.listTopics),
    // @ts-expect-error -- the gateway has no dead letters.
    client.call(operator.listDeadLetters, { service: 'gateway' }),
    // @ts-expect-error -- webhooks publishes nothing.
    client.call(operator.retryRow, { service: 'webhooks', body: { id: 'webhooks/1' } }),
    // @ts-expect-error -- the operation has its service.
    client.call(operator.suspendAccount, { service: 'webhooks', params }),
  ],
  answers: async () => [
    // @ts-expect-error -- the gateway answers with the account.
    (await client.call(operator.suspendAccount, { params })).changed,
    // @ts-expect-error -- and webhooks with a number.
    (await client.call(operator.holdDeliveries, { params })).plan,
  ],
};
