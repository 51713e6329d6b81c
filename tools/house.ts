import { join } from 'node:path';
import { measureHouse } from './architecture/house.ts';

/** The same counts at 250c8e4, before the restructure of 2026-11-22, and what was aimed for. */
const BEFORE = { files: 929, lines: 52_200, filesUnder40Lines: 364, widestFolder: 56 };
const AIMS = { files: 620, lines: 47_000, filesUnder40Lines: 90, widestFolder: 20 };

const house = measureHouse(join(import.meta.dirname, '..'));
const details = process.argv.includes('--details');

const rows: ReadonlyArray<readonly [string, number | string, number | string, number]> = [
  ['product files', BEFORE.files, `≤ ${AIMS.files}`, house.files],
  ['lines', BEFORE.lines, `≤ ${AIMS.lines}`, house.lines],
  ['files under 40 lines', BEFORE.filesUnder40Lines, `≤ ${AIMS.filesUnder40Lines}`, house.filesUnder40Lines],
  [`widest folder (${house.widestFolder.folder})`, BEFORE.widestFolder, `≤ ${AIMS.widestFolder}`, house.widestFolder.files],
  ['files above 300 lines', '', '', house.filesOver300Lines.length],
  ['cycles of packages', 1, 0, house.packageCycles.length],
  ['cycles of files, types included', 9, 0, house.fileCycles.length],
  ['imports of a room above, inside a service', '', 0, house.upwardImports.length],
  ['refused words', '', 0, house.refusedWords.length],
  ['paths of the API in the console', '', 0, house.consolePaths.length],
  ["paths of the operator's API outside the contract", '', 0, house.operatorPaths.length],
];
process.stdout.write('| | 250c8e4 | aim | now |\n|---|---:|---:|---:|\n');
for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`);

const lists = {
  'files above 300 lines': house.filesOver300Lines,
  'folders above the limit': house.foldersOverLimit,
  'cycles of packages': house.packageCycles,
  'cycles of files': house.fileCycles,
  'imports of a room above': house.upwardImports,
  'refused words': house.refusedWords,
  'paths of the API in the console': house.consolePaths,
  "paths of the operator's API outside the contract": house.operatorPaths,
};
if (details)
  for (const [title, list] of Object.entries(lists))
    process.stdout.write(`\n${title}:\n${list.map((row) => `  ${row}\n`).join('')}`);
