import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../run-program.ts';
import { packRuby } from './pack-ruby.ts';

const home = join(import.meta.dirname, '../../../libs/clients/ruby');

/** True without Ruby on the PATH, which only a machine that is no CI machine may lack. */
async function isRubyAbsent(): Promise<boolean> {
  const failure = await runProgram('ruby', ['--version'], { cwd: home }).then(
    () => null,
    (error: unknown) => error,
  );
  if (failure !== null && process.env['CI'] === 'true') throw failure;
  return failure !== null;
}

const isAbsent = await isRubyAbsent();

test.skipIf(isAbsent).each(globSync('test/*_test.rb', { cwd: home }))(
  'libs/clients/ruby/%s passes',
  { timeout: 60_000 },
  async (file) => {
    // Warnings of the library are failures: they stand in the output beside the result.
    const output = await runProgram('ruby', ['-w', '-Ilib', '-e', '$stderr = $stdout; load ARGV.first', file], { cwd: home });

    expect(output).toMatch(/\d+ runs, \d+ assertions, 0 failures, 0 errors, 0 skips/);
    expect(output).not.toContain('warning:');
  },
);

test.skipIf(isAbsent)('every file of the Ruby library compiles without a warning', async () => {
  const files = globSync('{lib,test,examples}/**/*.{rb,ru}', { cwd: home });
  // A file is compiled and not run, as by `ruby -wc`; warnings of the compiler go to standard error.
  const script = '$stderr = $stdout; ARGV.each { |file| RubyVM::InstructionSequence.compile_file(file) }';

  expect(files.length).toBeGreaterThan(20);
  expect(await runProgram('ruby', ['-w', '-e', script, ...files], { cwd: home })).toBe('');
});

test.skipIf(isAbsent)('the gem has the library, its signatures and its README, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-gem-'));
  const gem = await packRuby(join(home, '../../..'), folder);
  const list = await runProgram('gem', ['specification', gem, 'files'], { cwd: folder });
  const packed = [...list.matchAll(/^- "?(.*?)"?$/gm)].flatMap(([, file = '']) => file);
  await rm(folder, { recursive: true });

  const sources = globSync(['lib/**/*.rb', 'sig/**/*.rbs'], { cwd: home });
  expect(packed.toSorted()).toEqual([...sources, '.yardopts', 'README.md'].toSorted());
});
