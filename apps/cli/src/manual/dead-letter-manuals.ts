import { deadLetterRecord, listOf, retriedDeadLetter } from '@fulfilment/contracts';
import type { Manuals } from './verb-manual.ts';

export const DEAD_LETTER_MANUALS: Manuals = {
  'dead-letter list': {
    output: listOf(deadLetterRecord),
    examples: [
      { why: 'What waits for a decision', line: 'dead-letter list' },
      { why: 'Everything that one service ever set aside', line: 'dead-letter list --service orders --state all --json' },
    ],
  },
  'dead-letter retry': {
    output: retriedDeadLetter,
    refused: 'There is no such dead letter, or it was put back already.',
    examples: [{ why: 'The service was mended and can read it now', line: 'dead-letter retry "$DEAD_LETTER_ID"' }],
  },
};
