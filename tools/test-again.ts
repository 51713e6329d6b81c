import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterBoth, filesToRunAgain, linesOf, summaryOf } from './test-summaries.ts';

// Runs the files of a failed run once more, each where it may be: `npm run -s test:again -- ‹output of the run›`. Ends with the lines that
// both runs come to, and with 1 where a failure is left.
const ROOT = join(import.meta.dirname, '..');
const [output] = process.argv.slice(2);
if (output === undefined) throw new Error('Give the file that the output of `npm run test:all` was written to.');

const first = summaryOf(await readFile(output, 'utf8'));
const files = await filesToRunAgain(first, (file) => readFile(join(ROOT, file), 'utf8'));
let last = first;
if (files.length > 0) {
  process.stdout.write(`\nRun once more, on engines of their own: ${files.join(' ')}\n`);
  const child = spawn('vitest', ['run', ...files], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.pipe(process.stdout);
  last = afterBoth(first, summaryOf(await text(child.stdout)));
}
process.stdout.write(`${linesOf(last).join('\n')}\n`);
process.exitCode = last.failed > 0 ? 1 : 0;
