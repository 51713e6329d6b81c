import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SWAGGER_UI, SWAGGER_UI_VERSION } from './published-documents.ts';

const readme = readFileSync(join(import.meta.dirname, 'swagger-ui/README.md'), 'utf8');

test.each(Object.values(SWAGGER_UI))('$path is the published file', ({ path, read }) => {
  const sha256 = createHash('sha256').update(gunzipSync(read())).digest('hex');

  expect(readme).toContain(`\`${sha256}\``);
  expect(readme).toContain(`swagger-ui-dist) ${SWAGGER_UI_VERSION} `);
  expect(path).toContain(SWAGGER_UI_VERSION);
});
