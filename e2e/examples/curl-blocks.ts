import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDES } from '@fulfilment/api-docs';

/** A block of code with a curl command, as a guide shows it. */
export interface CurlBlock {
  /** `docs/webhooks.md:5`, the line that the block begins at. */
  readonly name: string;
  readonly text: string;
}

const ROOT = join(import.meta.dirname, '../..');

/** The files whose commands readers copy: every guide, and the front page of the repository. */
export const FILES_WITH_COMMANDS: readonly string[] = ['README.md', ...Object.values(GUIDES).map(({ file }) => file)];

/** Every block of a file, in its order, that calls curl. */
export function curlBlocks(file: string, text = readFileSync(join(ROOT, file), 'utf8')): readonly CurlBlock[] {
  return [...text.matchAll(/^( *)(`{3,}|~{3,})[^\n]*\n(.*?)^\1\2/gms)].flatMap(({ index, 3: block = '' }) =>
    /\bcurl\b/.test(block) ? [{ name: `${file}:${text.slice(0, index).split('\n').length}`, text: block }] : [],
  );
}
