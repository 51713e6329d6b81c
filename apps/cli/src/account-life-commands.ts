import {
  accountRecord,
  accountStorage,
  keyRecord,
  memberRecord,
  operatorOperations as operator,
  type ServiceName,
  storedRecords,
  waitingWork,
  webhookRecord,
} from '@fulfilment/contracts';
import type { OperatorClient } from '@fulfilment/identity';
import { z } from 'zod';
import { ACCOUNT_EXPORT_MANUALS, addExport } from './account-export-command.ts';
import {
  accountOption,
  type AddVerbs,
  dryRunOption,
  type Manuals,
  namedAccountOption,
  Refused,
  type Result,
  textFacts,
  textTable,
  verb,
} from './command.ts';

interface LifeOptions {
  readonly json?: boolean;
  readonly account?: string;
}

export const addAccountLifeVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'show', 'Show an account: plan, limits and their use, members, keys, endpoints and waiting work.')
    .addOption(accountOption())
    .action((options: LifeOptions) =>
      perform(async ({ client, account }) => presentAccount(await readAccount(client, account(options.account))), options),
    );
  addExport(noun, perform);
  addDelete(noun, perform);
};

const addDelete: AddVerbs = (noun, perform) => {
  verb(noun, 'delete', 'Delete a suspended account and all its records, in two runs: the first begins the grace period.')
    .addOption(namedAccountOption())
    .addOption(dryRunOption())
    .action(({ account: id, dryRun = false, ...options }: DeleteOptions) =>
      perform(
        async ({ client, progress }) => (dryRun ? foreseeDeletion(client, id) : deleteAccount(client, id, progress)),
        options,
      ),
    );
};

interface DeleteOptions extends LifeOptions {
  readonly account: string;
  readonly dryRun?: boolean;
}

const AGE_OUT = 'Records in Kafka and backups age out by their retention.';

const deletionOutput = z.strictObject({
  account_id: accountRecord.shape.id,
  state: z.enum(['would_be_deleted', 'scheduled', 'deleted']).describe('What became of the account.'),
  delete_after: z.string().nullable().describe('Time from which on it may be deleted; null in a dry run.'),
  records: z
    .record(z.string(), z.int())
    .describe('Records by service: those that would be removed, or were. None where the deletion is scheduled.'),
});
type Deletion = z.output<typeof deletionOutput>;

/** Services whose records are removed before those of the gateway: webhooks last, since the others tell it. */
const SERVICES_IN_ORDER = operator.removeRecords.services;

/** @throws Refused for an account that is not suspended. */
async function foreseeDeletion(client: OperatorClient, id: string): Promise<Result> {
  const { name, suspended_at: suspended } = await client.call(operator.getAccount, { params: { id } });
  if (suspended === null) throw new Refused('Only a suspended account can be deleted.');
  const records: Record<string, number> = {};
  for (const service of SERVICES_IN_ORDER) records[service] = await countOf(client, service, id);
  const found: Deletion = { account_id: id, state: 'would_be_deleted', delete_after: null, records };
  return {
    json: found,
    text: `${id} (${name}) would be deleted, with these records and its keys, members and sessions.\n${tableOf(records)}`,
  };
}

async function deleteAccount(client: OperatorClient, id: string, progress: (line: string) => void): Promise<Result> {
  const params = { id };
  const { delete_after: deleteAfter, due } = await client.call(operator.scheduleDeletion, { params });
  if (!due) {
    const scheduled: Deletion = { account_id: id, state: 'scheduled', delete_after: deleteAfter, records: {} };
    return {
      json: scheduled,
      text: `${id} can be deleted from ${deleteAfter} on: run the command again then. account resume keeps it.`,
    };
  }
  const records: Record<string, number> = {};
  for (const service of SERVICES_IN_ORDER) records[service] = await removeAll(client, service, { id, progress });
  for (const service of SERVICES_IN_ORDER) {
    const left = await countOf(client, service, id);
    if (left > 0) throw new Refused(`${service} has stored ${left} more records of the account. Run the command again.`);
  }
  records['gateway'] = (await client.call(operator.deleteAccount, { params })).removed;
  const deleted: Deletion = { account_id: id, state: 'deleted', delete_after: deleteAfter, records };
  return { json: deleted, text: `${id} is deleted. ${AGE_OUT}\n${tableOf(records)}` };
}

interface Removal {
  readonly id: string;
  readonly progress: (line: string) => void;
}

/** Removes in pieces: a command that was ended goes on where it was. */
async function removeAll(client: OperatorClient, service: ServiceName, { id, progress }: Removal): Promise<number> {
  let sum = 0;
  for (let more = true; more;) {
    const piece = await client.call(operator.removeRecords, { service, params: { id } });
    ({ more } = piece);
    sum += piece.removed;
    if (more) progress(`${service}: ${sum} records removed`);
  }
  return sum;
}

async function countOf(client: OperatorClient, service: ServiceName, id: string): Promise<number> {
  const { data } = await client.call(operator.countRecords, { service, params: { id } });
  return data.reduce((sum, { count }) => sum + count, 0);
}

function tableOf(records: Readonly<Record<string, number>>): string {
  return textTable(
    ['SERVICE', 'RECORDS'],
    Object.entries(records).map(([service, count]) => [service, String(count)]),
  );
}

const shownAccount = z.strictObject({
  ...accountRecord.shape,
  storage: accountStorage.describe('Storage limits of the account in each environment.'),
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
  ...ACCOUNT_EXPORT_MANUALS,
  'account delete': {
    output: deletionOutput,
    refused: 'There is no such account, or it is not suspended.',
    examples: [{ why: 'What would be removed', line: 'account delete --account "$SUSPENDED_ID" --dry-run' }],
  },
  'account show': {
    output: shownAccount,
    refused: 'There is no such account.',
    examples: [
      { why: 'How a customer uses the system, and what it is limited by', line: 'account show --account "$ACCOUNT_ID"' },
    ],
  },
};
