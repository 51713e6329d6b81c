import {
  addedWebhook,
  type EventSelection,
  id,
  listOf,
  operatorOperations as operator,
  SUBSCRIBABLE_TYPES,
  webhookRecord,
} from '@fulfilment/contracts';
import type { Environment } from '@fulfilment/kernel';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import {
  accountOption,
  type AddVerbs,
  dryRunOption,
  environmentOption,
  type Manuals,
  textFacts,
  textTable,
  verb,
  verifiedAccount,
} from './command.ts';

interface WebhookOptions {
  readonly json?: boolean;
  readonly account?: string;
}

interface AddOptions extends WebhookOptions {
  readonly environment: Environment;
  readonly url: string;
  readonly events: EventSelection;
  readonly description?: string;
}

export const addWebhookVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'add', 'Add a webhook endpoint. Its secret is shown only once.')
    .requiredOption('--url <url>', 'the URL that receives the events')
    .option('--events <types>', `* for all, or some of ${SUBSCRIBABLE_TYPES.join(', ')}`, eventTypes, ['*'])
    .option('--description <text>', 'the purpose of the endpoint')
    .addOption(accountOption())
    .addOption(environmentOption().default('sandbox'))
    .action((options: AddOptions) =>
      perform(async (context) => {
        const { environment, url, events, description } = options;
        const body = { account_id: await verifiedAccount(context, options.account), environment, url, events, description };
        const added = await context.client.call(operator.addWebhook, { body });
        const facts = { id: added.id, secret: added.secret, url: added.url, events: added.events.join(', ') };
        const text = textFacts({ ...facts, environment: added.environment });
        return { json: added, text: `${text}\nStore the secret now: it cannot be shown again.` };
      }, options),
    );
  verb(noun, 'list', 'List the webhook endpoints of an account.')
    .addOption(accountOption())
    .addOption(environmentOption())
    .action((options: WebhookOptions & { readonly environment?: Environment }) =>
      perform(async (context) => {
        const query = { account_id: await verifiedAccount(context, options.account), environment: options.environment };
        const list = await context.client.call(operator.listWebhooks, { query });
        const rows = list.data.map((each) => [each.id, each.environment, each.status, each.url, each.events.join(', ')]);
        return { json: list, text: textTable(['ID', 'ENVIRONMENT', 'STATUS', 'URL', 'EVENTS'], rows) };
      }, options),
    );
  verb(noun, 'remove', 'Remove a webhook endpoint. Its pending deliveries are dropped.')
    .argument('<id>', 'the id of the endpoint, whk_…')
    .addOption(dryRunOption())
    .action((endpointId: string, { dryRun = false, ...options }: WebhookOptions & { readonly dryRun?: boolean }) =>
      perform(async ({ client }) => {
        const operation = dryRun ? operator.getWebhook : operator.removeWebhook;
        const { url, account_id: account, environment } = await client.call(operation, { params: { id: endpointId } });
        const text = dryRun
          ? `${endpointId} (${url}, ${environment}, of ${account}) would be removed, and its pending deliveries dropped.`
          : `${endpointId} is removed.`;
        return { json: { id: endpointId, removed: !dryRun }, text };
      }, options),
    );
};

function eventTypes(text: string): EventSelection {
  if (text.trim() === '*') return ['*'];
  return text.split(',').map((given) => {
    const type = SUBSCRIBABLE_TYPES.find((known) => known === given.trim());
    if (!type) throw new InvalidArgumentError(`It must be * or some of ${SUBSCRIBABLE_TYPES.join(', ')}.`);
    return type;
  });
}

export const WEBHOOK_MANUALS: Manuals = {
  'webhook add': {
    output: addedWebhook,
    refused: 'There is no such account, the URL is not allowed, or the tenant has 50 endpoints already.',
    examples: [
      { why: 'All events of the sandbox, for a program on this machine', line: 'webhook add --url http://127.0.0.1:9000/hook' },
      {
        why: 'Two event types of production',
        line: 'webhook add --url https://example.com/hook --events order.created,order.shipped --environment production --json',
      },
    ],
  },
  'webhook list': {
    output: listOf(webhookRecord),
    refused: 'There is no such account.',
    examples: [{ why: 'All endpoints of the demo account', line: 'webhook list' }],
  },
  'webhook remove': {
    output: z.strictObject({
      id: id('whk').describe('The endpoint.'),
      removed: z.boolean().describe('False in a dry run.'),
    }),
    refused: 'There is no such endpoint.',
    examples: [
      { why: 'See where it sends', line: 'webhook remove "$WEBHOOK_ID" --dry-run' },
      { why: 'An endpoint that is no longer used', line: 'webhook remove "$WEBHOOK_ID"' },
    ],
  },
};
