import { PERSONAL_PATHS } from '@fulfilment/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8');
/** The rows of the table of what an erasure empties. */
const [, rows = ''] = /^\| what \| becomes \|\n((?:\|.*\n)+)/m.exec(page) ?? [];
const paths = [...new Set(Object.values(PERSONAL_PATHS).flat())];

test.each(paths)('docs/privacy.md says what becomes of `%s`, which the contract declares as personal', (path) => {
  expect(rows).toContain(`\`${path}\``);
});
