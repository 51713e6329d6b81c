import {
  DEAD_LETTER_STATES,
  type DeadLetterRecord,
  deadLetterRecord,
  listOf,
  operatorOperations as operator,
  retriedDeadLetter,
  type ServiceName,
  SERVICES,
} from '@fulfilment/contracts';
import type { OperatorClient } from '@fulfilment/identity';
import { InvalidArgumentError, Option } from 'commander';
import { type AddVerbs, type Manuals, textTable, verb } from './command.ts';

type State = DeadLetterRecord['state'] | 'all';

interface DeadLetterOptions {
  readonly json?: boolean;
  readonly service?: ServiceName;
  readonly state: State;
}

const MAX_PAGE = 200;
const MAX_SHOWN_CHARACTERS = 100;

export const addDeadLetterVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List dead letters: messages that a service could not read, and those held behind them.')
    .addOption(new Option('--service <name>', 'of one service only').choices(SERVICES))
    .addOption(new Option('--state <name>', 'in this state').choices([...DEAD_LETTER_STATES, 'all']).default('open'))
    .action(({ service, state, ...options }: DeadLetterOptions) =>
      perform(async ({ client }) => {
        const services = service === undefined ? SERVICES : [service];
        const data = (await Promise.all(services.map((each) => readAll(client, each, state)))).flat();
        const rows = data.map((letter) => [letter.id, letter.at, letter.state, firstLineOf(letter.error)]);
        const text = data.length === 0 ? 'No dead letters.' : textTable(['ID', 'SINCE', 'STATE', 'ERROR'], rows);
        return { json: { data }, text };
      }, options),
    );
  verb(noun, 'retry', 'Put a dead letter back on its topic, with those held behind it.')
    .argument('<id>', 'the id of the dead letter, <service>/<topic>/<partition>/<offset>', deadLetterId)
    .action(({ service, id }: DeadLetterId, options: Pick<DeadLetterOptions, 'json'>) =>
      perform(async ({ client }) => {
        const retried = await client.call(operator.retryDeadLetter, { service, body: { id } });
        return { json: retried, text: `${id} is back on its topic; messages put back: ${retried.put_back}.` };
      }, options),
    );
};

interface DeadLetterId {
  readonly service: ServiceName;
  readonly id: string;
}

/** @throws InvalidArgumentError for an id that does not begin with a service that has dead letters. */
function deadLetterId(id: string): DeadLetterId {
  const service = SERVICES.find((name) => id.startsWith(`${name}/`));
  if (service === undefined) throw new InvalidArgumentError('It must be an id such as inventory/stock.commands/3/17.');
  return { service, id };
}

async function readAll(client: OperatorClient, service: ServiceName, state: State): Promise<DeadLetterRecord[]> {
  const letters: DeadLetterRecord[] = [];
  let after: string | undefined;
  do {
    const query = { state: state === 'all' ? undefined : state, after, limit: MAX_PAGE };
    const page = await client.call(operator.listDeadLetters, { service, query });
    letters.push(...page.data);
    after = page.next_after ?? undefined;
  } while (after !== undefined);
  return letters;
}

function firstLineOf(error: string): string {
  const [line = ''] = error.split('\n');
  return line.length > MAX_SHOWN_CHARACTERS ? `${line.slice(0, MAX_SHOWN_CHARACTERS - 1)}…` : line;
}

export const DEAD_LETTER_MANUALS: Manuals = {
  'dead-letter list': {
    output: listOf(deadLetterRecord),
    examples: [
      { why: 'All open dead letters', line: 'dead-letter list' },
      { why: 'All dead letters that one service ever had', line: 'dead-letter list --service orders --state all --json' },
    ],
  },
  'dead-letter retry': {
    output: retriedDeadLetter,
    refused: 'There is no such dead letter, or it was put back already.',
    examples: [{ why: 'The service was fixed and can read it now', line: 'dead-letter retry "$DEAD_LETTER_ID"' }],
  },
};
