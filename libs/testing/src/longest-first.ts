import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readCosts } from './cost-reporter.ts';

/**
 * Orders the files of a project by the system that they run on: files that lend one from each other come first, and those that share
 * one for the whole run last, so that no system stands by. Within these the longest file comes first, so that no worker is left alone
 * with it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: readonly TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const seconds = secondsOf(root);
    const ranked = (await super.sort([...files])).map((file) => ({
      file,
      rank: file.project.name === 'e2e' ? rankOf(file.moduleId) : 0,
      seconds: seconds.get(relative(root, file.moduleId)) ?? 0,
    }));
    const byProject = Map.groupBy(ranked, ({ file }) => file.project.name);
    return [...byProject.values()].flatMap((its) =>
      its.toSorted((one, other) => one.rank - other.rank || other.seconds - one.seconds).map(({ file }) => file),
    );
  }
}

/** The functions by which files get a system, in the order in which the files run. */
const SYSTEMS = ['lentTestSystem(TWO_OF_EACH)', 'lentTestSystem()', 'startTestSystem', 'sharedTestSystem'];

function rankOf(file: string): number {
  const text = readFileSync(file, 'utf8');
  const found = SYSTEMS.findIndex((name) => text.includes(name));
  return found < 0 ? SYSTEMS.indexOf('startTestSystem') : found;
}

/** Of each file, as the last run on this machine took, else as the committed table says. */
function secondsOf(root: string): ReadonlyMap<string, number> {
  const table = readFileSync(`${root}/docs/test-costs.md`, 'utf8');
  const committed = [...table.matchAll(/^\| `([^`]+)` \| \w+ \| \d+ \| ([\d.]+) \|/gm)].map(
    ([, file = '', seconds]): [string, number] => [file, Number(seconds)],
  );
  const here = readCosts(`${root}/.cache/test-costs.json`).map(({ file, wallSeconds }): [string, number] => [file, wallSeconds]);
  return new Map([...committed, ...here]);
}
