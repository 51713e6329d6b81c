import { basename, dirname } from 'node:path/posix';
import type { Walk } from './trace-walks.ts';

const WIDTH = 118;
const INDENT = '  ';

/** @returns the page of all walks, in Markdown. */
export function walksPage(walks: readonly Walk[]): string {
  const [read, ...others] = walks;
  if (!read) throw new Error('There is no walk to write down.');
  return `# Walks, file by file
Each list is of the files with a function that runs when a user does one thing and not at idle, in each process: traced in a run of the whole system, not written by hand. \`npm run -s walks\` traces them again, and a test compares (\`e2e/walks.e2e.test.ts\`). What every request passes in the gateway stands in the first walk alone.

| walk | files | not in the first |
|---|---:|---:|
${walks.map((walk) => `| ${walk.title} | ${filesIn(walk).size} | ${walk === read ? '' : filesIn(walk).difference(filesIn(read)).size} |`).join('\n')}

${section(read)}
${others.map((walk) => section({ ...walk, always: withoutFirst(walk, read) })).join('\n')}`;
}

/** The files of a page, by the title of their walk: from the root of the workspace, with their process. */
export function walksIn(page: string): ReadonlyMap<string, readonly string[]> {
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
            .map((name) => `${process} ${folder}/${name}`);
        else if (line.startsWith(INDENT)) folder = line.trim();
        return [];
      });
      return [[title, files] as const];
    }),
  );
}

/** The lines of a walk as `walksIn` reads them, beyond those of the first in the gateway. */
export function filesOfWalk(files: Walk['always']): string[] {
  return [...files].flatMap(([process, names]) => [...names].map((name) => `${process} ${name}`));
}

export function withoutFirst(walk: Walk, first: Walk): Walk['always'] {
  return new Map(
    [...walk.always].map(([process, names]) => [
      process,
      process === 'gateway' ? names.difference(first.always.get(process) ?? new Set()) : names,
    ]),
  );
}

function filesIn({ always }: Walk): Set<string> {
  return new Set([...always.values()].flatMap((names) => [...names]));
}

function section({ title, always }: Walk): string {
  return `## ${title}\n\`\`\`\n${[...always].flatMap(([process, names]) => (names.size === 0 ? [] : [process, ...folders(names)])).join('\n')}\n\`\`\`\n`;
}

function folders(names: ReadonlySet<string>): string[] {
  const byFolder = Map.groupBy([...names].toSorted(), (name) => dirname(name));
  return [...byFolder].flatMap(([folder, files]) => [INDENT + folder, ...wrapped(files.map((file) => basename(file)))]);
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
