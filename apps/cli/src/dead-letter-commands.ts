import { DEAD_LETTER_STATES, deadLetterPage, type DeadLetterRecord, retriedDeadLetter } from '@fulfilment/contracts';
import { InvalidArgumentError, Option } from 'commander';
import { type AddVerbs, verb } from './command.ts';
import type { CallOperator } from './operator-client.ts';
import { CONSUMERS, type OperatedService } from './running-system.ts';
import { textTable } from './text-table.ts';

interface DeadLetterOptions {
  readonly json?: boolean;
  readonly service?: (typeof CONSUMERS)[number];
  readonly state: string;
}

const PATH = '/dead-letters';
const MOST_A_PAGE = '200';
const SHOWN_CHARACTERS = 100;

/** `dead-letter list`, `dead-letter retry`. */
export const addDeadLetterVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List what services could not read, and what was set aside for its sake.')
    .addOption(new Option('--service <name>', 'of one service alone').choices(CONSUMERS))
    .addOption(new Option('--state <name>', 'what became of them').choices([...DEAD_LETTER_STATES, 'all']).default('open'))
    .action(({ service, state, ...options }: DeadLetterOptions) =>
      perform(async ({ call }) => {
        const asked = service === undefined ? CONSUMERS : [service];
        const data = (await Promise.all(asked.map((each) => readAll(call, each, state)))).flat();
        const rows = data.map((letter) => [letter.id, letter.at, letter.state, firstOf(letter.error)]);
        const text = data.length === 0 ? 'No dead letters.' : textTable(['ID', 'SINCE', 'STATE', 'ERROR'], rows);
        return { json: { data }, text };
      }, options),
    );
  verb(noun, 'retry', 'Put a record back on its topic, with those set aside for its sake.')
    .argument('<id>', 'the id of the dead letter, <service>/<topic>/<partition>/<offset>', deadLetterId)
    .action(({ service, id }: DeadLetterId, options: Pick<DeadLetterOptions, 'json'>) =>
      perform(async ({ call }) => {
        const path = `${PATH}/retry`;
        const retried = await call({ service, method: 'POST', path, body: { id }, answer: retriedDeadLetter });
        return { json: retried, text: `${id} is back on its topic: ${retried.put_back} in all.` };
      }, options),
    );
};

interface DeadLetterId {
  readonly service: OperatedService;
  readonly id: string;
}

/** @throws InvalidArgumentError unless it begins with a service that has dead letters. */
function deadLetterId(id: string): DeadLetterId {
  const service = CONSUMERS.find((name) => id.startsWith(`${name}/`));
  if (service === undefined) throw new InvalidArgumentError('It looks like inventory/stock.commands/3/17.');
  return { service, id };
}

async function readAll(call: CallOperator, service: OperatedService, state: string): Promise<DeadLetterRecord[]> {
  const letters: DeadLetterRecord[] = [];
  let after: string | undefined;
  do {
    const query = { state: state === 'all' ? undefined : state, after, limit: MOST_A_PAGE };
    const page = await call({ service, method: 'GET', path: PATH, query, answer: deadLetterPage });
    letters.push(...page.data);
    after = page.next_after ?? undefined;
  } while (after !== undefined);
  return letters;
}

function firstOf(error: string): string {
  const [line = ''] = error.split('\n');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS - 1)}…` : line;
}
