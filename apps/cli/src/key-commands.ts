import { issuedKey, keyRecord, listOf, ROLES } from '@fulfilment/contracts';
import { Option } from 'commander';
import {
  accountOption,
  type AddVerbs,
  commaSeparated,
  environmentOption,
  moment,
  positiveInteger,
  seconds,
  verb,
} from './command.ts';
import { knownAccount } from './known-account.ts';
import { textFacts, textTable } from './text-table.ts';

interface KeyOptions {
  readonly json?: boolean;
  readonly account?: string;
  readonly environment?: string;
  readonly role?: string;
  readonly name?: string;
  readonly expires?: string;
  readonly ip?: readonly string[];
  readonly overlap?: number;
  readonly burst?: number;
  readonly rate?: number;
}

/** `key issue`, `key list`, `key rotate`, `key revoke`. */
export const addKeyVerbs: AddVerbs = (noun, perform) => {
  for (const add of [addIssue, addList, addRotate, addRevoke]) add(noun, perform);
};

const addIssue: AddVerbs = (noun, perform) => {
  verb(noun, 'issue', 'Make an API key. Its text is shown this once.')
    .addOption(accountOption())
    .addOption(environmentOption().default('sandbox'))
    .addOption(new Option('--role <name>', ROLES.join(', ')).choices(ROLES).makeOptionMandatory())
    .option('--name <name>', 'what it is for')
    .option('--expires <time>', 'when it ends: a date, an RFC 3339 time, or days such as 30d', moment)
    .option('--ip <list>', 'addresses and ranges that it is good from, comma-separated', commaSeparated)
    .option('--burst <n>', 'requests at once', positiveInteger)
    .option('--rate <n>', 'requests a second, sustained', positiveInteger)
    .action((options: KeyOptions) =>
      perform(async ({ call, account }) => {
        const { environment, role, name, expires, ip, burst, rate } = options;
        const own = { name, expires_at: expires, ip_allowlist: ip, burst, rate };
        const body = { account_id: account(options.account), environment, role, ...own };
        const issued = await call({ service: 'gateway', method: 'POST', path: '/keys', body, answer: issuedKey });
        const { key, id, account_id: accountId } = issued;
        const facts = { key, id, account: accountId, environment: issued.environment, role: issued.role };
        const limits = { limit: `${issued.burst} at once, ${issued.rate} a second`, expires: issued.expires_at ?? 'never' };
        return { json: issued, text: `${textFacts({ ...facts, ...limits })}\nKeep the key now: it cannot be shown again.` };
      }, options),
    );
};

const addList: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List the keys of an account, newest first.')
    .addOption(accountOption())
    .addOption(environmentOption())
    .action((options: KeyOptions) =>
      perform(async (desk) => {
        const query = { account_id: await knownAccount(desk, options.account), environment: options.environment };
        const list = await desk.call({ service: 'gateway', method: 'GET', path: '/keys', query, answer: listOf(keyRecord) });
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

const addRotate: AddVerbs = (noun, perform) => {
  verb(noun, 'rotate', 'Give a key a new text, shown this once. The old one opens for the overlap still.')
    .argument('<id>', 'the id of the key, key_…')
    .option('--overlap <duration>', 'how long, such as 30m, 24h or 7d; 0 ends it at once', seconds, 86_400)
    .action((id: string, options: KeyOptions) =>
      perform(async ({ call }) => {
        const path = `/keys/${encodeURIComponent(id)}/rotate`;
        const body = { overlap_seconds: options.overlap };
        const issued = await call({ service: 'gateway', method: 'POST', path, body, answer: issuedKey });
        const [, old] = issued.secrets;
        const ends = old
          ? `The one that ends in ${old.last4} opens until ${old.ends_at}.`
          : 'The old one opens nothing any more.';
        const text = `${textFacts({ key: issued.key, id: issued.id })}\n${ends} Keep the key now: it cannot be shown again.`;
        return { json: issued, text };
      }, options),
    );
};

const addRevoke: AddVerbs = (noun, perform) => {
  verb(noun, 'revoke', 'End a key for good, on every gateway within a second.')
    .argument('<id>', 'the id of the key, key_…')
    .action((id: string, options: KeyOptions) =>
      perform(async ({ call }) => {
        const path = `/keys/${encodeURIComponent(id)}/revoke`;
        const key = await call({ service: 'gateway', method: 'POST', path, answer: keyRecord });
        return { json: key, text: `${key.id} is ${key.status}.` };
      }, options),
    );
};
