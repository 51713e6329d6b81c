import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CurlBlock, curlBlocks, FILES_WITH_COMMANDS } from './examples/curl-blocks.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import { processNamed, type TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

/** An address of the guides that has no receiver; the subscriber of the test takes its place. */
const SAMPLE_RECEIVER = 'https://hooks.example.com/aisle-3';

/** Cases of orders that leave in parts, each by the number that tests of services have it by. */
const CASES = ['F1', 'F2', 'F4', 'F5', 'F6', 'F7', 'F8', 'F10', 'F11', 'F13', 'F15', 'F16', 'F17'];
/** Output of a script, and its exit status. */
const ran = z.object({ stdout: z.string(), code: z.int() });

/** Files whose commands begin with an empty inventory; the others find the SKU of the samples. */
const FROM_NOTHING = ['README.md', 'docs/getting-started.md'];

let system: TestSystem;
let origin: string;

beforeAll(async () => {
  system = await sharedTestSystem();
  // The name for which curl and browsers send a cookie that is `Secure` over plain http.
  origin = `http://localhost:${new URL(processNamed(system, 'gateway').baseUrl).port}`;
});

/** Those that install a package are run by `downloads.e2e.test.ts`, in folders of their own. */
const blocksOf = (file: string): readonly CurlBlock[] => curlBlocks(file).filter(({ text }) => !text.includes('/downloads/'));
const withCurl = FILES_WITH_COMMANDS.filter((file) => blocksOf(file).length > 0);

test('blocks are found in every file whose text calls curl', () => {
  expect(withCurl).toEqual(expect.arrayContaining(['README.md', 'docs/accounts.md', 'docs/moving-inventory-by-file.md']));
  expect(curlBlocks('x.md', 'a\n```sh\ncurl -f x\n```\nb\n```\nls\n```\n~~~\n  curl y\n~~~\n').map(({ name }) => name)).toEqual([
    'x.md:2',
    'x.md:9',
  ]);
});

test('a refusal is a failure for every command, so that no download stores one as its file', () => {
  const blocks = FILES_WITH_COMMANDS.flatMap((file) => curlBlocks(file));

  expect(blocks.filter(({ text }) => /\bcurl (?!-f )/.test(text)).map(({ name }) => name)).toEqual([]);
});

describe('the script of orders that leave in parts', () => {
  const script = readFileSync(join(import.meta.dirname, '../docs/examples/fulfilment-cases.sh'), 'utf8');
  let tenant: TestTenant;

  beforeAll(async () => {
    tenant = await openTenant(system);
    return () => tenant.stop();
  });

  /** @returns what it prints, and its exit status. */
  function run(text: string): Promise<z.output<typeof ran>> {
    const env = { PATH: process.env['PATH'] ?? '', API: `${origin}/v1`, KEY: tenant.shop.key };
    return promisify(execFile)('bash', ['--norc', '-c', text], { env }).then(
      (printed) => ran.parse({ ...printed, code: 0 }),
      (failure: unknown) => ran.parse(failure),
    );
  }

  test('reads in every case the values that are right, and ends with status 0', async () => {
    const cases = [...script.matchAll(/^begin '(F\d+): /gm)].map(([, name = '']) => name);
    const compared = script.match(/^ *(?:is|becomes) '/gm)?.length ?? 0;

    const { stdout, code } = await run(script);

    expect({ code, wrong: stdout.match(/^ {2}WRONG: .*/gm) }).toEqual({ code: 0, wrong: null });
    expect([...stdout.matchAll(/^(F\d+): /gm)].map(([, name]) => name)).toEqual(cases);
    // One is compared for each of four orders.
    expect(stdout.match(/^ {2}right: /gm)).toHaveLength(compared + 3);
    expect(cases).toEqual(CASES);
  });

  test('ends with status 1 where a value differs, and prints both', async () => {
    const [until] = script.split("begin 'F2:");
    const tail = script.slice(script.lastIndexOf('\nprintf '));

    const { stdout, code } = await run(`${until?.replace('on_hand 93', 'on_hand 92')}${tail}`);

    expect(code).toBe(1);
    expect(stdout.match(/^ {2}WRONG: .*/gm)).toEqual([
      '  WRONG: stock of the first: on_hand 93, allocated 0, available 93, in place of on_hand 92, allocated 0, available 93',
    ]);
  });
});

describe.each(withCurl)('%s', (file) => {
  let tenant: TestTenant;
  let folder: string;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    tenant = await openTenant(system);
    folder = await mkdtemp(join(tmpdir(), 'fulfilment-guide-'));
    const { accountId } = tenant.tenant;
    const email = `${newId('mem').toLowerCase()}@example.com`;
    const { one_time_token: invitation } = await system.operator.invite({ accountId, email, role: 'owner' });
    if (!FROM_NOTHING.includes(file)) {
      await tenant.shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 100 });
      await eventually(seeAnEvent);
    }
    env = {
      PATH: process.env['PATH'] ?? '',
      API: `${origin}/v1`,
      ACCOUNT_API: `${origin}/account/v1`,
      KEY: tenant.shop.key,
      TOKEN: invitation.token,
    };
  });

  afterAll(async () => {
    await tenant?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(blocksOf(file))('the commands of $name succeed as they are shown', async (block) => {
    const { stdout } = await run(block);

    expect(stdout).not.toContain('"request_id"');
  });

  /** The feed tells of a change only after the change was answered. @throws Error as long as the feed is empty. */
  async function seeAnEvent(): Promise<void> {
    if ((await tenant.shop.events()).length === 0) throw new Error('The feed has no event.');
  }

  /** Stops at the first command that fails, at a refusal and at a variable that is not set. @throws Error with its output. */
  async function run({ text }: CurlBlock): Promise<{ readonly stdout: string }> {
    const script = `set -euo pipefail\ncurl() { command curl -sS "$@"; }\n${text}`;
    const shown = script.replaceAll(SAMPLE_RECEIVER, tenant.subscriber.url);
    return await promisify(execFile)('bash', ['--norc', '-c', shown], { cwd: folder, env: { ...env } });
  }
});
