import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curlCommand } from './curl-command.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const HEADERS = { 'Content-Type': 'application/json', 'webhook-id': 'evt_1', 'webhook-timestamp': '1' };
let folder: string;

// In the place of curl: writes the words that it is given, each with a NUL behind it.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-curl-'));
  await writeFile(join(folder, 'curl'), `#!/bin/sh\nprintf '%s\\0' "$@"\n`);
  await chmod(join(folder, 'curl'), 0o755);
});

afterAll(() => rm(folder, { recursive: true }));

function run(command: string, env: Readonly<Record<string, string>>) {
  return promisify(execFile)('sh', ['-c', command], {
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, ...env },
  });
}

/** The words that curl is given. */
async function wordsOf(command: string): Promise<readonly string[]> {
  const { stdout } = await run(command, { SECRET });
  return stdout.split('\0').slice(0, -1);
}

test.each([
  ['as events are', '{"id":"evt_1","sku":"MUG-01"}'],
  ['with quotes and what a shell expands', `{"note":"it's $HOME \`id\` \\"\\\\ !$(id)"}`],
  ['with line breaks, a beginning like a file and other scripts', '@{\n "name": "Tüte 茶 🍵"\n}'],
])('a body %s is sent as it is, signed in both ways at the time of the command', async (_, body) => {
  const begun = Math.floor(Date.now() / 1_000);
  const words = await wordsOf(curlCommand({ url: "https://shop.example/hooks?a=1&b='2'", headers: HEADERS, body }));
  const headers = words.filter((_word, index) => words[index - 1] === '-H');
  const at = headers.find((header) => header.startsWith('webhook-timestamp: '))?.split(': ')[1] ?? '';
  const service = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const standard = createHmac('sha256', key).update(`evt_1.${at}.${body}`).digest('base64');

  expect(Number(at)).toBeGreaterThanOrEqual(begun);
  expect(words.slice(0, 2)).toEqual(['-i', "https://shop.example/hooks?a=1&b='2'"]);
  expect(words.slice(-2)).toEqual(['--data-raw', body]);
  expect(headers).toEqual([
    'Content-Type: application/json',
    'webhook-id: evt_1',
    `webhook-timestamp: ${at}`,
    `Service-Signature: t=${at},v1=${service}`,
    `webhook-signature: v1,${standard}`,
  ]);
});

test('without the secret nothing is sent, and the command says what is missing', async () => {
  const command = curlCommand({ url: 'https://shop.example/', headers: HEADERS, body: '{}' });

  await expect(run(command, {})).rejects.toMatchObject({ stdout: '', stderr: expect.stringContaining('secret of the endpoint') });
});
