import { listOf, memberRecord, memberWithToken } from '@fulfilment/contracts';
import type { Manuals } from './verb-manual.ts';

export const MEMBER_MANUALS: Manuals = {
  'member invite': {
    output: memberWithToken,
    refused: 'There is no such account, or somebody with this address is a member already.',
    examples: [
      { why: 'The first owner of an account', line: 'member invite --account "$ACCOUNT_ID" --email jo@example.com --role owner' },
      { why: 'Somebody who looks only, in the demo account', line: 'member invite --email kim@example.com --role viewer' },
    ],
  },
  'member list': {
    output: listOf(memberRecord),
    refused: 'There is no such account.',
    examples: [{ why: 'Who has joined, and when they were last seen', line: 'member list' }],
  },
  'member renew': {
    output: memberWithToken,
    refused: 'There is no such member, or they have joined or were removed.',
    examples: [{ why: 'The invitation was lost, or a week has passed', line: 'member renew "$INVITED_ID"' }],
  },
  'member reset': {
    output: memberWithToken,
    refused: 'There is no such member, or they have not joined or were removed.',
    examples: [{ why: 'The only owner has forgotten the password', line: 'member reset "$MEMBER_ID"' }],
  },
  'member remove': {
    output: memberRecord,
    refused: 'There is no such member, or they are the last owner. One who was removed already stays so, and that is no refusal.',
    examples: [{ why: 'Somebody has left', line: 'member remove "$INVITED_ID"' }],
  },
};
