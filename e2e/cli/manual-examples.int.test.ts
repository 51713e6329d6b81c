import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AnswerOf,
  type OperatorOperation,
  operatorOperations as operator,
  pathOf,
  PUBLISHED_TOPICS,
} from '@fulfilment/contracts';
import { listen } from '@fulfilment/http';
import { newId } from '@fulfilment/kernel';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { gatewayEnv, startGateway, type TestGateway } from '../../apps/gateway/src/testing/start-gateway.ts';
import { invite, memberOf, newEmail } from '../../apps/gateway/src/testing/member-of.ts';
import { startUpstream, type Upstream } from '../../apps/gateway/src/testing/start-upstream.ts';
import { runAdmin } from '../../apps/cli/src/run-admin.ts';
import { MANUALS, PROGRAMS } from '../../apps/cli/src/command-manual.ts';

const MAIN = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));
const DEAD_LETTER_ID = 'orders/stock.outcomes/3/17';
const ROW_ID = 'inventory/evt_01JD8Z0000000000000000TEST';

let upstream: Upstream;
let gateway: TestGateway;
let others: Server;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  const { id: accountId } = await gateway.operator.account();
  const key = await gateway.operator.key({ accountId });
  const { id: suspendedId } = await gateway.operator.account();
  await gateway.operator.call('POST', pathOf(operator.suspendAccount).replace(':id', suspendedId));
  const answers = answersOfOthers(accountId);
  others = createServer((request, response) => {
    const { status, body } = answers.find(({ answers: isAnswered }) => isAnswered(request)) ?? { status: 404, body: {} };
    response.writeHead(status).end(JSON.stringify(body));
  });
  const url = `http://127.0.0.1:${await listen(others, { host: '127.0.0.1', port: 0 })}`;
  const revocationsFile = join(await mkdtemp(join(tmpdir(), 'fulfilment-manual-')), 'revocations.json');
  await writeFile(revocationsFile, JSON.stringify({ data: [] }));
  env = {
    PATH: process.env['PATH'] ?? '',
    GATEWAY_INTERNAL_URL: gateway.internalUrl,
    WEBHOOKS_URL: url,
    INVENTORY_URL: url,
    ORDERS_URL: url,
    SCANS_URL: url,
    JWT_PRIVATE_KEY: gateway.env['JWT_PRIVATE_KEY'] ?? '',
    MONGODB_URL: inject('engines').mongodbUrl,
    ACCOUNT_ID: accountId,
    SUSPENDED_ID: suspendedId,
    REVOCATIONS_FILE: revocationsFile,
    EXPORT_FOLDER: join(dirname(revocationsFile), 'export'),
    KEY_ID: key.id,
    MEMBER_ID: (await memberOf(gateway, accountId)).id,
    INVITED_ID: (await invite(gateway, accountId, { email: newEmail(), role: 'viewer' })).id,
    WEBHOOK_ID: newId('whk'),
    DEAD_LETTER_ID,
    ROW_ID,
  };
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
  await new Promise((resolve) => others.close(resolve));
  await rm(dirname(env['REVOCATIONS_FILE'] ?? ''), { recursive: true });
});

interface Answer {
  readonly answers: (request: IncomingMessage) => boolean;
  readonly status: number;
  readonly body: object;
}

function answerOf<Op extends OperatorOperation>(operation: Op, body: AnswerOf<Op> & object): Answer {
  const path = new RegExp(`^${pathOf(operation).replaceAll(/:\w+/g, '[^/]+')}$`);
  return {
    answers: ({ method, url = '' }) => method === operation.method && path.test(new URL(url, 'http://127.0.0.1').pathname),
    status: Number(Object.keys(operation.replies)[0]),
    body,
  };
}

/** The operator's API of the services, as far as the examples go. */
function answersOfOthers(accountId: string): readonly Answer[] {
  const endpoint: AnswerOf<typeof operator.removeWebhook> = {
    id: newId('whk'),
    account_id: accountId,
    environment: 'sandbox',
    url: 'http://127.0.0.1:9000/hook',
    events: ['*'],
    description: null,
    status: 'active',
    created_at: new Date().toISOString(),
  };
  return [
    {
      answers: ({ url = '' }) => /^\/(account\/)?v1\//.test(url),
      status: 200,
      body: { data: [], has_more: false, next_cursor: null },
    },
    answerOf(operator.addWebhook, { ...endpoint, secret: 'whsec_c2VjcmV0' }),
    answerOf(operator.listWebhooks, { data: [endpoint] }),
    answerOf(operator.removeWebhook, endpoint),
    answerOf(operator.holdDeliveries, { changed: 1 }),
    answerOf(operator.releaseDeliveries, { changed: 1 }),
    answerOf(operator.listDeadLetters, { data: [deadLetter], next_after: null }),
    answerOf(operator.retryDeadLetter, { id: DEAD_LETTER_ID, put_back: 1 }),
    answerOf(operator.getDeadLetter, { ...deadLetter, headers: {}, following: [] }),
    answerOf(operator.discardDeadLetter, { id: DEAD_LETTER_ID, state: 'discarded', following: [] }),
    answerOf(operator.listRefusedRows, { data: [] }),
    answerOf(operator.retryRow, { id: ROW_ID }),
    answerOf(operator.republish, { messages: 12 }),
    answerOf(operator.listTopics, { data: topics }),
    answerOf(operator.growTopic, { result: 'grown' }),
    answerOf(operator.holdRelays, { state: 'renewed', rest_seconds: 0, settle_seconds: 0 }),
    answerOf(operator.releaseRelays, {}),
    answerOf(operator.getStored, { data: [{ environment: 'sandbox', kind: 'skus', used: 1 }] }),
    answerOf(operator.getStoredBytes, { data: [{ environment: 'sandbox', used: 12_408 }] }),
    answerOf(operator.getWaiting, { data: [{ environment: 'sandbox', kind: 'steps', waiting: 0 }] }),
    answerOf(operator.getWebhook, endpoint),
    answerOf(operator.countRecords, { data: [{ kind: 'orders', count: 3 }] }),
    answerOf(operator.listAllocations, { data: [], next_after: null }),
    answerOf(operator.compareOrders, { behind: [], ahead: [], unknown: [] }),
  ];
}

const topics = PUBLISHED_TOPICS.map((topic) => ({ topic, group: 'reader', partitions: 12, leaderless: 0, lag: 0, end: '7' }));

const deadLetter: AnswerOf<typeof operator.listDeadLetters>['data'][number] = {
  id: DEAD_LETTER_ID,
  group: 'orders',
  topic: 'stock.outcomes',
  partition: 3,
  offset: '17',
  key: 'acc_1/sandbox',
  error: 'Unexpected end of JSON input',
  follows: false,
  state: 'open',
  value: '{',
  at: new Date().toISOString(),
};

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Splits a line of the manual into words as a shell does. Without the demo account the line has to name one. */
async function wordsOf(line: string): Promise<string[]> {
  const needsAccount = /^(key (issue|list)|webhook (add|list)|member (invite|list))\b/.test(line) && !line.includes('--account');
  const { out } = await run('/bin/sh', ['-c', `printf '%s\\0' ${line}${needsAccount ? ' --account "$ACCOUNT_ID"' : ''}`]);
  return out.split('\0').slice(0, -1);
}

const isProgram = (name = ''): boolean => PROGRAMS.includes(name);

/** Programs are processes of their own and print there; the others do in this one what `npm run admin` has them do. */
async function typed(words: readonly string[]): Promise<Ended> {
  if (isProgram(words[0])) return run(process.execPath, [MAIN, ...words]);
  const printed = { out: '', err: '' };
  const code = await runAdmin(words, { env, print: (text) => (printed.out += text), complain: (text) => (printed.err += text) });
  return { code, ...printed };
}

function run(program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const examples = Object.entries(MANUALS).flatMap(([name, { output, examples: shown }]) =>
  shown.map(({ line }) => ({ name, line, output })),
);

test.each(examples)('$line succeeds and prints the documented fields', async ({ line, output }) => {
  // One namespace that no system uses: what else is on these engines is no part of this.
  const alone = isProgram(line.split(' ', 1)[0]) ? `${line} --namespace nobody_` : line;
  const { code, out, err } = await typed(await wordsOf(alone.includes('--json') ? alone : `${alone} --json`));

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(output.safeParse(JSON.parse(out)).error).toBeUndefined();
});
