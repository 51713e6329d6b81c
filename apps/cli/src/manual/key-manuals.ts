import { issuedKey, keyRecord, listOf } from '@fulfilment/contracts';
import type { Manuals } from './verb-manual.ts';

export const KEY_MANUALS: Manuals = {
  'key issue': {
    output: issuedKey,
    refused: 'There is no such account, its plan does not open production, the end lies in the past, or a number is too large.',
    examples: [
      { why: 'A key of the demo account, for one shell', line: 'key issue --role admin --expires 1d' },
      {
        why: 'An evaluation key that sales hands out',
        line: 'key issue --account "$ACCOUNT_ID" --role manager --name "Evaluation" --expires 30d --burst 50 --rate 5 --json',
      },
      {
        why: 'A key of production that is good from two places alone',
        line: 'key issue --environment production --role integration --ip 192.0.2.0/24,2001:db8::/32',
      },
    ],
  },
  'key list': {
    output: listOf(keyRecord),
    refused: 'There is no such account.',
    examples: [{ why: 'What opens the sandbox', line: 'key list --environment sandbox' }],
  },
  'key rotate': {
    output: issuedKey,
    refused: 'There is no such key, it has ended, or it has five texts already.',
    examples: [
      { why: 'A new text, and a week to bring it to every machine', line: 'key rotate "$KEY_ID" --overlap 7d' },
      { why: 'A new text at once, for one that has leaked', line: 'key rotate "$KEY_ID" --overlap 0' },
    ],
  },
  'key revoke': {
    output: keyRecord,
    refused: 'There is no such key. One that is revoked already stays as it is, and that is no refusal.',
    examples: [{ why: 'Nobody uses it any more', line: 'key revoke "$KEY_ID"' }],
  },
};
