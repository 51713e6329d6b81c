import {
  issuedKey,
  type KeyRecord,
  keyRecord,
  listOf,
  operatorOperations as operator,
  type Role,
  ROLES,
} from '@fulfilment/contracts';
import type { Environment } from '@fulfilment/kernel';
import { Option } from 'commander';
import {
  accountOption,
  type AddVerbs,
  commaSeparated,
  dryRunOption,
  dryRunOutput,
  environmentOption,
  type Manuals,
  positiveInteger,
  Refused,
  textFacts,
  textTable,
  verb,
  verifiedAccount,
} from './command.ts';
import { seconds, timeAhead } from './times.ts';

interface KeyOptions {
  readonly json?: boolean;
  readonly account?: string;
}

interface IssueOptions extends KeyOptions {
  readonly environment: Environment;
  readonly role: Role;
  readonly name?: string;
  readonly expires?: string;
  readonly ip?: string[];
  readonly burst?: number;
  readonly rate?: number;
}

const KEEP = 'Store the key now: it cannot be shown again.';

export const addKeyVerbs: AddVerbs = (noun, perform) => {
  for (const add of [addIssue, addList, addUpdate, addRotate, addRevoke]) add(noun, perform);
};

const addIssue: AddVerbs = (noun, perform) => {
  verb(noun, 'issue', 'Issue an API key. Its text is shown only once.')
    .addOption(accountOption())
    .addOption(environmentOption().default('sandbox'))
    .addOption(new Option('--role <name>', ROLES.join(', ')).choices(ROLES).makeOptionMandatory())
    .option('--name <name>', 'the purpose of the key')
    .option('--expires <time>', 'time of expiry: a date, an RFC 3339 time, or days such as 30d', (text) => timeAhead(text))
    .option('--ip <list>', 'addresses and ranges that may use it, comma-separated', commaSeparated)
    .option('--burst <n>', 'requests at once', positiveInteger)
    .option('--rate <n>', 'requests a second, sustained', positiveInteger)
    .action((options: IssueOptions) =>
      perform(async ({ client, account }) => {
        const { environment, role, name, expires, ip, burst, rate } = options;
        const own = { name, expires_at: expires, ip_allowlist: ip, burst, rate };
        const body = { account_id: account(options.account), environment, role, ...own };
        const issued = await client.call(operator.issueKey, { body });
        const { key, id, account_id: accountId } = issued;
        const facts = { key, id, account: accountId, environment: issued.environment, role: issued.role };
        const limits = { limit: limitOf(issued), expires: issued.expires_at ?? 'never' };
        return { json: issued, text: `${textFacts({ ...facts, ...limits })}\n${KEEP}` };
      }, options),
    );
};

const addList: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List the keys of an account, newest first.')
    .addOption(accountOption())
    .addOption(environmentOption())
    .action((options: KeyOptions & { readonly environment?: Environment }) =>
      perform(async (context) => {
        const query = { account_id: await verifiedAccount(context, options.account), environment: options.environment };
        const list = await context.client.call(operator.listKeys, { query });
        const rows = list.data.map((key) => [
          key.id,
          `${key.prefix}…${key.last4}`,
          key.role,
          key.status,
          key.last_used_at ?? 'never',
          key.name ?? '',
        ]);
        return { json: list, text: textTable(['ID', 'KEY', 'ROLE', 'STATUS', 'LAST USED', 'NAME'], rows) };
      }, options),
    );
};

interface UpdateOptions extends KeyOptions, Partial<Pick<IssueOptions, 'expires' | 'ip' | 'burst' | 'rate'>> {}

const addUpdate: AddVerbs = (noun, perform) => {
  verb(
    noun,
    'update',
    'Change the expiry, the addresses or the rate limit of a key. From then on the account can narrow expiry and addresses, but not widen them.',
  )
    .argument('<id>', 'the id of the key, key_…')
    .option('--expires <time>', 'time of expiry: a date, an RFC 3339 time, days such as 30d, or never', timeOrNever)
    .option('--ip <list>', 'addresses and ranges that may use it, comma-separated; any for all', addressesOrAny)
    .option('--burst <n>', 'requests at once', positiveInteger)
    .option('--rate <n>', 'requests a second, sustained', positiveInteger)
    .action((id: string, options: UpdateOptions) =>
      perform(async ({ client }) => {
        const { expires, ip, burst, rate } = options;
        if ([expires, ip, burst, rate].every((given) => given === undefined))
          throw new Refused('Give --expires, --ip, --burst or --rate.');
        const body = { expires_at: expires === NEVER ? null : expires, ip_allowlist: ip, burst, rate };
        const key = await client.call(operator.changeKeyLimits, { params: { id }, body });
        const addresses = key.ip_allowlist.join(', ');
        const facts = { id: key.id, expires: key.expires_at ?? 'never', addresses: addresses === '' ? 'any' : addresses };
        return { json: key, text: textFacts({ ...facts, limit: limitOf(key) }) };
      }, options),
    );
};

const limitOf = ({ burst, rate }: KeyRecord): string => `${burst} at once, ${rate} a second`;

const NEVER = 'never';
const timeOrNever = (text: string): string => (text === NEVER ? NEVER : timeAhead(text));
const addressesOrAny = (text: string): string[] => (text === 'any' ? [] : commaSeparated(text));

const addRotate: AddVerbs = (noun, perform) => {
  verb(noun, 'rotate', 'Give a key a new secret, which is shown only once. The old secret stays valid for the overlap.')
    .argument('<id>', 'the id of the key, key_…')
    .option('--overlap <duration>', 'the overlap, such as 30m, 24h or 7d; 0 ends the old secret at once', seconds, 86_400)
    .action((id: string, options: KeyOptions & { readonly overlap: number }) =>
      perform(async ({ client }) => {
        const body = { overlap_seconds: options.overlap };
        const issued = await client.call(operator.rotateKey, { params: { id }, body });
        const [, old] = issued.secrets;
        const ends = old
          ? `The secret that ends in ${old.last4} stays valid until ${old.ends_at}.`
          : 'The old secret is no longer valid.';
        return { json: issued, text: `${textFacts({ key: issued.key, id: issued.id })}\n${ends} ${KEEP}` };
      }, options),
    );
};

const addRevoke: AddVerbs = (noun, perform) => {
  verb(noun, 'revoke', 'Revoke a key for good, on every gateway within a second.')
    .argument('<id>', 'the id of the key, key_…')
    .addOption(dryRunOption())
    .action((id: string, { dryRun = false, ...options }: KeyOptions & { readonly dryRun?: boolean }) =>
      perform(async ({ client }) => {
        const key = await client.call(dryRun ? operator.getKey : operator.revokeKey, { params: { id } });
        const lastUsed = `It was last used ${key.last_used_at === null ? 'never' : `at ${key.last_used_at}`}.`;
        const text = dryRun
          ? `${key.id}, ${key.status}, of ${key.account_id}, would be revoked. ${lastUsed}`
          : `${key.id} is ${key.status}.`;
        return { json: { ...key, dry_run: dryRun }, text };
      }, options),
    );
};

export const KEY_MANUALS: Manuals = {
  'key issue': {
    output: issuedKey,
    refused: 'There is no such account, its plan does not include production, the expiry is in the past, or a limit is too high.',
    examples: [
      { why: 'A key of the demo account for one day', line: 'key issue --role admin --expires 1d' },
      {
        why: 'An evaluation key with its own limit',
        line: 'key issue --account "$ACCOUNT_ID" --role manager --name "Evaluation" --expires 30d --burst 50 --rate 5 --json',
      },
      {
        why: 'A production key that is valid from two networks only',
        line: 'key issue --environment production --role integration --ip 192.0.2.0/24,2001:db8::/32',
      },
    ],
  },
  'key list': {
    output: listOf(keyRecord),
    refused: 'There is no such account.',
    examples: [{ why: 'The keys of the sandbox', line: 'key list --environment sandbox' }],
  },
  'key update': {
    output: keyRecord,
    refused: 'There is no such key, it is revoked, the expiry is in the past, or no change was given.',
    examples: [
      { why: 'An evaluation that goes on for a month', line: 'key update "$KEY_ID" --expires 30d' },
      { why: 'Fewer requests of a program that harms others', line: 'key update "$KEY_ID" --burst 20 --rate 2' },
      { why: 'One network only, without an end', line: 'key update "$KEY_ID" --expires never --ip 192.0.2.0/24' },
    ],
  },
  'key rotate': {
    output: issuedKey,
    refused: 'There is no such key, it is revoked or expired, or it has five valid secrets already.',
    examples: [
      { why: 'A new secret, with a week to deploy it', line: 'key rotate "$KEY_ID" --overlap 7d' },
      { why: 'Replace a leaked secret at once', line: 'key rotate "$KEY_ID" --overlap 0' },
    ],
  },
  'key revoke': {
    output: dryRunOutput(keyRecord),
    refused: 'There is no such key. To revoke a revoked key again is no error.',
    examples: [
      { why: 'See when it was last used', line: 'key revoke "$KEY_ID" --dry-run' },
      { why: 'A key that is no longer used', line: 'key revoke "$KEY_ID"' },
    ],
  },
};
