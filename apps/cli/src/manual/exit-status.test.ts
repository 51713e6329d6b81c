import { expect, test } from 'vitest';
import { runAdmin } from '../run-admin.ts';
import { commandManuals } from './command-manual.ts';

/** `verify` is a program of its own, with tests of its own. */
const commands = commandManuals().filter(({ name }) => name !== 'verify');
const env = { FULFILMENT_DATA: '/nowhere' };

async function typed(...words: readonly string[]) {
  const printed = { out: '', err: '' };
  const code = await runAdmin(words, { env, print: (text) => (printed.out += text), complain: (text) => (printed.err += text) });
  return { code, ...printed };
}

/** An example as a shell gives it to the program. An id may be any, but for that of a dead letter, which says whose it is. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .map((word) => (word === '$DEAD_LETTER_ID' ? 'orders/stock.outcomes/3/17' : word));
}

test.each(commands)('$name --help: 0, and how it is used', async ({ name, options }) => {
  const { code, out, err } = await typed(...name.split(' '), '--help');

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`Usage: npm run -s admin -- ${name} `);
  for (const option of options) expect(out).toContain(option.typed.split(' ')[0]);
  expect(options.map((option) => option.typed)).toContain('--json');
});

test.each(commands)('$name --colour: 2, and what is wrong', async ({ name, examples: [example] }) => {
  const { code, out, err } = await typed(...wordsOf(example?.line ?? name), '--colour');

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('--colour');
});

test.each(commands.flatMap(({ examples }) => examples))('$line where nothing runs: 1, and one line', async ({ line }) => {
  const { code, out, err } = await typed(...wordsOf(line), ...(line.includes('--json') ? [] : ['--json']));

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^[^\n]+\n$/);
});
