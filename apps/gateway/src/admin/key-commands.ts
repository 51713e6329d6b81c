import { issuedKey, keyRecord, listOf, ROLES } from '@fulfilment/contracts';
import { Option } from 'commander';
import { accountOption, type AddVerbs, environmentOption, moment, positiveInteger, verb } from './command.ts';
import { knownAccount } from './known-account.ts';
import { textFacts, textTable } from './text-table.ts';

interface KeyOptions {
  readonly json?: boolean;
  readonly account?: string;
  readonly environment?: string;
  readonly role?: string;
  readonly name?: string;
  readonly expires?: string;
  readonly burst?: number;
  readonly rate?: number;
}

/** `key issue`, `key list`, `key revoke`. */
export const addKeyVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'issue', 'Make an API key. Its text is shown this once.')
    .addOption(accountOption())
    .addOption(environmentOption().default('sandbox'))
    .addOption(new Option('--role <name>', ROLES.join(', ')).choices(ROLES).makeOptionMandatory())
    .option('--name <name>', 'what it is for')
    .option('--expires <time>', 'when it ends: a date, an RFC 3339 time, or days such as 30d', moment)
    .option('--burst <n>', 'requests at once', positiveInteger)
    .option('--rate <n>', 'requests a second, sustained', positiveInteger)
    .action((options: KeyOptions) =>
      perform(async ({ call, account }) => {
        const { environment, role, name, expires, burst, rate } = options;
        const body = { account_id: account(options.account), environment, role, name, expires_at: expires, burst, rate };
        const issued = await call({ service: 'gateway', method: 'POST', path: '/keys', body, answer: issuedKey });
        const { key, id, account_id: accountId } = issued;
        const facts = { key, id, account: accountId, environment: issued.environment, role: issued.role };
        const limits = { limit: `${issued.burst} at once, ${issued.rate} a second`, expires: issued.expires_at ?? 'never' };
        return { json: issued, text: `${textFacts({ ...facts, ...limits })}\nKeep the key now: it cannot be shown again.` };
      }, options),
    );
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
