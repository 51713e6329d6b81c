import {
  type AccountRecord,
  accountRecord,
  type AccountStorage,
  accountStorage,
  listOf,
  operatorOperations as operator,
  type Plan,
  plan,
  SERVICES,
  type StorageBounds,
  bytesByEnvironment,
  storedRecords,
} from '@fulfilment/contracts';
import { type OperatorClient, OperatorRefusal } from '@fulfilment/identity';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import {
  accountOption,
  type AddVerbs,
  dryRunOption,
  dryRunOutput,
  type Manuals,
  type Perform,
  Refused,
  type Result,
  textFacts,
  textTable,
  verb,
} from './command.ts';
import { ACCOUNT_LIFE_MANUALS, addAccountLifeVerbs, storedOf } from './account-life-commands.ts';

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
  addAccountLifeVerbs(noun, perform);
  addStorageVerbs(noun, perform);
  addStep(
    noun,
    perform,
    'suspend',
    'Refuse the keys and sessions of an account within half a second, and hold its deliveries.',
  ).addOption(dryRunOption());
  addStep(noun, perform, 'resume', 'Resume a suspended account: accept its keys and sessions again, and release its deliveries.');
};

/** `plan`: that of the plan. */
type Bound = number | 'plan';

interface StorageOptions {
  readonly json?: boolean;
  readonly account?: string;
  readonly skus?: Bound;
  readonly openOrders?: Bound;
  readonly webhookEndpoints?: Bound;
  readonly warehouses?: Bound;
  readonly storedBytes?: Bound;
}

const boundOption = (name: string, what: string) =>
  new Option(`--${name} <number>`, `limit of ${what} in each environment, or "plan" for the limit of the plan`).argParser(
    boundOf,
  );

/** @throws InvalidArgumentError for a text that is neither a whole number nor `plan`. */
function boundOf(text: string): Bound {
  if (text === 'plan') return text;
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or plan.');
  return Number(text);
}

const UNITS = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/** A number of bytes, also in a decimal unit. @throws InvalidArgumentError for another text but `plan`. */
function bytesOf(text: string): Bound {
  if (text === 'plan') return text;
  const [, number = '', unit = ''] = /^(\d{1,15})(|KB|MB|GB|TB)$/.exec(text) ?? [];
  if (number === '') throw new InvalidArgumentError('It must be a whole number, also with KB, MB, GB or TB, or plan.');
  return Number(number) * (Object.entries(UNITS).find(([name]) => name === unit)?.[1] ?? 1);
}

const sentOf = (bound: Bound | undefined) => (bound === 'plan' ? null : bound);

const addStorageVerbs = (noun: Command, perform: Perform): void => {
  verb(noun, 'storage', 'Show the storage limits of an account and their use.')
    .addOption(accountOption())
    .action((options: StorageOptions) =>
      perform(async ({ client, account }) => {
        const params = { id: account(options.account) };
        return storageFacts(client, await client.call(operator.getStorage, { params }));
      }, options),
    );
  verb(noun, 'set-storage', 'Change the storage limits of an account; effective within half a second. Nothing is removed.')
    .addOption(accountOption())
    .addOption(boundOption('skus', 'SKUs, archived ones included,'))
    .addOption(boundOption('open-orders', 'open orders'))
    .addOption(boundOption('webhook-endpoints', 'webhook endpoints, at most 200,'))
    .addOption(boundOption('warehouses', 'active warehouses, at most 500,'))
    .addOption(
      new Option(
        '--stored-bytes <bytes>',
        'limit of bytes in each environment and service, as a number, 500MB or 2TB, or "plan" for the limit of the plan',
      ).argParser(bytesOf),
    )
    .action((options: StorageOptions) =>
      perform(async ({ client, account }) => {
        const params = { id: account(options.account) };
        const { skus, openOrders, webhookEndpoints, warehouses, storedBytes } = options;
        const body = {
          skus: sentOf(skus),
          open_orders: sentOf(openOrders),
          webhook_endpoints: sentOf(webhookEndpoints),
          warehouses: sentOf(warehouses),
          stored_bytes: sentOf(storedBytes),
        };
        return storageFacts(client, await client.call(operator.setStorage, { params, body }));
      }, options),
    );
};

async function storageFacts(client: OperatorClient, storage: AccountStorage): Promise<Result> {
  const [used, bytes] = await Promise.all([storedOf(client, storage.account_id), bytesIn(client, storage.account_id)]);
  const row = (kind: keyof StorageBounds, name: string, each: { readonly environment: string; readonly used: number }) => [
    name,
    each.environment,
    String(each.used),
    String(storage[kind]),
    storage.set.includes(kind) ? 'the operator' : 'the plan',
  ];
  const rows = [
    ...used.map((each) => row(each.kind, each.kind, each)),
    ...bytes.map((each) => row('stored_bytes', `stored_bytes in ${each.service}`, each)),
  ];
  return { json: { ...storage, used, bytes }, text: textTable(['KIND', 'ENVIRONMENT', 'USED', 'LIMIT', 'SET BY'], rows) };
}

/** Bytes that an account has in each service, by environment. */
async function bytesIn(client: OperatorClient, id: string): Promise<z.output<typeof storageOutput>['bytes']> {
  const { services } = operator.getStoredBytes;
  const ofEach = services.map(async (service) => {
    const { data } = await client.call(operator.getStoredBytes, { service, params: { id } });
    return data.map((each) => ({ service, ...each }));
  });
  return (await Promise.all(ofEach)).flat();
}

const storageOutput = z.strictObject({
  ...accountStorage.shape,
  used: storedRecords.shape.data,
  bytes: z
    .array(
      z.strictObject({
        service: z.enum(SERVICES).describe('Service that stores them.'),
        ...bytesByEnvironment.shape.data.element.shape,
      }),
    )
    .describe('One entry for each service and environment.'),
});

/** The operations of a step, at the gateway and at webhooks. */
const STEPS = {
  suspend: [operator.suspendAccount, operator.holdDeliveries],
  resume: [operator.resumeAccount, operator.releaseDeliveries],
} as const;

const addStep = (noun: Command, perform: Perform, step: keyof typeof STEPS, description: string): Command =>
  verb(noun, step, description)
    .addOption(accountOption())
    .action(({ dryRun = false, ...options }: AccountOptions & { readonly dryRun?: boolean }) =>
      perform(async ({ client, account }) => {
        const params = { id: account(options.account) };
        const [ofAccount, ofDeliveries] = STEPS[step];
        if (dryRun) return suspensionOf(await client.call(operator.getAccount, { params }));
        // Two services change: where the second failed, the command is repeated, and the first then refuses.
        const refusal = await client.call(ofAccount, { params }).then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof OperatorRefusal && error.problem?.code === 'invalid_transition') return error;
            throw error;
          },
        );
        // What was refused for another reason than that it is done changes nothing at webhooks either.
        if (refusal) {
          const { suspended_at: suspendedAt } = await client.call(operator.getAccount, { params });
          if ((suspendedAt !== null) !== (step === 'suspend')) throw refusal;
        }
        const { changed } = await client.call(ofDeliveries, { params });
        if (refusal && changed === 0) throw refusal;
        const record = await client.call(operator.getAccount, { params });
        return step === 'suspend' ? { ...factsOf(record), json: { ...record, dry_run: false } } : factsOf(record);
      }, options),
    );

/** @throws Refused for a suspended account. */
function suspensionOf(record: AccountRecord): Result {
  const { id, name, suspended_at: since } = record;
  if (since !== null) throw new Refused(`The account has been suspended since ${since}.`);
  return { json: { ...record, dry_run: true }, text: `${id} (${name}) would be suspended.` };
}

function factsOf(record: AccountRecord): Result {
  return { json: record, text: textFacts({ ...record, suspended_at: record.suspended_at ?? 'no' }) };
}

export const ACCOUNT_MANUALS: Manuals = {
  ...ACCOUNT_LIFE_MANUALS,
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
  'account storage': {
    output: storageOutput,
    refused: 'There is no such account.',
    examples: [{ why: 'How near a customer is to its limits', line: 'account storage --account "$ACCOUNT_ID"' }],
  },
  'account set-storage': {
    output: storageOutput,
    refused: 'There is no such account.',
    examples: [
      { why: 'More SKUs for one customer', line: 'account set-storage --account "$ACCOUNT_ID" --skus 500000' },
      { why: 'Room for more records', line: 'account set-storage --account "$ACCOUNT_ID" --stored-bytes 200GB' },
      {
        why: 'Back to the limits of the plan',
        line: 'account set-storage --account "$ACCOUNT_ID" --skus plan --open-orders plan --webhook-endpoints plan --warehouses plan --stored-bytes plan',
      },
    ],
  },
  'account suspend': {
    output: dryRunOutput(accountRecord),
    refused: 'There is no such account, or it is suspended already.',
    examples: [
      { why: 'See which account it would be', line: 'account suspend --account "$ACCOUNT_ID" --dry-run' },
      { why: 'Stop a customer whose programs harm others', line: 'account suspend --account "$ACCOUNT_ID"' },
    ],
  },
  'account resume': {
    output: accountRecord,
    refused: 'There is no such account, it is not suspended, or its deletion has begun after the grace period.',
    examples: [{ why: 'The cause is mended', line: 'account resume --account "$ACCOUNT_ID"' }],
  },
};
