import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { commandOf, readProcesses } from './cpu-time.ts';
import { whereIs } from './where-is.ts';

const LOOK_MS = 5_000;
/** No single test of the workspace takes as long as the first, unless it is told how long to go on. */
const PATIENCE = { tell: 3 * 60_000, endWorkers: 7 * 60_000, endRun: 12 * 60_000 };
/** The file that Vitest runs in a worker of the pool `forks`. */
const WORKER = 'vitest/dist/workers/forks.js';

/** After how many milliseconds without a test or a file that ended. */
interface Patience {
  readonly tell: number;
  readonly endWorkers: number;
  readonly endRun: number;
}

/**
 * Keeps a run from standing still. The time limit of a test is a timer in its worker: it says nothing of a worker that spins, is
 * frozen, or hangs outside of tests. Where no test and no file has ended for some minutes, this names those under way; later
 * it says where each worker is and kills it, so that its file fails and the others run; and if that does not help, the run ends with 1.
 */
export class StallReporter implements Reporter {
  readonly #root: string;
  readonly #patience: Patience;
  readonly #files = new Map<string, string>();
  readonly #tests = new Map<string, string>();
  #looking: NodeJS.Timeout | undefined;
  #moved = 0;
  #told = false;
  #ended = false;

  /**
   * @param root the workspace, which names of files are relative to.
   * @param goesOnMs how long a test of the run was told to go on.
   */
  constructor(root: string, goesOnMs = 0, patience: Patience = PATIENCE) {
    this.#root = root;
    this.#patience = {
      tell: patience.tell + goesOnMs,
      endWorkers: patience.endWorkers + goesOnMs,
      endRun: patience.endRun + goesOnMs,
    };
  }

  onTestRunStart(): void {
    this.#move();
    this.#looking = setInterval(() => void this.#look(), Math.min(LOOK_MS, this.#patience.tell)).unref();
  }

  onTestModuleQueued(module: TestModule): void {
    this.#files.set(module.id, relative(this.#root, module.moduleId));
    this.#move();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#files.delete(module.id);
    this.#move();
  }

  onTestCaseReady(test: TestCase): void {
    this.#tests.set(test.id, `${relative(this.#root, test.module.moduleId)} > ${test.fullName}`);
  }

  onTestCaseResult(test: TestCase): void {
    this.#tests.delete(test.id);
    this.#move();
  }

  onTestRunEnd(): void {
    clearInterval(this.#looking);
  }

  #move(): void {
    this.#moved = performance.now();
    this.#told = false;
    this.#ended = false;
  }

  async #look(): Promise<void> {
    const still = performance.now() - this.#moved;
    if (still >= this.#patience.tell && !this.#told) {
      this.#told = true;
      say(`No test has ended for ${Math.round(still / 1000)} s. Under way: ${this.#underWay()}`);
    }
    if (still >= this.#patience.endWorkers && !this.#ended) {
      this.#ended = true;
      await endWorkers();
    }
    if (still >= this.#patience.endRun) {
      say(`The run stands still in spite of that, and ends. Under way: ${this.#underWay()}`);
      process.exit(1);
    }
  }

  #underWay(): string {
    const all = [...this.#files.values(), ...this.#tests.values()];
    return all.length === 0 ? 'no file; a set-up or its end hangs' : `\n  ${all.join('\n  ')}`;
  }
}

async function endWorkers(): Promise<void> {
  const workers = readProcesses().filter(({ pid, parent }) => parent === process.pid && commandOf(pid).includes(WORKER));
  for (const { pid } of workers) {
    const state = stateOf(pid);
    say(`Worker ${pid} (${state}) is ended. It was here:\n  ${(await whereIs(pid)).join('\n  ')}`);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}

function say(text: string): void {
  process.stdout.write(`\n${text}\n\n`);
}

/** As proc(5) has it: `R (running)`, `S (sleeping)`, `T (stopped)`, … */
function stateOf(pid: number): string {
  try {
    return /^State:\t(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 'unknown';
  } catch {
    return 'gone';
  }
}
