import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED, generatedDocs } from './generated-docs.ts';

const root = join(import.meta.dirname, '..');

mkdirSync(join(root, GENERATED), { recursive: true });
for (const [name, text] of await generatedDocs(root)) {
  writeFileSync(join(root, GENERATED, name), text);
  process.stdout.write(`${GENERATED}/${name}\n`);
}
