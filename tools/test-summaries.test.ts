import { expect, test } from 'vitest';
import { afterBoth, filesToRunAgain, linesOf, summaryOf } from './test-summaries.ts';

const FAILED = 'apps/scans/src/scans/overview.int.test.ts > counting reads the index: expected [ 2 ] to equal [ 1 ]';
const OTHER = 'e2e/kill-nine.e2e.test.ts > nothing is lost: no answer: in 30 s';
const FLAKY = 'e2e/clients.e2e.test.ts > an answer drips: too early';

const outputOf = (failures: readonly string[]) =>
  [
    ' ✓ a test',
    `flaky: ${FLAKY}`,
    ...failures.map((line) => `failed: ${line}`),
    `90 passed, ${failures.length} failed, 2 skipped`,
    '',
  ].join('\n');
const ofSeed = () => Promise.resolve("const seed = runSeed('MODEL_SEED', import.meta.url);");
const plain = () => Promise.resolve('test of something on engines');

test('the lines of a run are read back as they were written, the last count alone', () => {
  const output = outputOf([FAILED, OTHER]);
  expect(linesOf(summaryOf(`3 passed, 0 failed, 0 skipped\n${output}`)).join('\n')).toBe(
    output.split('\n').slice(1, -1).join('\n'),
  );
});

test('files on engines are run again, each once', async () => {
  const failures = [FAILED, OTHER, `${OTHER} again`];
  expect(await filesToRunAgain(summaryOf(outputOf(failures)), plain)).toEqual([
    'apps/scans/src/scans/overview.int.test.ts',
    'e2e/kill-nine.e2e.test.ts',
  ]);
});

test.each([
  ['nothing failed', []],
  ['a unit test failed too', [FAILED, 'libs/kernel/src/ids.test.ts > an id: expected 1 to be 2']],
  ['something failed outside of a test', [FAILED, 'outside of a test: The stores differ']],
  ['a file that judges all others failed', ['e2e/seen-statuses.record.test.ts > each status was seen: 404']],
  ['many files failed', Array.from({ length: 6 }, (_, place) => FAILED.replace('overview', `overview-${place}`))],
])('no file is run again where %s', async (_, failures) => {
  expect(await filesToRunAgain(summaryOf(outputOf(failures)), plain)).toEqual([]);
});

test('no file is run again that makes up what it does from a seed, and none after a run without an end', async () => {
  expect(await filesToRunAgain(summaryOf(outputOf([FAILED])), ofSeed)).toEqual([]);
  expect(await filesToRunAgain(summaryOf(`failed: ${FAILED}\nfailed: ${OTHER}\n`), plain)).toEqual([]);
});

test('what passes in the second run is flaky and has passed, what fails again has failed', () => {
  const again = summaryOf(`failed: ${OTHER.replace('30 s', '31 s')}\n40 passed, 1 failed, 0 skipped\n`);
  expect(linesOf(afterBoth(summaryOf(outputOf([FAILED, OTHER])), again))).toEqual([
    `flaky: ${FLAKY}`,
    `flaky: ${FAILED}`,
    'failed: e2e/kill-nine.e2e.test.ts > nothing is lost: no answer: in 31 s',
    '91 passed, 1 failed, 2 skipped',
  ]);
});

test('a second run without an end changes nothing', () => {
  const first = summaryOf(outputOf([FAILED]));
  expect(afterBoth(first, summaryOf('0 passed, 1 failed, 0 skipped\n'))).toEqual(first);
});
