import { expect, test } from 'vitest';
import { archiveCommand, parseArchiveArguments } from './archive-command.ts';

async function run(...args: readonly string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await archiveCommand(args, {
    env: {},
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
    signal: new AbortController().signal,
  });
  return { code, out: printed.join('\n'), err: complaints.join('\n') };
}

test('help names every option', async () => {
  const { code, out, err } = await run('--help');

  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const option of ['--older-than', '--rate', '--dry-run', '--json', '--namespace']) expect(out).toContain(`\n  ${option} `);
});

test.each([
  [[], /--older-than is missing/],
  [['--older-than', '30'], /from 31 to 99999/],
  [['--older-than', '-1'], /argument is ambiguous/],
  [['--older-than', '90.5'], /from 31 to 99999/],
  [['--older-than', '100000'], /from 31 to 99999/],
  [['--older-than', '90d'], /from 31 to 99999/],
  [['--older-than', '90', '--rate', '0'], /--rate is a whole number/],
  [['--older-than', '90', '--rate', 'fast'], /--rate is a whole number/],
  [['--older-than', '90', '--namespace', 'A-B'], /--namespace is/],
  [['--older-than', '90', '--dry'], /Unknown option '--dry'/],
  [['--older-than', '90', 'now'], /Unexpected argument 'now'/],
] as const)('wrong usage is 2, and says why: %j', async (args, why) => {
  const { code, out, err } = await run(...args);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.split('\n')[0]).toMatch(why);
  expect(err).toContain('npm run -s admin -- archive-ledger');
});

test('the smallest age, and the defaults', () => {
  const defaults = { kind: 'archive', rate: 2_000, dryRun: false, namespace: '', json: false };

  expect(parseArchiveArguments(['--older-than', '31'])).toEqual({ ...defaults, olderThanDays: 31 });
  expect(parseArchiveArguments(['--older-than=365', '--rate', '50', '--dry-run', '--json', '--namespace', 'shop_1'])).toEqual({
    kind: 'archive',
    olderThanDays: 365,
    rate: 50,
    dryRun: true,
    namespace: 'shop_1',
    json: true,
  });
});
