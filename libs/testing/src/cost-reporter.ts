import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { commandOf, cpuSecondsOf, readProcesses } from './cpu-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of the worker and of all that it started, from the end of its previous file to the end of this one. */
    cpuSeconds?: number;
  }
}

/** The cost of one file of tests. */
export interface FileCost {
  readonly project: string;
  readonly file: string;
  readonly tests: number;
  readonly wallSeconds: number;
  /** CPU seconds of the file's worker and of the processes that it started. */
  readonly ownCpuSeconds: number;
  /** Its share of what the engines and the shared system took while it ran; files that ran at once share alike. */
  readonly engineCpuSeconds: number;
  /** The same by program: an engine, or a service of the shared system. Runs of earlier versions did not tell them apart. */
  readonly programCpuSeconds?: Readonly<Record<string, number>>;
}

/** Marks the processes that the run itself started: the engines and the system that files share. */
const KEEPER = 'keeper.sh';
/** CPU that a process took after the last look before it was killed is no file's. */
const LOOK_MS = 500;

/**
 * Writes what each file of a run cost, dearest first, as JSON, and keeps of earlier runs what this one did not run. CPU is read
 * from `/proc`, so it is 0 where there is none; that of workers needs `count-cpu.setup.ts` among a project's set-up files.
 */
export class CostReporter implements Reporter {
  readonly #file: string;
  readonly #root: string;
  /** CPU seconds of each file by program. */
  readonly #shares = new Map<string, Map<string, number>>();
  readonly #running = new Set<string>();
  /** CPU seconds of each process that the run keeps, when they were last looked at. */
  readonly #seen = new Map<number, number>();
  #looking: NodeJS.Timeout | undefined;

  /**
   * @param file where it is written.
   * @param root the workspace, which names of files are relative to.
   */
  constructor(file: string, root: string) {
    this.#file = file;
    this.#root = root;
  }

  onTestRunStart(): void {
    this.#looking = setInterval(() => this.#shareOut(), LOOK_MS).unref();
  }

  onTestModuleStart(module: TestModule): void {
    this.#shareOut();
    this.#running.add(module.id);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#shareOut();
    this.#running.delete(module.id);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearInterval(this.#looking);
    const costs = new Map(readCosts(this.#file).map((cost) => [cost.file, cost]));
    for (const module of modules) {
      const cost = this.#costOf(module);
      costs.set(cost.file, cost);
    }
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(
      this.#file,
      `${JSON.stringify(
        [...costs.values()].toSorted((one, other) => cpuOf(other) - cpuOf(one)),
        null,
        2,
      )}\n`,
    );
  }

  #costOf(module: TestModule): FileCost {
    const shares = [...(this.#shares.get(module.id) ?? [])].toSorted(([, one], [, other]) => other - one);
    return {
      project: module.project.name,
      file: relative(this.#root, module.moduleId),
      tests: [...module.children.allTests()].length,
      wallSeconds: rounded(module.diagnostic().duration / 1000),
      ownCpuSeconds: rounded(module.meta().cpuSeconds ?? 0),
      engineCpuSeconds: rounded(shares.reduce((all, [, seconds]) => all + seconds, 0)),
      programCpuSeconds: Object.fromEntries(shares.map(([program, seconds]) => [program, rounded(seconds)])),
    };
  }

  /** Gives what the engines took since the last call to the files that ran in between. */
  #shareOut(): void {
    const taken = new Map<string, number>();
    for (const { pid, program, seconds } of keptCpuSeconds()) {
      const since = Math.max(0, seconds - (this.#seen.get(pid) ?? 0));
      taken.set(program, (taken.get(program) ?? 0) + since);
      this.#seen.set(pid, seconds);
    }
    for (const id of this.#running) {
      const shares = this.#shares.get(id) ?? new Map<string, number>();
      for (const [program, seconds] of taken) shares.set(program, (shares.get(program) ?? 0) + seconds / this.#running.size);
      this.#shares.set(id, shares);
    }
  }
}

function cpuOf({ ownCpuSeconds, engineCpuSeconds }: FileCost): number {
  return ownCpuSeconds + engineCpuSeconds;
}

/** The costs of earlier runs; none where the file is missing. */
export function readCosts(file: string): readonly FileCost[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

interface KeptProcess {
  readonly pid: number;
  readonly program: string;
  readonly seconds: number;
}

function keptCpuSeconds(): readonly KeptProcess[] {
  const processes = readProcesses();
  return processes.flatMap(({ pid, parent }) => {
    const program = parent === process.pid ? keptProgram(commandOf(pid)) : undefined;
    return program === undefined ? [] : [{ pid, program, seconds: cpuSecondsOf(pid, processes) }];
  });
}

/** How programs are told by the command that keeps them; a service is its folder in `apps`. */
const PROGRAMS = [/\/apps\/(\w+)\//, /\b(mongod|java|valkey|redis)\b/] as const;

/** @param command of a keeper, each argument ended by NUL. @returns `mongod`, `java`, `orders`; undefined for what keeps nothing. */
export function keptProgram(command: string): string | undefined {
  const [, kept] = command.split(`${KEEPER}\0`);
  if (kept === undefined) return undefined;
  const [file = ''] = kept.split('\0');
  return PROGRAMS.flatMap((pattern) => pattern.exec(kept)?.[1] ?? [])[0] ?? basename(file);
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
