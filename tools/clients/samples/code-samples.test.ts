import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT_OPERATIONS, OPERATIONS } from '@fulfilment/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../run-program.ts';

const root = join(import.meta.dirname, '../../..');
const file = readFileSync(join(root, 'docs/generated/code-samples.json'), 'utf8');
const samples = z.record(z.string(), z.record(z.string(), z.string())).parse(JSON.parse(file));
const { go } = JSON.parse(readFileSync(join(root, 'libs/clients/packages.json'), 'utf8'));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fulfilment-samples-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the samples of a language. @returns the paths of the files. */
function write(language: string, nameOf: (id: string) => string): readonly string[] {
  return Object.entries(samples).flatMap(([id, { [language]: code }]) => {
    if (code === undefined) return [];
    const path = join(folder, nameOf(id));
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, code);
    return [path];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** True without a program on the PATH, which only a machine that is no CI machine may lack. */
function isAbsent(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return false;
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    return true;
  }
}

test('every operation has code, in all languages where a key may call it and its answer ends', () => {
  const all = ['curl', 'node', 'python', 'ruby', 'go', 'fulfil'];
  const curlAlone = Object.keys(samples).filter((id) => !('node' in (samples[id] ?? {})));

  expect(Object.keys(samples).toSorted()).toEqual([...OPERATIONS, ...ACCOUNT_OPERATIONS].map(({ id }) => id).toSorted());
  expect(curlAlone).toContain('signIn');
  const wrong = Object.entries(samples).filter(
    ([id, own]) => Object.keys(own).join() !== (curlAlone.includes(id) ? ['curl'] : all).join(),
  );
  expect(wrong).toEqual([]);
});

describe('the code of every operation', () => {
  test('for curl and fulfil is read by a shell, and its JSON is JSON', { timeout: 30_000 }, async () => {
    const scripts = [...write('curl', (id) => `curl/${id}.sh`), ...write('fulfil', (id) => `fulfil/${id}.sh`)];
    const bodies = Object.values(samples).flatMap(({ curl = '', fulfil = '' }) =>
      [...`${curl}${fulfil}`.matchAll(/(?:-d|--data) '([^]*?)'\n/g)].map(([, json = '']) =>
        json.replaceAll(String.raw`'\''`, "'"),
      ),
    );

    for (const script of scripts) await runProgram('sh', ['-n', script], { cwd: folder });
    expect(bodies.length).toBeGreaterThan(30);
    expect(bodies.filter((body) => !isJson(body))).toEqual([]);
  });

  test('for Node has the types of the library', { timeout: 60_000 }, async () => {
    const files = write('node', (id) => `node/${id}.mts`);
    const config = {
      compilerOptions: {
        module: 'nodenext',
        target: 'es2024',
        lib: ['es2024', 'esnext.array', 'esnext.collection'],
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
        paths: { '@fulfilment/client': [join(root, 'libs/clients/node/src/index.ts')] },
      },
      files,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));

    expect(files.length).toBeGreaterThan(50);
    expect(await runProgram(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder })).toBe('');
  });

  test.skipIf(isAbsent('python3', ['--version']))('for Python compiles', { timeout: 30_000 }, async () => {
    const files = write('python', (id) => `python/${id}.py`);
    const script = 'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name).read(), name)';

    expect(await runProgram('python3', ['-c', script, ...files], { cwd: folder })).toBe('');
  });

  test.skipIf(isAbsent('ruby', ['--version']))('for Ruby compiles without a warning', { timeout: 30_000 }, async () => {
    const files = write('ruby', (id) => `ruby/${id}.rb`);
    const script = '$stderr = $stdout; ARGV.each { |file| RubyVM::InstructionSequence.compile_file(file) }';

    expect(await runProgram('ruby', ['-w', '-e', script, ...files], { cwd: folder })).toBe('');
  });

  test.skipIf(isAbsent('go', ['version']))('for Go has the types of the library', { timeout: 300_000 }, async () => {
    write('go', (id) => `go/${id.toLowerCase()}/main.go`);
    const library = join(root, 'libs/clients/go');
    writeFileSync(
      join(folder, 'go/go.mod'),
      `module samples\n\ngo 1.23\n\nrequire ${go.module} v0.0.0\n\nreplace ${go.module} => ${library}\n`,
    );

    const env = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };
    expect(await runProgram('go', ['vet', './...'], { cwd: join(folder, 'go'), env })).toBe('');
  });
});
