import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { traceWalks, type Walk } from './walks/trace-walks.ts';
import { AT_IDLE, beyond, filesOfWalk, idleFiles, type PageFile, walksIn, walksPage } from './walks/walks-page.ts';

const PAGE = join(import.meta.dirname, '../docs/walks.md');

test('docs/walks.md names the files that run for a read, an order, its shipment and a scan (npm run walks)', async () => {
  const walks = await traceWalks(inject('engines'));
  if (process.env.WRITE_WALKS) writeFileSync(PAGE, walksPage(walks));
  const page = walksIn(readFileSync(PAGE, 'utf8'));
  const [first] = walks;
  const atIdle = [...filesOfWalk(idleFiles(walks)), ...(page.get(AT_IDLE) ?? []).map(({ file }) => file)];

  expect([...page.keys()]).toEqual([...walks.map(({ title }) => title), AT_IDLE]);
  const faults = walks.flatMap((walk) =>
    differences(walk, page.get(walk.title) ?? [], { first: walk === first ? undefined : first, atIdle }),
  );
  expect(faults).toEqual([]);
});

/**
 * A file that runs in some repeats alone depends on which of two things is first, and one that was seen at idle, in this run or in that of
 * the page, on when the work of the clock comes round: they are neither lacking nor untrue.
 */
function differences(
  walk: Walk,
  onPage: readonly PageFile[],
  { first, atIdle }: { readonly first: Walk | undefined; readonly atIdle: readonly string[] },
): string[] {
  const { always, ever } = first ? beyond(walk, first) : walk;
  const named = new Set([...onPage.map(({ file }) => file), ...atIdle]);
  const seen = new Set([...filesOfWalk(ever), ...atIdle]);
  return [
    ...filesOfWalk(always)
      .filter((file) => !named.has(file))
      .map((file) => `lacking: ${file}`),
    ...onPage.filter(({ file, isConstant }) => isConstant && !seen.has(file)).map(({ file }) => `untrue: ${file}`),
  ];
}
