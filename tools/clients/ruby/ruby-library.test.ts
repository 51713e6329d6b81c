import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textsOf } from '../package-sources.ts';
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

test.skipIf(isAbsent)(
  'the gem is what gem build makes of the gemspec, and has the library and the texts of a package',
  async () => {
    const root = join(home, '../../..');
    const folder = await mkdtemp(join(tmpdir(), 'fulfilment-gem-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const gem = await packRuby(root, folder);
    const [source, built] = [join(folder, 'source'), join(folder, 'built.gem')];
    await cp(home, source, { recursive: true });
    for (const { name, bytes } of textsOf(root, 'ruby')) await writeFile(join(source, name), bytes);
    await runProgram('gem', ['build', '--silent', '--output', built, 'fulfilment-client.gemspec'], { cwd: source });

    expect(await contentOf(gem)).toEqual(await contentOf(built));
    expect((await contentOf(gem)).files).toEqual(expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'README.md']));

    /** The specification that RubyGems reads, and the files that it unpacks. */
    async function contentOf(archive: string) {
      const target = join(folder, 'unpacked', basename(archive));
      const text = await runProgram('gem', ['specification', archive, '--ruby'], { cwd: folder });
      await runProgram('gem', ['unpack', archive, '--target', target], { cwd: folder });
      const unpacked = globSync('*/**', { cwd: target, withFileTypes: true }).filter((entry) => entry.isFile());
      const files = await Promise.all(
        unpacked.map(async ({ parentPath, name }) => [
          join(parentPath, name)
            .slice(target.length + 1)
            .split('/')
            .slice(1)
            .join('/'),
          await readFile(join(parentPath, name), 'utf8'),
        ]),
      );
      const said = text.split('\n').filter((line) => !/s\.date\b|rubygems_version/.test(line));
      return { said, files: files.map(([name = '']) => name).toSorted(), contents: Object.fromEntries(files) };
    }
  },
);
