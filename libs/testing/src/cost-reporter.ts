import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
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
  readonly #shares = new Map<string, number>();
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
    return {
      project: module.project.name,
      file: relative(this.#root, module.moduleId),
      tests: [...module.children.allTests()].length,
      wallSeconds: rounded(module.diagnostic().duration / 1000),
      ownCpuSeconds: rounded(module.meta().cpuSeconds ?? 0),
      engineCpuSeconds: rounded(this.#shares.get(module.id) ?? 0),
    };
  }

  /** Gives what the engines took since the last call to the files that ran in between. */
  #shareOut(): void {
    let taken = 0;
    for (const [pid, seconds] of keptCpuSeconds()) {
      taken += Math.max(0, seconds - (this.#seen.get(pid) ?? 0));
      this.#seen.set(pid, seconds);
    }
    const share = taken / Math.max(1, this.#running.size);
    for (const id of this.#running) this.#shares.set(id, (this.#shares.get(id) ?? 0) + share);
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

function keptCpuSeconds(): ReadonlyMap<number, number> {
  const processes = readProcesses();
  const kept = processes.filter(({ pid, parent }) => parent === process.pid && commandOf(pid).includes(KEEPER));
  return new Map(kept.map(({ pid }) => [pid, cpuSecondsOf(pid, processes)]));
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
