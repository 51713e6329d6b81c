import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const git = (...args: readonly string[]): string => execFileSync('git', [...args], { cwd: root, encoding: 'utf8' }).trim();

const releaseBefore = z.strictObject({ version: z.string(), revision: z.string().regex(/^[0-9a-f]{40}$/) });

/** An archive of the sources, a clone without its history, or one that begins later, has no such revision to look for. */
const hasHistory = existsSync(join(root, '.git')) && hasRevision(JSON.parse(read('e2e/upgrade/release-before.json')));

function hasRevision(kept: unknown): boolean {
  const found = spawnSync('git', ['cat-file', '-e', `${releaseBefore.parse(kept).revision}^{commit}`], { cwd: root });
  return found.status === 0 && git('rev-parse', '--is-shallow-repository') === 'false';
}

const versioned = z.looseObject({ version: z.string() });

test.skipIf(!hasHistory)('the release before is a revision of this history, with its version and its lock of packages', () => {
  const { version, revision } = releaseBefore.parse(JSON.parse(read('e2e/upgrade/release-before.json')));

  expect(git('merge-base', revision, 'HEAD')).toBe(revision);
  expect(versioned.parse(JSON.parse(git('show', `${revision}:package.json`))).version).toBe(version);
  expect(git('ls-tree', '--name-only', revision, 'package-lock.json')).toBe('package-lock.json');
});

test.skipIf(!hasHistory)('the release before is that of the last tag, where there is one', () => {
  const { version } = releaseBefore.parse(JSON.parse(read('e2e/upgrade/release-before.json')));
  const current = versioned.parse(JSON.parse(read('package.json'))).version;
  const released = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname')
    .split('\n')
    .filter((tag) => tag !== '' && tag !== `v${current}`);

  expect(released[0] ?? `v${version}`).toBe(`v${version}`);
});

const step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() });
const workflow = z.looseObject({
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.strictObject({ test: z.looseObject({ container: z.string(), steps: z.array(step) }) }),
});

test('the workflow runs what .ci/run runs, on the Node of the images, by actions of one revision, and may change nothing', () => {
  const { container, steps } = workflow.parse(parse(read('.github/workflows/ci.yml'))).jobs.test;
  const [, base = ''] = /^ARG BASE=(node:\S+)-slim$/m.exec(read('deploy/docker/Dockerfile')) ?? [];

  expect(steps.at(-1)?.run).toBe('.ci/run');
  expect(container).toBe(base);
  expect(steps.flatMap(({ uses }) => uses ?? []).filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});
