import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountApiDocument, asyncApiDocument, openApiDocument, TOPIC_SPECS } from '@fulfilment/api-docs';
import { codeSamplesDocument } from './clients/generated-clients.ts';
import { commandsPage } from './reference/commands.ts';
import { configurationPage } from './reference/configuration.ts';
import { licencesPage } from './reference/licences.ts';
import { DASHBOARDS } from './reference/dashboards.ts';
import { operatorApiPage } from './reference/operator-api.ts';
import { errorsPage, eventsPage, permissionsPage, statusesPage } from './reference/pages.ts';
import { sloRules } from './reference/slo.ts';

/** The folder of the reference, relative to the root of the workspace. */
export const GENERATED = 'docs/generated';

/**
 * The whole reference that is made from code.
 *
 * @param root of the workspace.
 * @returns the text of every file by its name in `docs/generated`.
 */
export async function generatedDocs(root: string): Promise<ReadonlyMap<string, string>> {
  const v1 = `${JSON.stringify(openApiDocument({ publicUrl: 'http://localhost:8080' }), null, 2)}\n`;
  const account = `${JSON.stringify(accountApiDocument({ publicUrl: 'http://localhost:8080' }), null, 2)}\n`;
  return new Map([
    ['openapi.json', v1],
    ['account-api.json', account],
    ['code-samples.json', codeSamplesDocument({ root, v1, account })],
    ['asyncapi.json', `${JSON.stringify(asyncApiDocument({ publicUrl: 'http://localhost:8080' }), null, 2)}\n`],
    ['errors.md', errorsPage()],
    ['events.md', eventsPage()],
    ['permissions.md', permissionsPage()],
    ['statuses.md', statusesPage()],
    ['commands.md', await commandsPage(root)],
    ['operator-api.md', operatorApiPage()],
    ['configuration.md', await configurationPage(root)],
    ['licences.md', licencesPage(root)],
  ]);
}

/** The folder of rules and dashboards, relative to the root of the workspace: of the chart, since a chart reads no file outside. */
export const OBSERVABILITY = 'deploy/helm/fulfilment/files';

/** The Prometheus rules and Grafana dashboards that are made from code. @returns the text of each by its path in {@link OBSERVABILITY}. */
export function observabilityFiles(): ReadonlyMap<string, string> {
  const dashboards = DASHBOARDS.map(
    (each) => [`dashboards/${each.uid.replace('fulfilment-', '')}.json`, `${JSON.stringify(each, null, 2)}\n`] as const,
  );
  return new Map([['slo.yaml', sloRules()], ...dashboards]);
}

/** The folder of every version of every message, relative to the root of the workspace. */
export const SENT_MESSAGES = 'libs/api-docs/golden';

/**
 * The messages that were ever sent on each topic, with what is sent today at its end where that is new.
 *
 * @param root of the workspace.
 * @returns the text of every file by its name in `libs/api-docs/golden`.
 */
export function sentMessages(root: string): ReadonlyMap<string, string> {
  return new Map(
    TOPIC_SPECS.map(({ topic, messages }) => {
      const name = `${topic}.ndjson`;
      const lines = linesOf(join(root, SENT_MESSAGES, name));
      const samples = messages.map(({ sample }) => JSON.stringify(sample));
      return [name, [...lines, ...samples.filter((sample) => !lines.includes(sample))].map((line) => `${line}\n`).join('')];
    }),
  );
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}
