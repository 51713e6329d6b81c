import {
  DEAD_LETTER_STATES,
  type DeadLetterRecord,
  deadLetterRecord,
  discardedDeadLetter,
  listOf,
  operatorOperations as operator,
  retriedDeadLetter,
  type ServiceName,
  SERVICES,
  wholeDeadLetter,
} from '@fulfilment/contracts';
import type { OperatorClient } from '@fulfilment/identity';
import { InvalidArgumentError, Option } from 'commander';
import { type AddVerbs, dryRunOption, dryRunOutput, type Manuals, Refused, textFacts, textTable, verb } from './command.ts';

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
    .argument('<id>', ID, deadLetterId)
    .action(({ service, id }: DeadLetterId, options: Pick<DeadLetterOptions, 'json'>) =>
      perform(async ({ client }) => {
        const retried = await client.call(operator.retryDeadLetter, { service, body: { id } });
        return { json: retried, text: `${id} is back on its topic; messages put back: ${retried.put_back}.` };
      }, options),
    );
  addShow(noun, perform);
  addDiscard(noun, perform);
};

const ID = 'the id of the dead letter, <service>/<topic>/<partition>/<offset>';

const addShow: AddVerbs = (noun, perform) => {
  verb(noun, 'show', 'Show a dead letter with its body, headers and error, and the dead letters held behind it.')
    .argument('<id>', ID, deadLetterId)
    .action(({ service, id }: DeadLetterId, options: Pick<DeadLetterOptions, 'json'>) =>
      perform(async ({ client }) => {
        const letter = await client.call(operator.getDeadLetter, { service, body: { id } });
        const { key, at, state, headers, following } = letter;
        const facts = { id, key, since: at, state, headers: JSON.stringify(headers), following: following.join(', ') || 'none' };
        return { json: letter, text: textFacts({ ...facts, error: letter.error, value: letter.value }) };
      }, options),
    );
};

interface DiscardOptions extends Pick<DeadLetterOptions, 'json'> {
  readonly dryRun?: boolean;
}

const addDiscard: AddVerbs = (noun, perform) => {
  verb(noun, 'discard', 'Discard a dead letter for good: its content is removed. Dead letters held behind it stay.')
    .argument('<id>', ID, deadLetterId)
    .addOption(dryRunOption())
    .action(({ service, id }: DeadLetterId, { dryRun = false, ...options }: DiscardOptions) =>
      perform(async ({ client }) => {
        const operation = dryRun ? operator.getDeadLetter : operator.discardDeadLetter;
        const { state, following } = await client.call(operation, { service, body: { id } });
        if (dryRun && !['open', 'discarded'].includes(state))
          throw new Refused(`The dead letter is ${state}; it cannot be discarded.`);
        const [next] = following;
        const rest =
          next === undefined
            ? ''
            : ` Kept aside because of it: ${following.length}. Put them back with: dead-letter retry ${next}`;
        return { json: { id, state, following, dry_run: dryRun }, text: `${id} ${dryRun ? 'would be' : 'is'} discarded.${rest}` };
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

const discardedOutput = dryRunOutput(discardedDeadLetter);

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
  'dead-letter show': {
    output: wholeDeadLetter,
    refused: 'There is no such dead letter.',
    examples: [{ why: 'Its content, to find what is wrong with it', line: 'dead-letter show "$DEAD_LETTER_ID"' }],
  },
  'dead-letter discard': {
    output: discardedOutput,
    refused: 'There is no such dead letter, or it was put back.',
    examples: [
      { why: 'See what would be given up', line: 'dead-letter discard "$DEAD_LETTER_ID" --dry-run' },
      { why: 'No release will ever read it', line: 'dead-letter discard "$DEAD_LETTER_ID"' },
    ],
  },
};
