import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readCosts } from './cost-reporter.ts';

/**
 * Orders files by project, as the configuration lists them: projects that run together begin one after the other, each as workers come
 * free of the one before, and a worker changes its project once. Orders those of a project by the system that they run on: those that share one for the whole run come last, so that no system
 * stands by. Of the others each kind takes its turn, so that several workers seldom want two systems of one kind to lend. Within a kind
 * the longest file comes first, so that no worker is left alone with it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: readonly TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const seconds = secondsOf(root);
    const weighed = (await super.sort([...files])).map((file) => ({
      file,
      kind: file.project.name === 'e2e' ? kindOf(readFileSync(file.moduleId, 'utf8')) : 'shared',
      seconds: seconds.get(relative(root, file.moduleId)) ?? 0,
    }));
    const byProject = Map.groupBy(weighed, ({ file }) => file.project);
    return this.ctx.projects.flatMap((project) => inOrder(byProject.get(project) ?? []).map(({ file }) => file));
  }
}

/** How a file gets its system: lent with two processes of some services, or with one of each; of its own; or the one that files share. */
type SystemKind = 'lentTwo' | 'lent' | 'own' | 'shared';

/** A file as far as its place in the order depends on it. */
interface WeighedFile {
  readonly kind: SystemKind;
  readonly seconds: number;
}

/** The kind of system of a file, by the functions that its text names; one without any has programs of its own to wait for. */
export function kindOf(text: string): SystemKind {
  if (text.includes('lentTestSystem(TWO_OF_EACH)')) return 'lentTwo';
  if (text.includes('lentTestSystem()')) return 'lent';
  return /sharedTestSystem|refusing-system/.test(text) && !text.includes('startTestSystem') ? 'shared' : 'own';
}

/** Kinds in turn, those that share a system last, of each kind the longest first. */
export function inOrder<File extends WeighedFile>(files: readonly File[]): readonly File[] {
  const longest = files.toSorted((one, other) => other.seconds - one.seconds);
  const of = (kind: SystemKind): File[] => longest.filter((file) => file.kind === kind);
  const kinds = [of('lentTwo'), of('lent'), of('own')];
  const most = Math.max(...kinds.map(({ length }) => length));
  const turns = Array.from({ length: most }, (_, turn) => kinds.flatMap((its) => its.slice(turn, turn + 1)));
  return [...turns.flat(), ...of('shared')];
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
