import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { traceWalks, type Walk } from './walks/trace-walks.ts';
import { beyond, filesOfWalk, type PageFile, walksIn, walksPage } from './walks/walks-page.ts';

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

/** A file that runs in some repeats alone depends on which of two things is first: it is neither lacking nor untrue. */
function differences(walk: Walk, onPage: readonly PageFile[], first: Walk | undefined) {
  const { always, ever } = first ? beyond(walk, first) : walk;
  const named = new Set(onPage.map(({ file }) => file));
  const seen = new Set(filesOfWalk(ever));
  return {
    lacking: filesOfWalk(always).filter((file) => !named.has(file)),
    untrue: onPage.filter(({ file, isConstant }) => isConstant && !seen.has(file)).map(({ file }) => file),
  };
}
