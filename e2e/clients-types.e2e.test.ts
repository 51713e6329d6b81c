import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FetchedTool, fetchPythonTool, runCommand } from '@fulfilment/dev-stack';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../tools/clients/run-program.ts';
import { fetchRequirements, lacksToolchain } from './clients/libraries.ts';

const root = join(import.meta.dirname, '..');
const FIXTURES = join(import.meta.dirname, 'clients/python-types');
const GO_FIXTURES = join(import.meta.dirname, 'clients/go-types');
const LIBRARY = join(root, 'libs/clients/python');

const documented = z.record(z.string(), z.record(z.string(), z.string()));
const samples = documented.parse(JSON.parse(readFileSync(join(root, 'docs/generated/code-samples.json'), 'utf8')));

/** Numbers of the lines of a program that are marked. */
function markedLines(path: string): readonly number[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, place) => (/ (?:#|\/\/) wrong: /.test(line) ? [place + 1] : []));
}

const MARKED = markedLines(join(FIXTURES, 'wrong.py'));

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

let folder: string;
let tool: FetchedTool;

async function preparePython(): Promise<void> {
  const list = join(FIXTURES, 'requirements.txt');
  tool = await fetchPythonTool({ name: 'mypy', module: 'mypy', list }, process.env, tell);
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-python-types-'));
  for (const name of ['right.py', 'wrong.py']) cpSync(join(FIXTURES, name), join(folder, name));
  cpSync(join(LIBRARY, 'examples'), join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'samples'));
  for (const [id, { python }] of Object.entries(samples))
    if (python !== undefined) writeFileSync(join(folder, 'samples', `${id}.py`), python);
  await makeEnvironment();
}

/** An environment with the library, as an installation of it has: the checkers take its types and say nothing of its own lines. */
async function makeEnvironment(): Promise<void> {
  await runProgram('python3', ['-m', 'venv', '--without-pip', 'venv'], { cwd: folder });
  const [version = ''] = await readdir(join(folder, 'venv/lib'));
  const paths = [join(LIBRARY, 'src'), await fetchRequirements()];
  writeFileSync(join(folder, 'venv/lib', version, 'site-packages/paths.pth'), `${paths.join('\n')}\n`);
}

/** The output of mypy for files. */
async function mypy(...args: readonly string[]): Promise<string> {
  const [python, ...run] = tool.command;
  const inside = ['--python-executable', join(folder, 'venv/bin/python'), '--cache-dir', join(folder, 'cache')];
  const { output } = await runCommand(python, [...run, ...inside, ...args], tool.env);
  return output;
}

/** The output of pyright for a file, in strict mode: its package brings the program that it starts by Node. */
async function pyright(name: string): Promise<string> {
  const settings = { typeCheckingMode: 'strict', venvPath: folder, venv: 'venv', include: [name] };
  writeFileSync(join(folder, 'pyrightconfig.json'), JSON.stringify(settings));
  const program = join(tool.env['PYTHONPATH'] ?? '', 'pyright/dist/index.js');
  return (await runCommand(process.execPath, [program, '-p', folder], tool.env)).output;
}

/** Numbers of the lines of the wrong program that a checker finds a fault in. */
function linesIn(output: string): readonly number[] {
  const found = output.matchAll(/wrong\.(?:py:(\d+):(?:\d+ -)? error|go:(\d+):)/g);
  return [...new Set([...found].map(([, python, go]) => Number(python ?? go)))].toSorted((a, b) => a - b);
}

describe('the types of the Python library', () => {
  beforeAll(preparePython, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('let a program without a fault pass, under mypy --strict and pyright in strict mode', async () => {
    expect(await mypy('--strict', join(folder, 'right.py'))).toContain('Success: no issues found');
    expect(await pyright('right.py')).toContain('0 errors, 0 warnings');
  });

  test('show mypy --strict and pyright each slip in bodies, filters, events, handlers and answers', async () => {
    expect(MARKED.length).toBeGreaterThan(15);
    expect(linesIn(await mypy('--strict', join(folder, 'wrong.py')))).toEqual(MARKED);
    expect(linesIn(await pyright('wrong.py'))).toEqual(MARKED);
  });

  test('have every example and all code of the reference pass', async () => {
    const names = await readdir(join(folder, 'samples'));
    const examples = await readdir(join(folder, 'examples'));

    expect(names.length).toBeGreaterThan(50);
    const files = names.map((name) => join(folder, 'samples', name));
    expect(await mypy('--check-untyped-defs', '--scripts-are-modules', ...files)).toContain('Success: no issues found');
    for (const name of examples)
      expect(await mypy('--check-untyped-defs', join(folder, 'examples', name))).toContain('Success: no issues found');
  });

  test('are kept by the library itself, under mypy --strict', async () => {
    expect(await mypy('--strict', '--ignore-missing-imports', join(LIBRARY, 'src/fulfilment'))).toContain(
      'Success: no issues found',
    );
  });
});

describe('the types of the Go library', () => {
  let home: string;
  let isAbsent: boolean;

  beforeAll(async () => {
    isAbsent = await lacksToolchain('go');
    home = await mkdtemp(join(tmpdir(), 'fulfilment-go-types-'));
    const { go } = JSON.parse(readFileSync(join(root, 'libs/clients/packages.json'), 'utf8'));
    const lines = ['module shop.example/tools', 'go 1.23', `require ${go.module} v0.0.0`];
    const library = `replace ${go.module} => ${join(root, 'libs/clients/go')}`;
    writeFileSync(join(home, 'go.mod'), [...lines, library, ''].join('\n'));
  });

  beforeEach(({ skip }) => skip(isAbsent, 'go is not on the PATH'));

  afterAll(() => rm(home, { recursive: true, force: true }));

  /** Reads and checks the packages, each fault of them, without making programs. */
  const vet = async (...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', GOPROXY: 'off' };
    return (await runCommand('go', ['-C', home, ...args], env)).output;
  };

  test('let a program without a fault pass, and the compiler shows each slip in filters, bodies, events and handlers', async () => {
    const marked = markedLines(join(GO_FIXTURES, 'wrong.go'));
    for (const name of ['right', 'wrong']) cpSync(join(GO_FIXTURES, `${name}.go`), join(home, name, `${name}.go`));

    expect(marked.length).toBeGreaterThan(12);
    expect(await vet('build', '-o', 'built', './right')).toBe('');
    expect(linesIn(await vet('build', '-gcflags=-e', '-o', 'built', './wrong'))).toEqual(marked);
  });

  test('have all code of the reference pass', async () => {
    const programs = Object.entries(samples).flatMap(([id, { go }]) => (go === undefined ? [] : [{ id, go }]));
    for (const { id, go } of programs) {
      mkdirSync(join(home, 'samples', id), { recursive: true });
      writeFileSync(join(home, 'samples', id, 'main.go'), go);
    }

    expect(programs.length).toBeGreaterThan(50);
    expect(await vet('vet', './samples/...')).toBe('');
  });
});
