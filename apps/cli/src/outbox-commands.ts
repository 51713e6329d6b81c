import {
  listOf,
  operatorOperations as operator,
  PUBLISHED_TOPICS,
  type Publisher,
  PUBLISHERS,
  refusedRow,
  republished,
  retriedRow,
  type TopicProgress,
} from '@fulfilment/contracts';
import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { type AddVerbs, type Manuals, textTable, verb } from './command.ts';
import { timeBefore } from './times.ts';

interface OutboxCommandOptions {
  readonly json?: boolean;
  readonly service?: Publisher;
}

interface RepublishOptions extends OutboxCommandOptions {
  readonly since: string;
  readonly topic?: TopicProgress['topic'];
}

const serviceOption = () => new Option('--service <name>', 'of one service only').choices(PUBLISHERS);

export const addOutboxVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List messages that Kafka refused for good, the oldest 200 of each service.')
    .addOption(serviceOption())
    .action(({ service, ...options }: OutboxCommandOptions) =>
      perform(async ({ client }) => {
        const pages = await Promise.all(
          servicesOf(service).map((each) => client.call(operator.listRefusedRows, { service: each })),
        );
        const data = pages.flatMap((page) => page.data);
        const rows = data.map(({ id, topic, written_at: at, error }) => [id, topic, at, error.split('\n')[0] ?? '']);
        return {
          json: { data },
          text: data.length === 0 ? 'No refused messages.' : textTable(['ID', 'TOPIC', 'SINCE', 'ERROR'], rows),
        };
      }, options),
    );
  verb(noun, 'retry', 'Publish a message that Kafka refused, once the cause is fixed.')
    .argument('<id>', 'the id of the message, <service>/<row>', rowId)
    .action(({ service, id }: RowId, options: Pick<OutboxCommandOptions, 'json'>) =>
      perform(async ({ client }) => {
        const retried = await client.call(operator.retryRow, { service, body: { id } });
        return { json: retried, text: `${id} will be published.` };
      }, options),
    );
  verb(
    noun,
    'republish',
    'Publish again all messages since a time, after Kafka has lost them. Consumers skip what they have handled.',
  )
    .requiredOption(
      '--since <time>',
      'a date, RFC 3339, or a time before now as 30m, 24h or 6d; messages are kept for 7 days',
      (text) => timeBefore(text),
    )
    .addOption(new Option('--topic <name>', 'of one topic only').choices(PUBLISHED_TOPICS))
    .addOption(serviceOption())
    .action(({ service, since, topic, ...options }: RepublishOptions) =>
      perform(async ({ client }) => {
        const data: z.output<typeof republishedBy>[] = [];
        for (const each of servicesOf(service)) {
          const { messages } = await client.call(operator.republish, { service: each, body: { since, topic } });
          data.push({ service: each, messages });
        }
        const text = textTable(
          ['SERVICE', 'MESSAGES'],
          data.map(({ service: by, messages }) => [by, String(messages)]),
        );
        return { json: { data }, text };
      }, options),
    );
};

const republishedBy = z.strictObject({
  service: z.enum(PUBLISHERS).describe('Service that publishes.'),
  ...republished.shape,
});

function servicesOf(named: Publisher | undefined): readonly Publisher[] {
  return named === undefined ? PUBLISHERS : [named];
}

interface RowId {
  readonly service: Publisher;
  readonly id: string;
}

/** @throws InvalidArgumentError for an id that does not begin with a service that publishes. */
function rowId(id: string): RowId {
  const service = PUBLISHERS.find((name) => id.startsWith(`${name}/`));
  if (service === undefined) throw new InvalidArgumentError('It must be an id as `outbox list` shows it.');
  return { service, id };
}

export const OUTBOX_MANUALS: Manuals = {
  'outbox list': { output: listOf(refusedRow), examples: [{ why: 'All refused messages', line: 'outbox list' }] },
  'outbox retry': {
    output: retriedRow,
    refused: 'There is no such refused message.',
    examples: [{ why: "The topic's `max.message.bytes` was raised", line: 'outbox retry "$ROW_ID"' }],
  },
  'outbox republish': {
    output: listOf(republishedBy),
    refused: '`--since` is older than what is kept, or in the future.',
    examples: [
      { why: 'Kafka has lost the last two hours', line: 'outbox republish --since 2h' },
      { why: 'Steps of orders wait for commands that were lost', line: 'outbox republish --since 1h --topic stock.commands' },
    ],
  },
};
