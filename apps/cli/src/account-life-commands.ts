import {
  accountRecord,
  accountStorage,
  keyRecord,
  memberRecord,
  operatorOperations as operator,
  storedRecords,
  waitingWork,
  webhookRecord,
} from '@fulfilment/contracts';
import type { OperatorClient } from '@fulfilment/identity';
import { z } from 'zod';
import { accountOption, type AddVerbs, type Manuals, type Result, textFacts, textTable, verb } from './command.ts';

interface LifeOptions {
  readonly json?: boolean;
  readonly account?: string;
}

export const addAccountLifeVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'show', 'Show an account: plan, limits and what is used of them, members, keys, endpoints, and what waits.')
    .addOption(accountOption())
    .action((options: LifeOptions) =>
      perform(async ({ client, account }) => presentAccount(await readAccount(client, account(options.account))), options),
    );
};

const shownAccount = z.strictObject({
  ...accountRecord.shape,
  storage: accountStorage.describe('The most that the account may store in each environment.'),
  used: storedRecords.shape.data.describe('Records that are stored.'),
  waiting: waitingWork.shape.data.describe('Work that waits.'),
  members: z.array(memberRecord).describe('Invited and active members.'),
  keys: z.array(keyRecord).describe('Keys, newest first.'),
  webhooks: z.array(webhookRecord).describe('Endpoints, oldest first.'),
});
type ShownAccount = z.output<typeof shownAccount>;

/** Records of the bounded kinds that an account has, by environment. */
export async function storedOf(client: OperatorClient, id: string): Promise<ShownAccount['used']> {
  const { services } = operator.getStored;
  const stored = await Promise.all(services.map((service) => client.call(operator.getStored, { service, params: { id } })));
  return stored.flatMap(({ data }) => data);
}

async function readAccount(client: OperatorClient, id: string): Promise<ShownAccount> {
  const [params, query] = [{ id }, { account_id: id }];
  // Other services do not know accounts: the gateway refuses an unknown one.
  const record = await client.call(operator.getAccount, { params });
  const waits = operator.getWaiting.services.map((service) => client.call(operator.getWaiting, { service, params }));
  return {
    ...record,
    storage: await client.call(operator.getStorage, { params }),
    used: await storedOf(client, id),
    waiting: (await Promise.all(waits)).flatMap(({ data }) => data),
    members: (await client.call(operator.listMembers, { query })).data,
    keys: (await client.call(operator.listKeys, { query })).data,
    webhooks: (await client.call(operator.listWebhooks, { query })).data,
  };
}

function presentAccount(shown: ShownAccount): Result {
  const { id, name, plan, suspended_at: suspended, created_at: created, storage, used, waiting, members, keys, webhooks } = shown;
  const active = keys.filter(({ status }) => status === 'active');
  const facts = textFacts({
    id,
    name,
    plan,
    suspended: suspended ?? 'no',
    created,
    members: String(members.length),
    keys: `${active.length} active of ${keys.length}`,
    endpoints: String(webhooks.length),
  });
  const rows = [
    ...used.map((each) => [each.kind, each.environment, String(each.used), String(storage[each.kind])]),
    ...waiting.map((each) => [`waiting ${each.kind}`, each.environment, String(each.waiting), '']),
  ];
  const tables = [
    textTable(['KIND', 'ENVIRONMENT', 'NUMBER', 'LIMIT'], rows),
    textTable(
      ['KEY', 'ENVIRONMENT', 'ROLE', 'AT ONCE', 'A SECOND', 'LAST USED'],
      active.map((key) => [key.id, key.environment, key.role, String(key.burst), String(key.rate), key.last_used_at ?? 'never']),
    ),
    textTable(
      ['ENDPOINT', 'ENVIRONMENT', 'STATUS', 'URL'],
      webhooks.map((each) => [each.id, each.environment, each.status, each.url]),
    ),
  ];
  return { json: shown, text: [facts, ...tables].join('\n\n') };
}

export const ACCOUNT_LIFE_MANUALS: Manuals = {
  'account show': {
    output: shownAccount,
    refused: 'There is no such account.',
    examples: [{ why: 'How a customer uses the system, and what it is limited by', line: 'account show --account "$ACCOUNT_ID"' }],
  },
};
