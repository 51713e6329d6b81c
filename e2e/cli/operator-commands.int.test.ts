import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addWebhookBody,
  issuedKey,
  memberWithToken,
  operatorOperations,
  pathOf,
  SERVICES,
  signedIn,
} from '@fulfilment/contracts';
import { listen } from '@fulfilment/http';
import { makeVerifyIdentity } from '@fulfilment/identity';
import { newId } from '@fulfilment/kernel';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runAdmin } from '../../apps/cli/src/run-admin.ts';
import { clientOf } from '../../apps/gateway/src/testing/client.ts';
import { accountCall, newEmail, PASSWORD } from '../../apps/gateway/src/testing/member-of.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../../apps/gateway/src/testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../../apps/gateway/src/testing/start-upstream.ts';

const MAIN = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));

let upstream: Upstream;
let gateway: TestGateway;
let webhooks: Server;
let webhooksUrl: string;
let demo: string;
let dataDir: string;
const calls: Array<{ readonly line: string; readonly body: unknown }> = [];

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  demo = (await gateway.operator.account()).id;
  webhooks = createServer(
    (request, response) =>
      void answerAsWebhooks(request).then(({ status, body }) => response.writeHead(status).end(JSON.stringify(body))),
  );
  webhooksUrl = `http://127.0.0.1:${await listen(webhooks, { host: '127.0.0.1', port: 0 })}`;
  dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-admin-'));
  const signingKey: unknown = JSON.parse(gateway.env['JWT_PRIVATE_KEY'] ?? '');
  const processes = [
    { name: 'gateway', baseUrl: gateway.url, internalPort: gateway.internalPort },
    { name: 'inventory', baseUrl: 'http://127.0.0.1:1' },
    { name: 'orders', baseUrl: 'http://127.0.0.1:1' },
    { name: 'kafka', baseUrl: '127.0.0.1:9092' },
    ...SERVICES.map((name) => ({ name, baseUrl: webhooksUrl })),
  ];
  await writeFile(join(dataDir, 'run.json'), JSON.stringify({ pid: process.pid, processes }));
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify({ signingKey }));
  await writeFile(join(dataDir, 'accounts.json'), JSON.stringify({ demo: { accountId: demo, key: 'x' } }));
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
  await new Promise((resolve) => webhooks.close(resolve));
  await rm(dataDir, { recursive: true });
});

/** The operator's API of webhooks, as far as the commands go: it records each request with the type of its caller. */
async function answerAsWebhooks(request: IncomingMessage): Promise<{ readonly status: number; readonly body: object }> {
  const verify = makeVerifyIdentity({ keys: JSON.parse(gateway.env['JWT_PUBLIC_KEYS'] ?? ''), audience: 'webhooks' });
  const { type } = await verify(String(request.headers['x-internal-identity']));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  calls.push({ line: `${type} ${request.method} ${request.url}`, body });
  const record = {
    id: newId('whk'),
    account_id: demo,
    environment: 'sandbox',
    url: 'http://127.0.0.1:9000/hook',
    events: ['*'],
    description: null,
    status: 'active',
    created_at: new Date().toISOString(),
  };
  if (request.method === 'POST') return { status: 201, body: { ...record, secret: 'whsec_c2VjcmV0' } };
  return { status: 200, body: request.method === 'DELETE' ? record : { data: [record] } };
}

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Env = Readonly<Record<string, string>>;

/** Runs the command line in this process. */
async function admin(args: readonly string[], env: Env = { FULFILMENT_DATA: dataDir }): Promise<Run> {
  let [out, err] = ['', ''];
  const code = await runAdmin(args, { env, print: (text) => (out += text), complain: (text) => (err += text) });
  return { code, out, err };
}

/** The command line as a user starts it. */
function started(args: readonly string[], env: Env = { FULFILMENT_DATA: dataDir }): Promise<Run> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env } };
    execFile(process.execPath, [MAIN, ...args], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

test.each([
  ['succeeds', 0, ['account', 'list']],
  ['is refused', 1, ['key', 'revoke', 'mugs']],
  ['is used in a wrong way', 2, ['key', 'revoke']],
  ['is asked for its help', 0, ['key', '--help']],
] as const)('as a process it writes and exits as it does here, where it %s', async (_when, code, args) => {
  const run = await started(args);

  expect(run).toEqual(await admin(args));
  expect(run.code).toBe(code);
});

describe('a command that succeeds', () => {
  test('issues a key for the demo account in the sandbox as one JSON object', async () => {
    const { code, out, err } = await admin([
      'key',
      'issue',
      '--role',
      'viewer',
      '--burst',
      '5',
      '--rate',
      '2',
      '--name',
      'till',
      '--json',
    ]);
    const key = issuedKey.parse(JSON.parse(out));

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(key).toMatchObject({ account_id: demo, environment: 'sandbox', role: 'viewer', burst: 5, rate: 2, name: 'till' });
    expect((await clientOf(gateway, key.key)('/v1/inventory')).status).toBe(200);
  });

  test('tells people that the text of a key is shown only once', async () => {
    const { code, out } = await admin(['key', 'issue', '--role', 'admin', '--expires', '30d']);

    expect(code).toBe(0);
    expect(out).toMatch(/^key {10}fsk_sandbox_\w{36}\n/);
    expect(out).toContain('cannot be shown again');
  });

  test('rotates a key, and restricts it to addresses', async () => {
    const wish = ['key', 'issue', '--role', 'admin', '--ip', '198.18.0.0/15, 192.0.2.1', '--json'];
    const issued = issuedKey.parse(JSON.parse((await admin(wish)).out));
    const { code, out } = await admin(['key', 'rotate', issued.id, '--overlap', '2h']);
    const now = await admin(['key', 'rotate', issued.id, '--overlap', '0', '--json']);
    const rotated = issuedKey.parse(JSON.parse(now.out));

    expect(issued.ip_allowlist).toEqual(['198.18.0.0/15', '192.0.2.1']);
    expect(code).toBe(0);
    expect(out).toContain(`The secret that ends in ${issued.last4} stays valid until `);
    expect(rotated).toMatchObject({ id: issued.id, secrets: [{ last4: rotated.last4, ends_at: null }] });
    expect((await clientOf(gateway, rotated.key)('/v1/inventory')).status).toBe(200);
  });

  test('lists and revokes keys', async () => {
    const { id } = issuedKey.parse(JSON.parse((await admin(['key', 'issue', '--role', 'admin', '--json'])).out));
    const revoked = await admin(['key', 'revoke', id]);
    const listed = await admin(['key', 'list']);
    const json = await admin(['key', 'list', '--environment', 'sandbox', '--json']);

    expect(revoked).toMatchObject({ code: 0, out: `${id} is revoked.\n` });
    expect(listed.out.split('\n')[0]).toMatch(/^ID +KEY +ROLE +STATUS +LAST USED +NAME$/);
    expect(listed.out).toMatch(new RegExp(`^${id} .* revoked`, 'm'));
    expect(JSON.parse(json.out)).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id, status: 'revoked' })]),
    });
  });

  test('creates and lists accounts, and changes their plan', async () => {
    const made = await admin(['account', 'create', '--name', 'Mugs & Co', '--plan', 'evaluation', '--json']);
    const { id } = JSON.parse(made.out);
    const changed = await admin(['account', 'set-plan', '--account', id, '--plan', 'enterprise', '--json']);
    const listed = await admin(['account', 'list']);

    expect(JSON.parse(changed.out)).toMatchObject({ id, plan: 'enterprise' });
    expect(listed.out).toMatch(new RegExp(`^${id} +Mugs & Co +enterprise`, 'm'));
  });

  test('invites, lists, resets and removes a member; the token is shown only once', async () => {
    const email = newEmail();
    const invited = await admin(['member', 'invite', '--email', email, '--role', 'owner', '--account', demo]);
    const [, token = ''] = /^token +(\S+)$/m.exec(invited.out) ?? [];
    const joined = await accountCall(clientOf(gateway))('POST', '/invitations/accept', { token, password: PASSWORD });
    const { member } = signedIn.parse(JSON.parse(joined.text));
    const listed = await admin(['member', 'list']);
    const reset = memberWithToken.parse(JSON.parse((await admin(['member', 'reset', member.id, '--json'])).out));

    expect(invited.out).toMatch(/^link +https:\/\/api\.example\.test\/console\/invitation#\S+$/m);
    expect(invited.out).toContain('cannot be shown again');
    expect(member).toMatchObject({ email, role: 'owner', status: 'active', account_id: demo });
    expect(listed.out).toMatch(new RegExp(`${member.id} +${email} +owner +active`));
    expect(listed.out).not.toContain(token);
    expect(reset.one_time_token.purpose).toBe('reset');
    const link = (await admin(['member', 'sign-in-link', member.id])).out;
    const [, once = ''] = /^link +https:\/\/api\.example\.test\/console\/sign-in#(\S+)$/m.exec(link) ?? [];
    const signed = await accountCall(clientOf(gateway))('POST', '/session/link', { token: once });
    expect(signedIn.parse(JSON.parse(signed.text)).session.method).toBe('link');
    // The operator may remove the last owner as well.
    expect((await admin(['member', 'remove', member.id])).out).toBe(`${member.id} is removed.\n`);
  });

  test('adds, lists and removes webhook endpoints at the webhooks service', async () => {
    calls.length = 0;
    const added = await admin(['webhook', 'add', '--url', 'http://127.0.0.1:9000/hook', '--json']);
    await admin([
      'webhook',
      'add',
      '--url',
      'https://example.test/h',
      '--events',
      'order.created, order.shipped',
      '--environment',
      'production',
    ]);
    const listed = await admin(['webhook', 'list']);
    const removed = await admin(['webhook', 'remove', 'whk_1', '--json']);

    expect(JSON.parse(added.out)).toMatchObject({
      id: expect.stringMatching(/^whk_/),
      secret: 'whsec_c2VjcmV0',
      events: ['*'],
      environment: 'sandbox',
    });
    const path = pathOf(operatorOperations.listWebhooks);
    expect(calls.map(({ line }) => line)).toEqual([
      `operator POST ${path}`,
      `operator POST ${path}`,
      `operator GET ${path}?account_id=${demo}`,
      `operator DELETE ${path}/whk_1`,
    ]);
    expect(addWebhookBody.parse(calls[0]?.body)).toMatchObject({ account_id: demo, environment: 'sandbox', events: ['*'] });
    expect(addWebhookBody.parse(calls[1]?.body)).toMatchObject({
      events: ['order.created', 'order.shipped'],
      environment: 'production',
    });
    expect(listed.out).toContain('http://127.0.0.1:9000/hook');
    expect(JSON.parse(removed.out)).toEqual({ id: 'whk_1', removed: true });
  });

  test('reaches the system that the environment names', async () => {
    const env = {
      GATEWAY_INTERNAL_URL: gateway.internalUrl,
      WEBHOOKS_URL: webhooksUrl,
      JWT_PRIVATE_KEY: gateway.env['JWT_PRIVATE_KEY'] ?? '',
    };
    const { code, out } = await admin(['key', 'list', '--account', demo, '--json'], env);

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ data: expect.any(Array) });
    expect(await admin(['key', 'list'], env)).toMatchObject({
      code: 1,
      err: 'There is no demo account here. Name one with --account.\n',
    });
  });

  test.each([
    ['--help'],
    ['key', '--help'],
    ['key', 'issue', '--help'],
    ['account', 'set-plan', '--help'],
    ['webhook', 'add', '--help'],
    ['dead-letter', 'retry', '--help'],
    ['help', 'verify'],
  ])('prints the help: %s %s %s', async (...args) => {
    const { code, out } = await admin(args);

    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: npm run -s admin --/);
  });
});

describe('verify is npm run verify', () => {
  test('with its help', async () => {
    const { code, out } = await started(['verify', '--help']);

    expect(code).toBe(0);
    expect(out).toMatch(/^npm run -s verify --/);
  });

  test('with its refusal of unknown options', async () => {
    const { code, out, err } = await started(['verify', '--colour', 'red']);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('--colour');
  });

  test('with its refusal without a running system', async () => {
    const env = { FULFILMENT_DATA: join(dataDir, 'nothing') };

    expect(await started(['verify', '--json'], env)).toEqual({
      code: 1,
      out: '',
      err: 'The system is not running. Start it with: npm start\n',
    });
  });

  test('with its report, as one JSON object', async () => {
    const env = { FULFILMENT_DATA: join(dataDir, 'nothing'), MONGODB_URL: inject('engines').mongodbUrl };
    const { code, out } = await started(['verify', '--json', '--namespace', 'nobody_'], env);

    expect({ code, report: JSON.parse(out) }).toMatchObject({ code: 0, report: { clean: true } });
  });
});

describe('a refusal is one line with exit status 1', () => {
  test.each([
    ['an unknown account', ['key', 'issue', '--role', 'admin', '--account', newId('acc')], 'There is no such account.'],
    ['the keys of an unknown account', ['key', 'list', '--account', newId('acc')], 'There is no such account.'],
    ['the endpoints of an unknown account', ['webhook', 'list', '--account', newId('acc')], 'There is no such account.'],
    [
      'an endpoint for an unknown account',
      ['webhook', 'add', '--url', 'https://example.test/h', '--account', newId('acc')],
      'There is no such account.',
    ],
    ['a malformed account id', ['key', 'list', '--account', 'mugs'], 'There is no such account.'],
    ['a malformed key id', ['key', 'revoke', 'mugs'], 'There is no such key.'],
    ['a rotation of an unknown key', ['key', 'rotate', newId('key')], 'There is no such key.'],
    [
      'a member for an unknown account',
      ['member', 'invite', '--email', 'jo@example.com', '--role', 'owner', '--account', newId('acc')],
      'There is no such account.',
    ],
    ['the members of an unknown account', ['member', 'list', '--account', newId('acc')], 'There is no such account.'],
    ['an unknown member', ['member', 'reset', newId('mem')], 'There is no such member.'],
    [
      'a malformed address',
      ['member', 'invite', '--email', 'jo', '--role', 'owner'],
      '--email: An e-mail address such as jo@example.com.',
    ],
    ['an unknown key', ['key', 'revoke', newId('key')], 'There is no such key.'],
    [
      'a key that would have expired already',
      ['key', 'issue', '--role', 'admin', '--expires', '2020-01-01'],
      '--expires: Must be in the future.',
    ],
  ])('%s', async (...row) => {
    const [, args, line] = row;

    expect(await admin([...args, '--json'])).toEqual({ code: 1, out: '', err: `${line}\n` });
  });

  test('a limit that is too high, once and under the name of its option', async () => {
    const { code, err } = await admin(['key', 'issue', '--role', 'admin', '--burst', '1000001']);

    expect(code).toBe(1);
    expect(err).toMatch(/^--burst: [^/\n]+\n$/);
  });

  test('a production key without the enterprise plan', async () => {
    const { id } = await gateway.operator.account('evaluation');
    const run = await admin(['key', 'issue', '--role', 'admin', '--environment', 'production', '--account', id]);

    expect(run).toEqual({ code: 1, out: '', err: 'The production environment requires the enterprise plan.\n' });
  });

  test('a system that does not run, was killed, or does not answer', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'fulfilment-admin-'));
    const notRunning = { code: 1, out: '', err: 'The system is not running. Start it with: npm start\n' };
    expect(await admin(['key', 'list'], { FULFILMENT_DATA: empty })).toEqual(notRunning);

    const signingKey: unknown = JSON.parse(gateway.env['JWT_PRIVATE_KEY'] ?? '');
    await writeFile(join(empty, 'secrets.json'), JSON.stringify({ signingKey }));
    await writeFile(join(empty, 'run.json'), JSON.stringify({ pid: 2 ** 22 + 1, processes: [] }));
    expect(await admin(['key', 'list'], { FULFILMENT_DATA: empty })).toEqual(notRunning);
    await rm(empty, { recursive: true });

    const env = {
      GATEWAY_INTERNAL_URL: 'http://127.0.0.1:1',
      WEBHOOKS_URL: 'http://127.0.0.1:1',
      JWT_PRIVATE_KEY: JSON.stringify(signingKey),
    };
    const silent = await admin(['account', 'list'], env);
    expect(silent).toMatchObject({ code: 1, out: '' });
    expect(silent.err).toMatch(/^The system is not running: [^\n]+\n$/);
  });

  test('an incomplete environment', async () => {
    const { code, err } = await admin(['account', 'list'], { GATEWAY_INTERNAL_URL: 'http://127.0.0.1:1' });

    expect(code).toBe(1);
    expect(err).toMatch(/WEBHOOKS_URL, JWT_PRIVATE_KEY/);
  });
});

test.each([
  [[]],
  [['key']],
  [['keys', 'list']],
  [['key', 'make']],
  [['key', 'issue']],
  [['key', 'issue', '--role', 'king']],
  [['key', 'issue', '--role', 'admin', '--environment', 'moon']],
  [['key', 'issue', '--role', 'admin', '--burst', 'many']],
  [['key', 'issue', '--role', 'admin', '--expires', 'soon']],
  [['key', 'rotate']],
  [['key', 'rotate', 'key_1', '--overlap', 'long']],
  [['key', 'revoke']],
  [['key', 'list', '--colour', 'red']],
  [['member', 'invite', '--email', 'jo@example.com']],
  [['member', 'invite', '--email', 'jo@example.com', '--role', 'king']],
  [['member', 'remove']],
  [['account', 'create', '--name', 'x']],
  [['webhook', 'add']],
  [['webhook', 'add', '--url', 'http://x', '--events', 'order.lost']],
  [['dead-letter', 'list', '--service', 'gateway']],
  [['dead-letter', 'list', '--state', 'lost']],
  [['dead-letter', 'retry']],
  [['dead-letter', 'retry', 'gateway/scans.events/0/1']],
])('wrong usage has exit status 2 and a reason: %j', async (args) => {
  const { code, out, err } = await admin(args);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).not.toBe('');
});
