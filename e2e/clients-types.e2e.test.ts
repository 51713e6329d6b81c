import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FetchedTool, fetchPythonTool, runCommand } from '@fulfilment/dev-stack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../tools/clients/run-program.ts';
import { fetchRequirements } from './clients/libraries.ts';

const root = join(import.meta.dirname, '..');
const FIXTURES = join(import.meta.dirname, 'clients/python-types');
const LIBRARY = join(root, 'libs/clients/python');

const documented = z.record(z.string(), z.record(z.string(), z.string()));
const samples = documented.parse(JSON.parse(readFileSync(join(root, 'docs/generated/code-samples.json'), 'utf8')));
const wrong = readFileSync(join(FIXTURES, 'wrong.py'), 'utf8').split('\n');
/** Numbers of the lines that are marked. */
const MARKED = wrong.flatMap((line, place) => (line.includes('  # wrong: ') ? [place + 1] : []));

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

let folder: string;
let tool: FetchedTool;

beforeAll(async () => {
  const list = join(FIXTURES, 'requirements.txt');
  tool = await fetchPythonTool({ name: 'mypy', module: 'mypy', list }, process.env, tell);
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-python-types-'));
  for (const name of ['right.py', 'wrong.py']) cpSync(join(FIXTURES, name), join(folder, name));
  cpSync(join(LIBRARY, 'examples'), join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'samples'));
  for (const [id, { python }] of Object.entries(samples))
    if (python !== undefined) writeFileSync(join(folder, 'samples', `${id}.py`), python);
  await makeEnvironment();
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

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

/** Numbers of the lines of `wrong.py` that a checker finds a fault in. */
function linesIn(output: string): readonly number[] {
  const found = output.matchAll(/wrong\.py:(\d+):(?:\d+ -)? error/g);
  return [...new Set([...found].map(([, line]) => Number(line)))].toSorted((a, b) => a - b);
}

describe('the types of the Python library', () => {
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
