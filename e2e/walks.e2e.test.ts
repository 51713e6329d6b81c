import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { traceWalks, type Walk } from './walks/trace-walks.ts';
import { filesOfWalk, walksIn, walksPage, withoutFirst } from './walks/walks-page.ts';

const PAGE = join(import.meta.dirname, '../docs/walks.md');

test('docs/walks.md names the files that run for a read, an order, its shipment and a scan (npm run walks)', async () => {
  const walks = await traceWalks(inject('engines'));
  if (process.env.WRITE_WALKS) writeFileSync(PAGE, walksPage(walks));
  const page = walksIn(readFileSync(PAGE, 'utf8'));
  const [first] = walks;

  expect([...page.keys()]).toEqual(walks.map(({ title }) => title));
  expect(walks.map((walk) => differences(walk, page.get(walk.title) ?? [], walk === first ? undefined : first))).toEqual(
    walks.map(() => ({ lacking: [], untrue: [] })),
  );
});

/** A file that ran in some repeats alone may stand on the page or not: it depends on which of two things was first. */
function differences(walk: Walk, onPage: readonly string[], first: Walk | undefined) {
  const always = filesOfWalk(first ? withoutFirst(walk, first) : walk.always);
  const ever = new Set(filesOfWalk(walk.ever));
  return {
    lacking: always.filter((file) => !onPage.includes(file)),
    untrue: onPage.filter((file) => !ever.has(file)),
  };
}
