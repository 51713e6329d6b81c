import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED, generatedDocs, SENT_MESSAGES, sentMessages } from './generated-docs.ts';

const root = join(import.meta.dirname, '..');

const written = [[GENERATED, await generatedDocs(root)] as const, [SENT_MESSAGES, sentMessages(root)] as const];
for (const [folder, files] of written) {
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of files) {
    writeFileSync(join(root, folder, name), text);
    process.stdout.write(`${folder}/${name}\n`);
  }
}
