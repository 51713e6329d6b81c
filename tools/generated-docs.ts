import { accountApiDocument, asyncApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { commandsPage } from './reference/commands.ts';
import { configurationPage } from './reference/configuration.ts';
import { errorsPage } from './reference/errors.ts';
import { eventsPage } from './reference/events.ts';
import { permissionsPage } from './reference/permissions.ts';
import { statusesPage } from './reference/statuses.ts';

/** Where the reference stands, relative to the root of the workspace. */
export const GENERATED = 'docs/generated';

/**
 * The whole reference that is made from code.
 *
 * @param root of the workspace.
 * @returns the text of every file by its name in `docs/generated`.
 */
export async function generatedDocs(root: string): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['openapi.json', `${JSON.stringify(openApiDocument({ publicUrl: 'http://localhost:8080' }), null, 2)}\n`],
    ['account-api.json', `${JSON.stringify(accountApiDocument({ publicUrl: 'http://localhost:8080' }), null, 2)}\n`],
    ['asyncapi.json', `${JSON.stringify(asyncApiDocument({ publicUrl: 'http://localhost:8080' }), null, 2)}\n`],
    ['errors.md', errorsPage()],
    ['events.md', eventsPage()],
    ['permissions.md', permissionsPage()],
    ['statuses.md', statusesPage()],
    ['commands.md', await commandsPage(root)],
    ['configuration.md', await configurationPage(root)],
  ]);
}
