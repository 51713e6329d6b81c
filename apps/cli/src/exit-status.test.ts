import { expect, test } from 'vitest';
import { runAdmin } from './run-admin.ts';
import { commandManuals, PROGRAMS } from './command-manual.ts';

/** Separate programs have their own tests. */
const commands = commandManuals().filter(({ name }) => !PROGRAMS.includes(name));
const env = { FULFILMENT_DATA: '/nowhere' };

async function typed(...words: readonly string[]) {
  const printed = { out: '', err: '' };
  const code = await runAdmin(words, { env, print: (text) => (printed.out += text), complain: (text) => (printed.err += text) });
  return { code, ...printed };
}

/** Ids that name their service; for the others any text will do. */
const IDS: ReadonlyMap<string, string> = new Map([
  ['$DEAD_LETTER_ID', 'orders/stock.outcomes/3/17'],
  ['$ROW_ID', 'orders/msg_1'],
]);

/** The words of an example as a shell passes them. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .map((word) => IDS.get(word) ?? word);
}

test.each(commands)('$name --help exits with 0 and prints the usage', async ({ name, options }) => {
  const { code, out, err } = await typed(...name.split(' '), '--help');

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`Usage: npm run -s admin -- ${name} `);
  for (const option of options) expect(out).toContain(option.typed.split(' ')[0]);
  expect(options.map((option) => option.typed)).toContain('--json');
});

test.each(commands)('$name with an unknown option exits with 2 and names it', async ({ name, examples: [example] }) => {
  const { code, out, err } = await typed(...wordsOf(example?.line ?? name), '--colour');

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('--colour');
});

test.each(commands.flatMap(({ examples }) => examples))(
  '$line without a running system exits with 1 and one line',
  async ({ line }) => {
    const { code, out, err } = await typed(...wordsOf(line), ...(line.includes('--json') ? [] : ['--json']));

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^[^\n]+\n$/);
  },
);

test.each(['show', 'suspend', 'delete', 'storage'])('account %s of an account without an id exits with 2', async (name) => {
  const { code, out, err } = await typed('account', name, '--account', '');

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('--account');
});
