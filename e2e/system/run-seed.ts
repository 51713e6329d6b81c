import { randomInt } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

/**
 * The seed of a test file that makes up what it does: another one in every run, unless the environment names it. The command that
 * repeats the run is printed at once, and again when a test of the file fails.
 *
 * @param variable the environment variable that names the seed, such as `MODEL_SEED`.
 * @param url `import.meta.url` of the file, which calls this at its top.
 * @returns 0 to 2³¹ - 1.
 */
export function runSeed(variable: string, url: string): number {
  const seed = Number(process.env[variable] ?? randomInt(2 ** 31));
  const repeat = `${variable}=${seed} npx vitest run ${relative(process.cwd(), fileURLToPath(url))}`;
  process.stderr.write(`This run is repeated by: ${repeat}\n`);
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`Failed: ${task.name}\nIt is repeated by: ${repeat}\n`);
  });
  return seed;
}
