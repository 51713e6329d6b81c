import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedClients, WRITERS, writtenFiles } from './clients/generated-clients.ts';
import { GENERATED, generatedDocs, OBSERVABILITY, observabilityFiles, SENT_MESSAGES, sentMessages } from './generated-docs.ts';
import { DECISIONS, decisionsPage, readDecisions } from './reference/decisions.ts';
import { chartFiles } from './reference/helm-chart.ts';
import { PROCESS_TABLE, processFiles } from './reference/process-table.ts';
import { RELEASED, releasedMigrations } from './reference/released-migrations.ts';
import { releaseVersion, versionedFiles } from './reference/release-version.ts';

const root = join(import.meta.dirname, '..');

const docs = await generatedDocs(root);
write(inFolder(GENERATED, docs));
write(inFolder(OBSERVABILITY, observabilityFiles()));
write(inFolder(SENT_MESSAGES, sentMessages(root)));
write(new Map([[RELEASED, await releasedMigrations(root, readFileSync(join(root, RELEASED), 'utf8'))]]));

const clients = generatedClients({ root, v1: docs.get('openapi.json') ?? '', account: docs.get('account-api.json') ?? '' });
for (const path of Object.keys(WRITERS).flatMap((folder) => writtenFiles(root, folder))) rmSync(join(root, path));
write(clients);

write(versionedFiles(root, releaseVersion(root)));
write(processFiles(root, PROCESS_TABLE));

write(await chartFiles(root));
write(new Map([[`${DECISIONS}/README.md`, decisionsPage(readDecisions(root))]]));

function inFolder(folder: string, files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].map(([name, text]) => [`${folder}/${name}`, text]));
}

function write(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    process.stdout.write(`${path}\n`);
  }
}
