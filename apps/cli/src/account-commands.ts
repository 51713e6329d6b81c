import {
  type AccountRecord,
  accountRecord,
  listOf,
  operatorOperations as operator,
  type Plan,
  plan,
} from '@fulfilment/contracts';
import { OperatorRefusal } from '@fulfilment/identity';
import { type Command, Option } from 'commander';
import { accountOption, type AddVerbs, type Manuals, type Perform, type Result, textFacts, textTable, verb } from './command.ts';

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
      perform(async ({ client }) => {
        const body = { name: options.name, plan: options.plan };
        return factsOf(await client.call(operator.createAccount, { body }));
      }, options),
    );
  verb(noun, 'list', 'List all accounts, oldest first.').action((options: AccountOptions) =>
    perform(async ({ client }) => {
      const list = await client.call(operator.listAccounts);
      const rows = list.data.map((each) => [each.id, each.name, each.plan, each.suspended_at ?? 'no', each.created_at]);
      return { json: list, text: textTable(['ID', 'NAME', 'PLAN', 'SUSPENDED', 'CREATED'], rows) };
    }, options),
  );
  verb(noun, 'set-plan', 'Change the plan of an account; effective within half a second.')
    .addOption(accountOption())
    .addOption(planOption())
    .action((options: AccountOptions) =>
      perform(async ({ client, account }) => {
        const [params, body] = [{ id: account(options.account) }, { plan: options.plan }];
        return factsOf(await client.call(operator.setPlan, { params, body }));
      }, options),
    );
  addStep(noun, perform, 'suspend', 'Refuse the keys and sessions of an account within half a second, and hold its deliveries.');
  addStep(noun, perform, 'resume', 'Admit a suspended account again, and release its deliveries.');
};

/** The operations of a step, at the gateway and at webhooks. */
const STEPS = {
  suspend: [operator.suspendAccount, operator.holdDeliveries],
  resume: [operator.resumeAccount, operator.releaseDeliveries],
} as const;

const addStep = (noun: Command, perform: Perform, step: keyof typeof STEPS, description: string): void => {
  verb(noun, step, description)
    .addOption(accountOption())
    .action((options: AccountOptions) =>
      perform(async ({ client, account }) => {
        const params = { id: account(options.account) };
        const [ofAccount, ofDeliveries] = STEPS[step];
        // Two services change: where the second failed, the command is repeated, and the first then refuses.
        const refusal = await client.call(ofAccount, { params }).then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof OperatorRefusal && error.problem?.code === 'invalid_transition') return error;
            throw error;
          },
        );
        const { changed } = await client.call(ofDeliveries, { params });
        if (refusal && changed === 0) throw refusal;
        return factsOf(await client.call(operator.getAccount, { params }));
      }, options),
    );
};

function factsOf(record: AccountRecord): Result {
  return { json: record, text: textFacts({ ...record, suspended_at: record.suspended_at ?? 'no' }) };
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
  'account suspend': {
    output: accountRecord,
    refused: 'There is no such account, or it is suspended already.',
    examples: [{ why: 'Stop a customer whose programs harm others', line: 'account suspend --account "$ACCOUNT_ID"' }],
  },
  'account resume': {
    output: accountRecord,
    refused: 'There is no such account, or it is not suspended.',
    examples: [{ why: 'The cause is mended', line: 'account resume --account "$ACCOUNT_ID"' }],
  },
};
