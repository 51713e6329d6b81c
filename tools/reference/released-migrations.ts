import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROCESSES } from '@fulfilment/contracts';
import { checksumOf, type Migration } from '@fulfilment/mongo';
import { z } from 'zod';

/** The file of released migrations, relative to the root of the workspace. */
export const RELEASED = 'tools/migrate/src/released-migrations.json';

const released = z.record(z.string(), z.array(z.string()));
const schemaModule = z.object({ SCHEMA: z.object({ migrations: z.array(z.custom<Migration>()) }) });

/** The text of the file as it is, with a line more for each new migration: none that is there is changed. */
export async function releasedMigrations(root: string, text: string): Promise<string> {
  const before = released.parse(JSON.parse(text));
  const all = PROCESSES.map(async (service) => {
    const module: unknown = await import(pathToFileURL(join(root, `apps/${service}/src/schema.ts`)).href);
    const lines = before[service] ?? [];
    const added = schemaModule.parse(module).SCHEMA.migrations.slice(lines.length);
    return [service, [...lines, ...added.map((each) => `${each.number} ${each.name} ${checksumOf(each)}`)]];
  });
  return `${JSON.stringify(Object.fromEntries(await Promise.all(all)), null, 2)}\n`;
}
