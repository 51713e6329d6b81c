import { join } from 'node:path';
import { type FileCost, readCosts } from '@fulfilment/testing/cost-reporter';

// Prints what the last runs of this folder cost as Markdown: `npm run -s test:costs > docs/test-costs.md` after `npm test` and
// `npm run test:full` on a quiet machine.
const DEAREST = 60;

const costs = readCosts(join(import.meta.dirname, '../.cache/test-costs.json'));
if (costs.length === 0) throw new Error('No run has left its costs in .cache/test-costs.json: run npm test first.');

const sum = (files: readonly FileCost[], of: (file: FileCost) => number): number =>
  files.reduce((all, file) => all + of(file), 0);
const own = ({ ownCpuSeconds }: FileCost): number => ownCpuSeconds;
const engines = ({ engineCpuSeconds }: FileCost): number => engineCpuSeconds;
const shown = (seconds: number): string => seconds.toFixed(seconds < 10 ? 1 : 0);

const rowOf = (name: string, files: readonly FileCost[]): string =>
  `| ${name} | ${files.length} | ${sum(files, ({ tests }) => tests)} | ${shown(sum(files, own))} | ${shown(sum(files, engines))} |`;
/** CPU seconds of each program in the files of a project. */
const programsOf = (files: readonly FileCost[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { programCpuSeconds = {} } of files)
    for (const [program, seconds] of Object.entries(programCpuSeconds)) sums.set(program, (sums.get(program) ?? 0) + seconds);
  return sums;
};
const programs = [...programsOf(costs)].toSorted(([, one], [, other]) => other - one);
const projects = [...Map.groupBy(costs, ({ project }) => project)].toSorted(([one], [other]) => one.localeCompare(other));

process.stdout.write(`# What the tests cost
CPU seconds of each project and of the ${DEAREST} dearest files: of the processes of a file, and its share of what the engines, and the system that files share, took while it ran. Written by \`npm run -s test:costs\` after a whole run on two cores ([decision 0107](decisions/0107-two-commands-of-tests.md)). Decisions [0110](decisions/0110-cheaper-systems-for-tests.md), [0139](decisions/0139-the-suite-in-half-an-hour.md), [0149](decisions/0149-what-the-suite-takes-beside-its-tests.md), [0158](decisions/0158-what-the-suite-takes-is-told-by-program.md), [0199](decisions/0199-programs-of-others-that-tests-run-are-cheap-ones.md), [0200](decisions/0200-systems-of-tests-run-bundles.md), [0207](decisions/0207-what-tests-look-at-once.md) and [0229](decisions/0229-pages-are-opened-without-the-frame-of-a-browser.md) have what was moved or made smaller, and where each guarantee is held.

| project | files | tests | own | engines |
|---|---:|---:|---:|---:|
${projects.map(([name, files]) => rowOf(name, files)).join('\n')}
${rowOf('all', costs)}

| engine, or service of a system that files share | ${projects.map(([name]) => name).join(' | ')} | all |
|---|${projects.map(() => '---:|').join('')}---:|
${programs
  .map(([program, all]) => {
    const cells = projects.map(([, files]) => shown(programsOf(files).get(program) ?? 0));
    return `| ${program} | ${cells.join(' | ')} | ${shown(all)} |`;
  })
  .join('\n')}

| file | project | tests | seconds on the clock | own | engines |
|---|---|---:|---:|---:|---:|
${costs
  .slice(0, DEAREST)
  .map(
    (file) =>
      `| \`${file.file}\` | ${file.project} | ${file.tests} | ${shown(file.wallSeconds)} | ${shown(own(file))} | ${shown(engines(file))} |`,
  )
  .join('\n')}
`);
