import { writeSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

const STDOUT = 1;

/**
 * Ends a run with `N passed, N failed, N skipped` as its very last line, after whatever coverage prints. A file that cannot
 * be loaded, a hook that throws outside of a test and an unhandled error count as one failure each.
 */
export class CountReporter implements Reporter {
  /** Of a run that ends before its tests do. */
  #line = '0 passed, 1 failed, 0 skipped';

  onInit(): void {
    // When the process ends, since nothing can write after that; synchronous, since nothing else is carried out then.
    process.once('exit', () => writeSync(STDOUT, `${this.#line}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length > 0 ? 1 : 0;
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length > 0 ? 1 : 0;
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    this.#line = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`;
  }
}
