import { basename, dirname } from 'node:path/posix';
import type { Walk } from './trace-walks.ts';

const WIDTH = 118;
const INDENT = '  ';

/** @returns the page of all walks, in Markdown. */
export function walksPage(walks: readonly Walk[]): string {
  const [read, ...others] = walks;
  if (!read) throw new Error('There is no walk to write down.');
  const atIdle = idleFiles(walks);
  return `# Walks, file by file
Each list is of the files with a function that runs when a user does one thing and not at idle, in each process: traced in a run of the whole system, not written by hand. \`npm run -s walks\` traces them again, and a test compares (\`e2e/walks.e2e.test.ts\`). What every request passes in the gateway stands in the first walk alone; a file in brackets ran in some of the repeats only. The last list has the files of which a walk calls only functions that were seen at idle too.

| walk | files | not in the first |
|---|---:|---:|
${walks.map((walk) => `| ${walk.title} | ${filesIn(walk).size} | ${walk === read ? '' : filesIn(walk).difference(filesIn(read)).size} |`).join('\n')}

${section(read)}
${others.map((walk) => section(beyond(walk, read))).join('\n')}
${section({ title: AT_IDLE, always: atIdle, ever: atIdle })}`;
}

/** Title of the last list. */
export const AT_IDLE = 'At idle too';

/** Files that are in walks only by functions that run at idle too, by process. */
export function idleFiles(walks: readonly Walk[]): Walk['idle'] {
  const files = new Map<string, ReadonlySet<string>>();
  for (const { idle } of walks) for (const [name, its] of idle) files.set(name, its.union(files.get(name) ?? new Set()));
  return files;
}

/** A file on the page. */
export interface PageFile {
  /** The process, a blank, and the file from the root of the workspace. */
  readonly file: string;
  /** False where it ran in some repeats only. */
  readonly isConstant: boolean;
}

/** The files of a page, by the title of their walk. */
export function walksIn(page: string): ReadonlyMap<string, readonly PageFile[]> {
  return new Map(
    page.split('\n## ').flatMap((part) => {
      const [title = '', ...lines] = part.split('\n');
      if (!lines.includes('```')) return [];
      let [process, folder] = ['', ''];
      const files = lines.flatMap((line) => {
        if (/^\w+$/.test(line)) process = line;
        else if (line.startsWith(INDENT.repeat(2)))
          return line
            .trim()
            .split(' ')
            .map((name) => ({ file: `${process} ${folder}/${name.replaceAll(/[()]/g, '')}`, isConstant: !name.startsWith('(') }));
        else if (line.startsWith(INDENT)) folder = line.trim();
        return [];
      });
      return [[title, files] as const];
    }),
  );
}

/** The files as `walksIn` reads them. */
export function filesOfWalk(files: Walk['always']): string[] {
  return [...files].flatMap(([process, names]) => [...names].map((name) => `${process} ${name}`));
}

/** A walk without the files that the first one has in the gateway. */
export function beyond(walk: Walk, first: Walk): Walk {
  const left = (files: Walk['always']): Walk['always'] =>
    new Map(
      [...files].map(([process, names]) => [
        process,
        process === 'gateway' ? names.difference(first.ever.get(process) ?? new Set()) : names,
      ]),
    );
  return { ...walk, always: left(walk.always), ever: left(walk.ever) };
}

function filesIn({ always }: Walk): Set<string> {
  return new Set([...always.values()].flatMap((names) => [...names]));
}

function section({ title, always, ever }: Omit<Walk, 'idle'>): string {
  const lines = [...ever].flatMap(([process, names]) =>
    names.size === 0 ? [] : [process, ...folders(names, always.get(process) ?? new Set())],
  );
  return `## ${title}\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`;
}

function folders(names: ReadonlySet<string>, always: ReadonlySet<string>): string[] {
  const byFolder = Map.groupBy([...names].toSorted(), (name) => dirname(name));
  const shown = (file: string): string => (always.has(file) ? basename(file) : `(${basename(file)})`);
  return [...byFolder].flatMap(([folder, files]) => [INDENT + folder, ...wrapped(files.map(shown))]);
}

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(INDENT.repeat(2) + word);
  }
  return lines;
}
