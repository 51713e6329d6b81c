import { existsSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { type FileCost, readCosts } from './cost-reporter.ts';

const EVERY_MS = 30_000;

/**
 * Says every half minute how many files are done and about how long the others take, and at the end how to run a failed file
 * alone, and which tests were skipped, with the programs that this machine lacks.
 */
export class ProgressReporter implements Reporter {
  readonly #costs: string;
  readonly #root: string;
  readonly #weights = new Map<string, number>();
  #done = 0;
  #weightDone = 0;
  #begun = 0;
  #told = 0;

  /**
   * @param costs the file of a {@link CostReporter}: what files took before, which weighs the remaining ones.
   * @param root the workspace, which names of files are relative to.
   */
  constructor(costs: string, root: string) {
    this.#costs = costs;
    this.#root = root;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const known = new Map(readCosts(this.#costs).map((cost) => [cost.file, cost.wallSeconds]));
    for (const { moduleId, project } of specifications) {
      const file = relative(this.#root, moduleId);
      this.#weights.set(file, known.get(file) ?? USUAL_SECONDS[project.name] ?? 1);
    }
    this.#begun = performance.now();
    this.#told = this.#begun;
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    this.#weightDone += this.#weights.get(relative(this.#root, module.moduleId)) ?? 0;
    const now = performance.now();
    if (now - this.#told < EVERY_MS) return;
    this.#told = now;
    const all = [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0);
    const left = ((now - this.#begun) * (all - this.#weightDone)) / Math.max(this.#weightDone, 1);
    process.stdout.write(`\n${this.#done} of ${this.#weights.size} files done, about ${Math.ceil(left / 60_000)} min left\n\n`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => {
      const count = [...module.children.allTests('skipped')].length;
      return count === 0 ? [] : [{ file: relative(this.#root, module.moduleId), count }];
    });
    if (skipped.length > 0) process.stdout.write(`\n${skippedLine(skipped, isOnPath)}\n`);
    const failed = modules.filter((module) => !module.ok());
    if (failed.length === 0) return;
    const commands = failed.map((module) => `  ${commandFor(module.project.name, relative(this.#root, module.moduleId))}\n`);
    process.stdout.write(`\nTo run a failed file alone:\n${commands.join('')}\n`);
  }
}

/** Programs that some tests run if they are there, and the packages of Debian that have them. */
const PROGRAMS = [
  { program: 'ruby', package: 'ruby' },
  { program: 'go', package: 'golang-go' },
  { program: 'javac', package: 'default-jdk-headless' },
  { program: 'promtool', package: 'prometheus' },
  { program: 'dockerd', package: 'docker.io' },
  { program: 'zsh', package: 'zsh' },
  { program: 'fish', package: 'fish' },
] as const;

/** The skipped tests by file, and the programs that are missing with the command that installs them, in one line. */
export function skippedLine(
  skipped: ReadonlyArray<{ readonly file: string; readonly count: number }>,
  isThere: (program: string) => boolean,
): string {
  const files = skipped.map(({ file, count }) => `${count} of ${file}`).join(', ');
  const missing = PROGRAMS.filter(({ program }) => !isThere(program));
  if (missing.length === 0) return `Skipped: ${files}`;
  const names = missing.map(({ program }) => program).join(', ');
  const packages = [...new Set(missing.map((each) => each.package))].join(' ');
  return `Skipped: ${files}. Missing: ${names}; on Debian: apt-get install ${packages}`;
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Seconds that a file of a project takes on two cores, where no earlier run says it. */
const USUAL_SECONDS: Readonly<Record<FileCost['project'], number>> = { unit: 0.3, integration: 5, e2e: 30, full: 90 };

function commandFor(project: string, file: string): string {
  return `npx vitest run --project ${project} ${file}`;
}
