import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type DeadLetterRecord, PUBLISHED_TOPICS, type WebhookRecord } from '@fulfilment/contracts';
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
  others = createServer((request, response) => response.end(JSON.stringify(answerAsOthers(request, accountId))));
  const url = `http://127.0.0.1:${await listen(others, { host: '127.0.0.1', port: 0 })}`;
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
});

/** The operator's API of the services, as far as the examples go. */
function answerAsOthers({ method, url = '' }: IncomingMessage, accountId: string): unknown {
  if (url.startsWith('/operator/v1/dead-letters/retry')) return { id: DEAD_LETTER_ID, put_back: 1 };
  if (url.startsWith('/operator/v1/dead-letters')) return { data: [deadLetter], next_after: null };
  if (url.startsWith('/operator/v1/outbox/retry')) return { id: ROW_ID };
  if (url.startsWith('/operator/v1/outbox/republish')) return { messages: 12 };
  if (url.startsWith('/operator/v1/outbox')) return { data: [] };
  const ofTopics = TOPIC_ANSWERS.get(url);
  if (ofTopics) return ofTopics;
  if (method === 'DELETE') return {};
  if (url.startsWith('/operator/v1/accounts')) return { changed: 1 };
  const record: WebhookRecord = {
    id: newId('whk'),
    account_id: accountId,
    environment: 'sandbox',
    url: 'http://127.0.0.1:9000/hook',
    events: ['*'],
    description: null,
    status: 'active',
    created_at: new Date().toISOString(),
  };
  return method === 'POST' ? { ...record, secret: 'whsec_c2VjcmV0' } : { data: [record] };
}

const topics = PUBLISHED_TOPICS.map((topic) => ({ topic, group: 'reader', partitions: 12, leaderless: 0, lag: 0, end: '7' }));
const TOPIC_ANSWERS: ReadonlyMap<string, object> = new Map<string, object>([
  ['/operator/v1/topics', { data: topics }],
  ['/operator/v1/topics/grow', { result: 'grown' }],
  ['/operator/v1/relays/hold', { state: 'renewed', rest_seconds: 0, settle_seconds: 0 }],
  ['/operator/v1/relays/release', {}],
  ['/operator/v1/allocations', { data: [], next_after: null }],
  ['/operator/v1/orders/compare', { behind: [], ahead: [], unknown: [] }],
]);

const deadLetter: DeadLetterRecord = {
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
