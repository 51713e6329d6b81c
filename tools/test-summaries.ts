/** The last lines of a run of tests, as `CountReporter` writes them. */
export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** `FILE > NAME: ERROR` of each. */
  readonly failures: readonly string[];
  readonly flaky: readonly string[];
}

/** More of them have one cause, which a second run does not take away. */
const FILES_AT_MOST = 5;
const ON_ENGINES = /^(\S+\.(?:int|e2e)\.test\.ts)(?::| > )/;
/** A file that makes up its work from a seed has other work in its second run. */
const HAS_SEED = /fast-check|run-seed|SEED/;

/** @param output of a run; without a count at its end, as of a run that was ended, it has a failure more than it names. */
export function summaryOf(output: string): Summary {
  const linesOfKind = (kind: string) => [...output.matchAll(new RegExp(`^${kind}: (.*)$`, 'gm'))].map(([, line = '']) => line);
  const [failures, flaky] = [linesOfKind('failed'), linesOfKind('flaky')];
  const [, passed, failed, skipped] = [...output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)].at(-1) ?? [];
  return {
    passed: Number(passed ?? 0),
    failed: failed === undefined ? failures.length + 1 : Number(failed),
    skipped: Number(skipped ?? 0),
    failures,
    flaky,
  };
}

/**
 * Chooses the files that a failed run is tried again with: those on engines, since a machine that stood still may have had them fail. None where
 * a failure is left whatever they do: of a unit test, of something made up from a seed, of the run itself, of a file that judges all others.
 */
export async function filesToRunAgain(
  { failed, failures }: Summary,
  readSource: (file: string) => Promise<string>,
): Promise<readonly string[]> {
  const files = [...new Set(failures.map((failure) => ON_ENGINES.exec(failure)?.[1] ?? ''))];
  if (failed === 0 || failures.length !== failed || files.length > FILES_AT_MOST || files.includes('')) return [];
  const sources = await Promise.all(files.map(readSource));
  return sources.some((source) => HAS_SEED.test(source)) ? [] : files;
}

const nameOf = (failure: string): string => failure.replace(/: .*/, '');

/** Adds a second run of the failed files to the first one: what failed in the first alone is flaky, and has passed. */
export function afterBoth(first: Summary, again: Summary): Summary {
  // A run that was ended names nothing, and has told nothing.
  if (again.failures.length !== again.failed) return first;
  const left = new Set(again.failures.map(nameOf));
  const passed = first.failures.filter((failure) => !left.has(nameOf(failure)));
  return {
    passed: first.passed + passed.length,
    failed: again.failed,
    skipped: first.skipped,
    failures: again.failures,
    flaky: [...first.flaky, ...passed],
  };
}

export const linesOf = ({ passed, failed, skipped, failures, flaky }: Summary): readonly string[] => [
  ...flaky.map((line) => `flaky: ${line}`),
  ...failures.map((line) => `failed: ${line}`),
  `${passed} passed, ${failed} failed, ${skipped} skipped`,
];
