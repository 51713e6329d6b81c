import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

const STDOUT = 1;
/** Characters of an error's first line that a line of a failure shows. */
const SHOWN_OF_ERROR = 300;

/**
 * Ends a run with `N passed, N failed, N skipped` as its very last line, after whatever coverage prints, and before it a line
 * `failed: FILE > NAME: ERROR` for each failure, and `flaky: …` for each test that passed at a further try. A file that cannot be loaded, a hook that throws outside of a test and an
 * unhandled error count as one failure each.
 */
export class CountReporter implements Reporter {
  readonly #root: string;
  /** Of a run that ends before its tests do. */
  #lines = ['0 passed, 1 failed, 0 skipped'];

  /** @param root the workspace, which names of files are relative to. */
  constructor(root: string) {
    this.#root = root;
  }

  onInit(): void {
    // When the process ends, since nothing can write after that; synchronous, since nothing else is carried out then.
    process.once('exit', () => writeSync(STDOUT, this.#lines.map((line) => `${line}\n`).join('')));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const failures = unhandledErrors.map((error) => lineOf('failed', 'outside of a test', [error]));
    const flaky: string[] = [];
    for (const module of modules) {
      const file = relative(this.#root, module.moduleId);
      if (module.errors().length > 0) failures.push(lineOf('failed', file, module.errors()));
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) failures.push(lineOf('failed', `${file} > ${suite.fullName}`, suite.errors()));
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const name = `${file} > ${test.fullName}`;
        if (state === 'failed') failures.push(lineOf('failed', name, errors));
        else counts[state] += 1;
        if (state === 'passed' && test.diagnostic()?.flaky === true) flaky.push(lineOf('flaky', name, errors));
      }
    }
    counts.failed = failures.length;
    this.#lines = [
      ...flaky,
      ...failures,
      `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
    ];
  }
}

function lineOf(kind: 'failed' | 'flaky', where: string, errors: readonly SerializedError[] = []): string {
  const message = stripVTControlCharacters(errors[0]?.message ?? '').replace(/\s*\n.*$/su, '');
  return `${kind}: ${where}: ${message.slice(0, SHOWN_OF_ERROR)}`;
}
