import { accountRecord, listOf } from '@fulfilment/contracts';
import type { Manuals } from './verb-manual.ts';

export const ACCOUNT_MANUALS: Manuals = {
  'account create': {
    output: accountRecord,
    refused: 'The name has more than 200 characters.',
    examples: [{ why: 'A customer who tries things out', line: 'account create --name "Mugs & Co" --plan evaluation' }],
  },
  'account list': {
    output: listOf(accountRecord),
    examples: [{ why: 'The names and plans of all', line: 'account list' }],
  },
  'account set-plan': {
    output: accountRecord,
    refused: 'There is no such account.',
    examples: [{ why: 'Open production to a customer', line: 'account set-plan --account "$ACCOUNT_ID" --plan enterprise' }],
  },
};
