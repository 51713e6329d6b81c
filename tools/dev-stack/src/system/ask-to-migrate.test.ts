import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askToMigrate } from './ask-to-migrate.ts';

const PLAN = ['orders: migration 2, first-steps', 'scans: migration 3, second-steps'];

/** Asks at a terminal, where `keys` are pressed once the question is there. @returns the leave, and what was shown. */
async function answered(keys: string, { isTTY = true, stop = new AbortController() } = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()].map((stream) => Object.assign(stream, { isTTY }));
  if (!input || !output) throw new Error('Two streams');
  let shown = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const wasAsked = shown.includes('[y/N]');
    shown += text;
    if (!wasAsked && shown.includes('[y/N]')) input.write(keys);
    if (keys === 'hang up') input.end();
    if (keys === '') stop.abort();
  });
  return { leave: await askToMigrate(PLAN, { input, output, signal: stop.signal }), shown };
}

test.each(['y\r', 'yes\r', 'Y\r', ' YES \r'])('%j at a terminal gives leave', async (keys) => {
  expect((await answered(keys)).leave).toBe(true);
});

test.each([
  ['no', 'n\r'],
  ['another word', 'yesterday\r'],
  ['an empty line', '\r'],
  ['Ctrl-C', '\u0003'],
  ['Ctrl-C after yes', 'yes\u0003'],
  ['Ctrl-D', '\u0004'],
  ['the end of the input', 'hang up'],
  ['a signal to stop', ''],
])('%s at a terminal gives none', async (_, keys) => {
  expect((await answered(keys)).leave).toBe(false);
});

test('the question shows each migration, and that there is no way back', async () => {
  const { shown } = await answered('n\r');

  expect(shown).toMatch(/an earlier release cannot use it afterwards:\n/);
  for (const line of PLAN) expect(shown).toContain(`  ${line}\n`);
});

test('without a terminal nothing is asked, and there is no leave', async () => {
  expect(await answered('y\r', { isTTY: false })).toEqual({ leave: false, shown: '' });
});
