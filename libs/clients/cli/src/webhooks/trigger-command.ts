import type { FulfilmentClient } from '@fulfilment/client';
import { Argument, type Command } from 'commander';
import { UsageError } from '../arguments.ts';
import { type AddCommands, withExamples } from '../command.ts';
import { Ended, EXIT } from '../failures.ts';
import { OPERATION_COMMANDS } from '../generated/commands.ts';
import type { Session } from '../session.ts';

type SendTest = FulfilmentClient['webhooks']['test'];
type Delivery = Awaited<ReturnType<SendTest>>;
type TestType = NonNullable<Parameters<SendTest>[1]>['type'];

interface TriggerOptions {
  readonly endpoint?: string[];
}

/** Adds the command to the group of webhooks: test events of any type for the endpoints of an account. */
export const addTriggerCommand: AddCommands = (webhooks, perform) => {
  const types = new Argument('<type>', 'type of the event');
  types.argChoices = typesOfTests();
  withExamples(webhooks.command('trigger').description('Send a test event of a type to the endpoints that are active.'), [
    'webhooks trigger order.shipped',
    'webhooks trigger scan.completed --endpoint whk_01J…',
  ])
    .addArgument(types)
    .option('--endpoint <id>', 'only this endpoint, whatever its status; can be repeated', collected)
    .action((type: string, options: TriggerOptions, command: Command) =>
      perform(command, (session) => trigger(session, type, options)),
    );
};

const collected = (id: string, before: readonly string[] = []): string[] => [...before, id];

function typesOfTests(): string[] {
  const test = OPERATION_COMMANDS.find(({ id }) => id === 'testWebhook');
  return [...(test?.body?.fields.find(({ name }) => name === 'type')?.values ?? [])];
}

function isTestType(type: string): type is NonNullable<TestType> {
  return typesOfTests().includes(type);
}

/** @throws UsageError for a type that this version does not know. */
async function trigger(session: Session, type: string, { endpoint }: TriggerOptions): Promise<void> {
  const { out } = session;
  if (!isTestType(type)) throw new UsageError(`There is no event type ${type}: ${typesOfTests().join(', ')}.`);
  const client = await session.client();
  const endpoints: { readonly id: string; readonly url: string }[] = [];
  if (endpoint) for (const id of endpoint) endpoints.push(await client.webhooks.get(id, session.call));
  else for await (const each of client.webhooks.list({}, session.call)) if (each.status === 'active') endpoints.push(each);
  if (endpoints.length === 0) {
    out.say('fulfil: No endpoint is active: `fulfil webhooks create --url https://… --events …`.');
    out.say('  For a receiver on this machine: `fulfil webhooks listen --forward-to http://localhost:3000/hook`.');
    throw new Ended(EXIT.refused);
  }
  for (const { id, url } of endpoints) {
    const delivery = await client.webhooks.test(id, { type }, session.call);
    await (out.json ? out.document({ kind: 'test', webhook_id: id, url, delivery }) : out.line(lineOf(url, delivery)));
  }
}

function lineOf(url: string, { id, event_type: type, status }: Delivery): string {
  return `${type} to ${url}: ${id} is ${status}; \`fulfil deliveries get ${id}\` shows its attempts.`;
}
