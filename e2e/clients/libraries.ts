import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchPythonTool } from '@fulfilment/dev-stack';
import { packNode } from '../../tools/clients/node/pack-node.ts';
import { packPython } from '../../tools/clients/python/pack-python.ts';
import { packRuby } from '../../tools/clients/ruby/pack-ruby.ts';
import { runProgram } from '../../tools/clients/run-program.ts';
import { isAbsent } from '../generators/tools.ts';
import { Driver, type DriverCommand } from './driver.ts';
import { installGo } from './install-go.ts';

const root = join(import.meta.dirname, '../..');
const DRIVERS = join(root, 'libs/clients/conformance/drivers');

/** Installs a library from its built package into an empty folder, with its driver. */
type Install = (folder: string) => Promise<DriverCommand>;

/** Every client library. */
export const LIBRARIES: Readonly<Record<string, Install>> = {
  node: async (folder) => {
    await installNode(folder);
    await cp(join(DRIVERS, 'node.mjs'), join(folder, 'node.mjs'));
    await cp(join(root, 'libs/clients/node/examples'), join(folder, 'examples'), { recursive: true });
    return { command: process.execPath, runner: [], args: ['node.mjs'], cwd: folder };
  },
  python: (folder) => installPython(folder, []),
  'python-async': (folder) => installPython(folder, ['async']),
  ruby: installRuby,
  go: installGo,
};

/** Milliseconds: a machine that never compiled Go before compiles its standard library first. */
export const INSTALL_MS = 600_000;

/** The program that a library needs beside those of the workspace. */
const TOOLCHAINS: Readonly<Record<string, 'go' | 'ruby'>> = { go: 'go', ruby: 'ruby' };

/** True where this machine lacks the program that a library needs, which a machine of CI never does. */
export async function lacksToolchain(name: string): Promise<boolean> {
  const { [name]: toolchain } = TOOLCHAINS;
  return toolchain !== undefined && isAbsent(toolchain);
}

/** A library in a folder of its own, with its driver running. */
export interface InstalledLibrary {
  readonly folder: string;
  readonly driver: Driver;
  /** Names of its example programs. */
  readonly examples: readonly string[];
  /** Runs one of them to its end. @returns its output. @throws Error with all that it wrote, if it fails. */
  readonly runExample: (
    name: string,
    given: { readonly args?: readonly string[]; readonly env: Readonly<Record<string, string>> },
  ) => Promise<string>;
  /** Starts the example that receives webhooks, on a port; it takes requests once its output says that it is listening. */
  readonly startReceiver: (env: { readonly PORT: string; readonly WEBHOOK_SECRET: string }) => RunningExample;
  readonly remove: () => Promise<void>;
}

/** An example that runs until it is stopped. */
export interface RunningExample {
  /** All that it wrote so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

const RACKUP = join(import.meta.dirname, 'rackup.rb');

/** Starts a program of a library. */
function start({ command, runner, cwd, env }: DriverCommand, path: string, more: NodeJS.ProcessEnv): RunningExample {
  const program = path.endsWith('.ru') ? [RACKUP, path] : [path];
  const child = spawn(command, [...runner, ...program], {
    cwd,
    env: { ...process.env, ...env, ...more, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { output: () => output, stop };
}

/** @throws Error with the output of a build or an installation that failed. */
export async function installLibrary(name: string): Promise<InstalledLibrary> {
  const folder = await mkdtemp(join(tmpdir(), `fulfilment-client-${name}-`));
  const install = LIBRARIES[name];
  if (!install) throw new Error(`there is no library for ${name}`);
  const how = await install(folder);
  const driver = new Driver(how);
  const examples = await readdir(join(folder, 'examples'));
  const remove = async (): Promise<void> => {
    driver.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const runExample: InstalledLibrary['runExample'] = (example, { args = [], env }) =>
    runProgram(how.command, [...how.runner, join('examples', example), ...args], { cwd: folder, env: { ...how.env, ...env } });
  const receiver = examples.find((example) => /^receive[-_]webhooks/.test(example)) ?? '';
  const startReceiver: InstalledLibrary['startReceiver'] = (env) => start(how, join('examples', receiver), env);
  return { folder, driver, examples, runExample, startReceiver, remove };
}

async function installNode(folder: string): Promise<void> {
  const built = join(folder, 'build');
  await mkdir(built);
  const archive = await packNode(root, built);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await runProgram('npm', ['install', '--silent', '--no-audit', '--no-fund', '--offline', archive], { cwd: folder });
  // The types of Node, as a user of TypeScript has them.
  await mkdir(join(folder, 'node_modules/@types'));
  await symlink(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
}

/** The packages that the library and its build need, pinned. */
const REQUIREMENTS = join(import.meta.dirname, 'python.requirements.txt');

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** A folder with the packages that the Python library needs, fetched once by pip, which checks their hashes. */
export async function fetchRequirements(): Promise<string> {
  const { env } = await fetchPythonTool({ name: 'httpx', module: 'httpx', list: REQUIREMENTS }, process.env, tell);
  return env['PYTHONPATH'] ?? '';
}

async function installPython(folder: string, args: readonly string[]): Promise<DriverCommand> {
  const built = join(folder, 'build');
  await mkdir(built);
  const requirements = await fetchRequirements();
  const wheel = await packPython(root, built);
  const packages = join(folder, 'packages');
  await runProgram('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', '--target', packages, wheel], {
    cwd: folder,
  });
  await cp(join(DRIVERS, 'python.py'), join(folder, 'driver.py'));
  await cp(join(root, 'libs/clients/python/examples'), join(folder, 'examples'), { recursive: true });
  await cp(join(root, 'libs/clients/python/tests'), join(folder, 'tests'), { recursive: true });
  // -S: without the packages of the machine.
  return {
    command: 'python3',
    args: ['driver.py', ...args],
    runner: ['-S'],
    cwd: folder,
    env: { PYTHONPATH: `${packages}:${requirements}`, PYTHONDONTWRITEBYTECODE: '1' },
  };
}

async function installRuby(folder: string): Promise<DriverCommand> {
  const built = join(folder, 'build');
  await mkdir(built);
  const gem = await packRuby(root, built);
  const home = join(folder, 'gems');
  const install = ['install', '--silent', '--local', '--no-document', '--install-dir', home, gem];
  await runProgram('gem', install, { cwd: folder });
  await cp(join(DRIVERS, 'ruby.rb'), join(folder, 'driver.rb'));
  await cp(join(root, 'libs/clients/ruby/examples'), join(folder, 'examples'), { recursive: true });
  return { command: 'ruby', args: ['driver.rb'], runner: ['-w'], cwd: folder, env: { GEM_HOME: home, GEM_PATH: home } };
}
