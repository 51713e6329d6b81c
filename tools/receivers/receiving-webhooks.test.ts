import { createHmac } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentedCode, type Given, judge, type Language } from './judge.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/receiving-webhooks.md'), 'utf8');
const { vectors } = z
  .object({
    vectors: z
      .array(z.object({ secret: z.string(), timestamp: z.int(), body: z.string(), service_signature: z.string() }))
      .nonempty(),
  })
  .parse(JSON.parse(readFileSync(join(ROOT, 'apps/webhooks/src/sending/signature-vectors.json'), 'utf8')));

/** The pages that show how to receive, for each language. */
const GUIDES = [
  'docs/receiving-webhooks.md',
  ...['node', 'python', 'ruby', 'go'].map((each) => `libs/clients/${each}/README.md`),
];

test.each(GUIDES)('receivers keep the id of the body, which is signed, and no header: %s', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)];
  // One shows a request with its headers.
  const code = blocks.flatMap(([, language, block = '']) => (language === 'http' ? [] : [block]));

  expect(code.length).toBeGreaterThan(4);
  expect(code.filter((block) => /(?:service-event|webhook)-id/i.test(block))).toEqual([]);
  expect(text).toMatch(/the same `id` in its body|which is of the signed body/);
});

const NOW = 1_763_715_600;
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const OLD_SECRET = 'whsec_IkYQ8QKJC8DkDEn/tFa7k9Rabe6I3Jp77zUfoQ0/hYI=';
const BODY = '{"id":"evt_1","name":"Blåbær 🫐"}';

const v1 = (secret: string, time: number | string = NOW): string =>
  `v1=${createHmac('sha256', secret).update(`${time}.${BODY}`).digest('hex')}`;
const given = (header: string, other: Partial<Given> = {}): Given => ({ body: BODY, header, secret: SECRET, now: NOW, ...other });
const genuine = `t=${NOW},${v1(SECRET)}`;

const BELIEVED: Readonly<Record<string, Given>> = {
  'a genuine one': given(genuine),
  'one that was signed five minutes ago': given(genuine, { now: NOW + 300 }),
  'one by a clock five minutes ahead': given(genuine, { now: NOW - 300 }),
  'one of two secrets, the first': given(`t=${NOW},${v1(SECRET)},${v1(OLD_SECRET)}`),
  'one of two secrets, the second': given(`t=${NOW},${v1(OLD_SECRET)},${v1(SECRET)}`),
  'one with a signature of a later kind': given(`t=${NOW},v2=abc,${v1(SECRET)}`),
  ...Object.fromEntries(
    vectors.map(({ service_signature: header, timestamp: now, body, secret }, place) => [
      `vector ${place}`,
      { header, now, body, secret },
    ]),
  ),
};
const REFUSED: Readonly<Record<string, Given>> = {
  'one that another secret signed': given(genuine, { secret: OLD_SECRET }),
  'one whose body has changed': given(genuine, { body: `${BODY} ` }),
  'one that was signed earlier': given(genuine, { now: NOW + 301 }),
  'one that was signed later': given(genuine, { now: NOW - 301 }),
  'a recorded one with a new time': given(`t=${NOW + 900},${v1(SECRET)}`, { now: NOW + 900 }),
  'one with two signatures, both by others': given(`t=${NOW},${v1(OLD_SECRET)},${v1('whsec_AAAA')}`),
  'one with a signature of another kind alone': given(`t=${NOW},${v1(SECRET).replace('v1', 'v0')}`),
  'one with half a signature': given(genuine.slice(0, -32)),
  'one with an empty signature': given(`t=${NOW},v1=`),
  'one without a signature': given(`t=${NOW}`),
  'one without a time': given(v1(SECRET)),
  'one with a time that is none': given(`t=soon,${v1(SECRET, 'soon')}`),
  'one with a time without an end': given(`t=${'9'.repeat(400)},${v1(SECRET)}`),
  'one without a header': given(''),
  'one with a header of commas': given(',,,'),
};
/** Signed by what anyone knows. */
const forged = (secret: string): Given => given(`t=${NOW},${v1(secret)}`, { secret });
const WITHOUT_SECRET: Readonly<Record<string, Given>> = {
  'an empty secret': forged(''),
  'a blank one': forged('   '),
  'a prefix alone': forged('whsec_'),
  'a short one': forged('whsec_eA=='),
  'one without its prefix': forged(SECRET.slice('whsec_'.length)),
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fulfilment-receiver-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The engines need a runtime for Java, and not always a compiler. */
function compilesJava(): boolean {
  try {
    execFileSync('javac', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const LANGUAGES: readonly Language[] = ['js', 'python', 'java', 'sh'];

describe.each(LANGUAGES)('the documented code in %s', (language) => {
  test.skipIf(language === 'java' && !compilesJava())(
    'believes what is genuine and nothing else, and fails without a secret',
    async () => {
      const cases = { ...BELIEVED, ...REFUSED, ...WITHOUT_SECRET };

      const judged = await judge({ language, code: documentedCode(page, language), folder }, Object.values(cases));

      const said = Object.fromEntries(Object.keys(cases).map((name, place) => [name, judged[place]]));
      expect(said).toEqual({
        ...Object.fromEntries(Object.keys(BELIEVED).map((name) => [name, 'true'])),
        ...Object.fromEntries(Object.keys(REFUSED).map((name) => [name, 'false'])),
        ...Object.fromEntries(Object.keys(WITHOUT_SECRET).map((name) => [name, 'failed'])),
      });
    },
  );
});
