import { listOf, MEMBER_ROLES, memberRecord, type MemberWithToken, memberWithToken } from '@fulfilment/contracts';
import { Option } from 'commander';
import { accountOption, type AddVerbs, type Result, verb } from './command.ts';
import { textFacts, textTable } from './text-table.ts';

interface MemberOptions {
  readonly json?: boolean;
  readonly account?: string;
  readonly email: string;
  readonly role: string;
}

const PATH = '/members';
const ID = 'the id of the member, mem_…';

/** `member invite`, `member list`, `member renew`, `member reset`, `member remove`. */
export const addMemberVerbs: AddVerbs = (noun, perform) => {
  for (const add of [addInvite, addList, addTokenVerbs, addRemove]) add(noun, perform);
};

const addInvite: AddVerbs = (noun, perform) => {
  verb(noun, 'invite', 'Invite somebody to an account. The token by which they join is shown this once; no mail is sent.')
    .requiredOption('--email <address>', 'whom to invite')
    .addOption(new Option('--role <name>', MEMBER_ROLES.join(', ')).choices(MEMBER_ROLES).makeOptionMandatory())
    .addOption(accountOption())
    .action((options: MemberOptions) =>
      perform(async ({ call, account }) => {
        const body = { account_id: account(options.account), email: options.email, role: options.role };
        return withToken(await call({ service: 'gateway', method: 'POST', path: PATH, body, answer: memberWithToken }));
      }, options),
    );
};

const addList: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List who may sign in to an account, or was invited to.')
    .addOption(accountOption())
    .action((options: MemberOptions) =>
      perform(async ({ call, account }) => {
        const query = { account_id: account(options.account) };
        const list = await call({ service: 'gateway', method: 'GET', path: PATH, query, answer: listOf(memberRecord) });
        const rows = list.data.map(({ id, email, role, status, last_seen_at: seen }) => [
          id,
          email,
          role,
          status,
          seen ?? 'never',
        ]);
        return { json: list, text: textTable(['ID', 'E-MAIL', 'ROLE', 'STATUS', 'LAST SEEN'], rows) };
      }, options),
    );
};

const addTokenVerbs: AddVerbs = (noun, perform) => {
  const add = (name: string, what: { readonly path: string; readonly description: string }): void => {
    verb(noun, name, what.description)
      .argument('<id>', ID)
      .action((id: string, options: MemberOptions) =>
        perform(async ({ call }) => {
          const path = `${PATH}/${encodeURIComponent(id)}/${what.path}`;
          return withToken(await call({ service: 'gateway', method: 'POST', path, answer: memberWithToken }));
        }, options),
      );
  };
  add('renew', { path: 'invitation', description: 'Invite somebody once more. The token before it opens nothing any more.' });
  add('reset', { path: 'reset', description: 'Let a member choose another password, by a token that is shown this once.' });
};

const addRemove: AddVerbs = (noun, perform) => {
  verb(noun, 'remove', 'Remove a member with all their sessions, on every gateway within a second.')
    .argument('<id>', ID)
    .action((id: string, options: MemberOptions) =>
      perform(async ({ call }) => {
        const path = `${PATH}/${encodeURIComponent(id)}`;
        const member = await call({ service: 'gateway', method: 'DELETE', path, answer: memberRecord });
        return { json: member, text: `${member.id} is ${member.status}.` };
      }, options),
    );
};

function withToken(member: MemberWithToken): Result {
  const { token, url, expires_at: expires } = member.one_time_token;
  const facts = textFacts({ token, link: url, expires, id: member.id, email: member.email, role: member.role });
  return { json: member, text: `${facts}\nHand it on now, so that only they read it: it cannot be shown again.` };
}
