import { type AccountRecord, accountRecord, listOf, type Plan, plan } from '@fulfilment/contracts';
import { Option } from 'commander';
import { accountOption, type AddVerbs, type Manuals, type Result, textFacts, textTable, verb } from './command.ts';

interface AccountOptions {
  readonly json?: boolean;
  readonly name: string;
  readonly plan: Plan;
  readonly account?: string;
}

const planOption = () => new Option('--plan <name>', 'enterprise or evaluation').choices(plan.options).makeOptionMandatory();

export const addAccountVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'create', 'Create an account.')
    .requiredOption('--name <name>', 'the name of the customer')
    .addOption(planOption())
    .action((options: AccountOptions) =>
      perform(async ({ client }) => factsOf(await client.createAccount({ name: options.name, plan: options.plan })), options),
    );
  verb(noun, 'list', 'List all accounts, oldest first.').action((options: AccountOptions) =>
    perform(async ({ client }) => {
      const list = await client.call({ service: 'gateway', method: 'GET', path: '/accounts', answer: listOf(accountRecord) });
      const rows = list.data.map(({ id, name, plan: its, created_at: created }) => [id, name, its, created]);
      return { json: list, text: textTable(['ID', 'NAME', 'PLAN', 'CREATED'], rows) };
    }, options),
  );
  verb(noun, 'set-plan', 'Change the plan of an account; effective within half a second.')
    .addOption(accountOption())
    .addOption(planOption())
    .action((options: AccountOptions) =>
      perform(async ({ client, account }) => {
        const path = `/accounts/${encodeURIComponent(account(options.account))}`;
        const body = { plan: options.plan };
        return factsOf(await client.call({ service: 'gateway', method: 'PATCH', path, body, answer: accountRecord }));
      }, options),
    );
};

function factsOf(record: AccountRecord): Result {
  return { json: record, text: textFacts(record) };
}

export const ACCOUNT_MANUALS: Manuals = {
  'account create': {
    output: accountRecord,
    refused: 'The name has more than 200 characters.',
    examples: [{ why: 'An account for an evaluation', line: 'account create --name "Mugs & Co" --plan evaluation' }],
  },
  'account list': {
    output: listOf(accountRecord),
    examples: [{ why: 'All names and plans', line: 'account list' }],
  },
  'account set-plan': {
    output: accountRecord,
    refused: 'There is no such account.',
    examples: [{ why: 'Open production to a customer', line: 'account set-plan --account "$ACCOUNT_ID" --plan enterprise' }],
  },
};
