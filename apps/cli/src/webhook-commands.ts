import { addedWebhook, listOf, SUBSCRIBABLE_TYPES, webhookRecord } from '@fulfilment/contracts';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { accountOption, type AddVerbs, environmentOption, verb } from './command.ts';
import { knownAccount } from './known-account.ts';
import { textFacts, textTable } from './text-table.ts';

interface WebhookOptions {
  readonly json?: boolean;
  readonly account?: string;
  readonly environment?: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string;
}

const PATH = '/webhooks';

/** `webhook add`, `webhook list`, `webhook remove`. */
export const addWebhookVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'add', 'Register a webhook endpoint. Its secret is shown this once.')
    .requiredOption('--url <url>', 'where events are sent')
    .option('--events <types>', `* for all, or some of ${SUBSCRIBABLE_TYPES.join(', ')}`, eventTypes, ['*'])
    .option('--description <text>', 'what it is for')
    .addOption(accountOption())
    .addOption(environmentOption().default('sandbox'))
    .action((options: WebhookOptions) =>
      perform(async (desk) => {
        const { environment, url, events, description } = options;
        const body = { account_id: await knownAccount(desk, options.account), environment, url, events, description };
        const added = await desk.call({ service: 'webhooks', method: 'POST', path: PATH, body, answer: addedWebhook });
        const { id, secret } = added;
        const facts = { id, secret, url: added.url, events: added.events.join(', '), environment: added.environment };
        return { json: added, text: `${textFacts(facts)}\nKeep the secret now: it cannot be shown again.` };
      }, options),
    );
  verb(noun, 'list', 'List the webhook endpoints of an account.')
    .addOption(accountOption())
    .addOption(environmentOption())
    .action((options: WebhookOptions) =>
      perform(async (desk) => {
        const query = { account_id: await knownAccount(desk, options.account), environment: options.environment };
        const list = await desk.call({ service: 'webhooks', method: 'GET', path: PATH, query, answer: listOf(webhookRecord) });
        const rows = list.data.map(({ id, environment, status, url, events }) => [
          id,
          environment,
          status,
          url,
          events.join(', '),
        ]);
        return { json: list, text: textTable(['ID', 'ENVIRONMENT', 'STATUS', 'URL', 'EVENTS'], rows) };
      }, options),
    );
  verb(noun, 'remove', 'Remove a webhook endpoint. What is not delivered yet is not sent any more.')
    .argument('<id>', 'the id of the endpoint, whk_…')
    .action((id: string, options: WebhookOptions) =>
      perform(async ({ call }) => {
        await call({ service: 'webhooks', method: 'DELETE', path: `${PATH}/${encodeURIComponent(id)}`, answer: z.unknown() });
        return { json: { id, removed: true }, text: `${id} is removed.` };
      }, options),
    );
};

function eventTypes(text: string): string[] {
  const types = text.split(',').map((type) => type.trim());
  if (text.trim() !== '*' && !types.every(isKnown))
    throw new InvalidArgumentError(`It is * or some of ${SUBSCRIBABLE_TYPES.join(', ')}.`);
  return types;
}

function isKnown(type: string): boolean {
  return SUBSCRIBABLE_TYPES.some((known) => known === type);
}
