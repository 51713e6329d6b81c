import {
  listOf,
  MEMBER_ROLES,
  memberRecord,
  type MemberRole,
  type MemberWithToken,
  memberWithToken,
  operatorOperations as operator,
} from '@fulfilment/contracts';
import { Option } from 'commander';
import {
  accountOption,
  type AddVerbs,
  dryRunOption,
  dryRunOutput,
  type Manuals,
  type Result,
  textFacts,
  textTable,
  verb,
} from './command.ts';

interface MemberOptions {
  readonly json?: boolean;
  readonly account?: string;
  readonly email: string;
  readonly role: MemberRole;
}

const ID = 'the id of the member, mem_…';

export const addMemberVerbs: AddVerbs = (noun, perform) => {
  for (const add of [addInvite, addList, addTokenVerbs, addRemove]) add(noun, perform);
};

const addInvite: AddVerbs = (noun, perform) => {
  verb(noun, 'invite', 'Invite a person to an account. The token of the invitation is shown only once; no mail is sent.')
    .requiredOption('--email <address>', 'the e-mail address of the person')
    .addOption(new Option('--role <name>', MEMBER_ROLES.join(', ')).choices(MEMBER_ROLES).makeOptionMandatory())
    .addOption(accountOption())
    .action((options: MemberOptions) =>
      perform(async ({ client, account }) => {
        const body = { account_id: account(options.account), email: options.email, role: options.role };
        return withToken(await client.call(operator.inviteMember, { body }));
      }, options),
    );
};

const addList: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List the members of an account, including invited ones.')
    .addOption(accountOption())
    .action((options: MemberOptions) =>
      perform(async ({ client, account }) => {
        const query = { account_id: account(options.account) };
        const list = await client.call(operator.listMembers, { query });
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

type TokenOperation = (typeof operator)['renewInvitation' | 'issueSignInLink' | 'issuePasswordReset'];

const addTokenVerbs: AddVerbs = (noun, perform) => {
  const add = (name: string, operation: TokenOperation, description: string): void => {
    verb(noun, name, description)
      .argument('<id>', ID)
      .action((id: string, options: MemberOptions) =>
        perform(async ({ client }) => withToken(await client.call(operation, { params: { id } })), options),
      );
  };
  add('renew', operator.renewInvitation, 'Renew an invitation. The previous token becomes invalid.');
  add(
    'sign-in-link',
    operator.issueSignInLink,
    'Make a link that signs a member in once, within 15 minutes. It is shown only once.',
  );
  add('reset', operator.issuePasswordReset, 'Issue a token by which a member chooses a new password. It is shown only once.');
};

const addRemove: AddVerbs = (noun, perform) => {
  verb(noun, 'remove', 'Remove a member and end their sessions, on every gateway within a second.')
    .argument('<id>', ID)
    .addOption(dryRunOption())
    .action((id: string, { dryRun = false, ...options }: MemberOptions & { readonly dryRun?: boolean }) =>
      perform(async ({ client }) => {
        const member = await client.call(dryRun ? operator.getMember : operator.removeMember, { params: { id } });
        const { email, role, status } = member;
        const text = dryRun ? `${member.id} (${email}, ${role}, ${status}) would be removed.` : `${member.id} is ${status}.`;
        return { json: { ...member, dry_run: dryRun }, text };
      }, options),
    );
};

function withToken(member: MemberWithToken): Result {
  const { token, url, expires_at: expires } = member.one_time_token;
  const facts = textFacts({ token, link: url, expires, id: member.id, email: member.email, role: member.role });
  return { json: member, text: `${facts}\nSend it to the member confidentially now: it cannot be shown again.` };
}

export const MEMBER_MANUALS: Manuals = {
  'member invite': {
    output: memberWithToken,
    refused: 'There is no such account, or the address is a member of it already.',
    examples: [
      { why: 'The first owner of an account', line: 'member invite --account "$ACCOUNT_ID" --email jo@example.com --role owner' },
      { why: 'A viewer of the demo account', line: 'member invite --email kim@example.com --role viewer' },
    ],
  },
  'member list': {
    output: listOf(memberRecord),
    refused: 'There is no such account.',
    examples: [{ why: 'The members, and when they were last seen', line: 'member list' }],
  },
  'member renew': {
    output: memberWithToken,
    refused: 'There is no such member, or the member is not in status invited.',
    examples: [{ why: 'The invitation was lost, or has expired after a week', line: 'member renew "$INVITED_ID"' }],
  },
  'member sign-in-link': {
    output: memberWithToken,
    refused: 'There is no such member, or the member was removed.',
    examples: [{ why: 'Sign in to the console without a password', line: 'member sign-in-link "$MEMBER_ID"' }],
  },
  'member reset': {
    output: memberWithToken,
    refused: 'There is no such member, or the member is not in status active.',
    examples: [{ why: 'The only owner has forgotten the password', line: 'member reset "$MEMBER_ID"' }],
  },
  'member remove': {
    output: dryRunOutput(memberRecord),
    refused: 'There is no such member. To remove a removed member again is no error; the last owner can be removed too.',
    examples: [
      { why: 'See who would be removed', line: 'member remove "$INVITED_ID" --dry-run' },
      { why: 'A person has left the company', line: 'member remove "$INVITED_ID"' },
    ],
  },
};
