import { type AccountRecord, accountRecord, listOf, type Plan, plan } from '@fulfilment/contracts';
import { Option } from 'commander';
import { accountOption, type AddVerbs, type Result, verb } from './command.ts';
import { textFacts, textTable } from './text-table.ts';

interface AccountOptions {
  readonly json?: boolean;
  readonly name: string;
  readonly plan: Plan;
  readonly account?: string;
}

const planOption = () => new Option('--plan <name>', 'enterprise or evaluation').choices(plan.options).makeOptionMandatory();

/** `account create`, `account list`, `account set-plan`. */
export const addAccountVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'create', 'Make an account.')
    .requiredOption('--name <name>', 'who it is for')
    .addOption(planOption())
    .action((options: AccountOptions) =>
      perform(async ({ call }) => {
        const body = { name: options.name, plan: options.plan };
        return one(await call({ service: 'gateway', method: 'POST', path: '/accounts', body, answer: accountRecord }));
      }, options),
    );
  verb(noun, 'list', 'List all accounts, oldest first.').action((options: AccountOptions) =>
    perform(async ({ call }) => {
      const list = await call({ service: 'gateway', method: 'GET', path: '/accounts', answer: listOf(accountRecord) });
      const rows = list.data.map(({ id, name, plan: its, created_at: created }) => [id, name, its, created]);
      return { json: list, text: textTable(['ID', 'NAME', 'PLAN', 'CREATED'], rows) };
    }, options),
  );
  verb(noun, 'set-plan', 'Change the plan of an account. It holds within half a second.')
    .addOption(accountOption())
    .addOption(planOption())
    .action((options: AccountOptions) =>
      perform(async ({ call, account }) => {
        const path = `/accounts/${encodeURIComponent(account(options.account))}`;
        const body = { plan: options.plan };
        return one(await call({ service: 'gateway', method: 'PATCH', path, body, answer: accountRecord }));
      }, options),
    );
};

function one(record: AccountRecord): Result {
  return { json: record, text: textFacts(record) };
}
