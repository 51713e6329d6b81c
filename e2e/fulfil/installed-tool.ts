import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packFulfil } from '../../tools/clients/node/pack-fulfil.ts';
import { packNode } from '../../tools/clients/node/pack-node.ts';
import { runProgram } from '../../tools/clients/run-program.ts';

const root = join(import.meta.dirname, '../..');

/** The end of a run. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run under way. */
export interface Running {
  /** All that it wrote to standard output and standard error so far. */
  readonly output: () => string;
  readonly type: (text: string) => void;
  readonly interrupt: () => void;
  readonly ended: Promise<Ran>;
}

/** Input and variables of a run. */
export interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** The command-line tool, installed from its package beside that of the Node library. */
export interface InstalledTool {
  readonly folder: string;
  /** Settings of the runs, empty at first. */
  readonly configHome: string;
  readonly start: (args: readonly string[], given?: Given) => Running;
  /** Runs a command line to its end. */
  readonly run: (args: readonly string[], given?: Given) => Promise<Ran>;
  /** Runs another program with the tool in its path: a shell. */
  readonly startProgram: (file: string, args: readonly string[], given?: Given) => Running;
  /** All that all runs wrote. */
  readonly written: () => string;
  readonly remove: () => Promise<void>;
}

/** Packs the library and the tool, and installs both into an empty folder without a network. */
export async function installTool(): Promise<InstalledTool> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-fulfil-'));
  const [library, tool, configHome] = ['build-library', 'build-tool', 'config'].map((name) => join(folder, name));
  if (!library || !tool || !configHome) throw new Error('there are three folders');
  await Promise.all([library, tool].map((each) => mkdir(each)));
  const archives = await Promise.all([packNode(root, library), packFulfil(root, tool)]);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await runProgram('npm', ['install', '--silent', '--no-audit', '--no-fund', '--offline', ...archives], { cwd: folder });
  const bin = join(folder, 'node_modules/.bin');
  const runs: ChildProcess[] = [];
  let written = '';
  const startProgram: InstalledTool['startProgram'] = (file, args, { env = {}, input } = {}) => {
    const variables = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder, XDG_CONFIG_HOME: configHome, ...env };
    const child = spawn(file, args, { cwd: folder, env: variables });
    runs.push(child);
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
        written += text;
      });
    const ended = new Promise<Ran>((done, refuse) => {
      child.once('error', refuse).once('close', (status) => done({ status, ...texts }));
    });
    // A program that ends before it has read its input is no error of the test.
    child.stdin.on('error', () => undefined);
    if (input !== undefined) child.stdin.end(input);
    return {
      output: () => texts.stdout + texts.stderr,
      type: (text) => void child.stdin.write(text),
      interrupt: () => void child.kill('SIGINT'),
      ended,
    };
  };
  const start: InstalledTool['start'] = (args, given) => startProgram(join(bin, 'fulfil'), args, given);
  return {
    folder,
    configHome,
    start,
    run: (args, given) => start(args, { input: '', ...given }).ended,
    startProgram,
    written: () => written,
    remove: async () => {
      for (const child of runs) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
