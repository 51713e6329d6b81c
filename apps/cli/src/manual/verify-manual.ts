import { z } from 'zod';
import type { Manuals } from './verb-manual.ts';

const check = z.strictObject({
  invariant: z.int().describe('The number of the invariant, as the architecture lists them.'),
  name: z.string().describe('What was looked at.'),
  promise: z.string().describe('What has to hold.'),
  compared: z.record(z.string(), z.int()).describe('How many of what were compared.'),
  differing: z.int().describe('How many differ.'),
  differences: z.array(z.string()).describe('The first 20 of them, each naming its record.'),
  notes: z.array(z.string()).describe('What an operator should know and what is no difference.'),
});

export const VERIFY_MANUAL: Manuals = {
  verify: {
    output: z.strictObject({
      clean: z.boolean().describe('Whether nothing differs.'),
      checks: z.array(check).describe('Every check, in the order of the invariants.'),
    }),
    refused: 'Something differs, or no store answers.',
    examples: [
      { why: 'Is all well?', line: 'verify' },
      { why: 'The same for a program', line: 'verify --json' },
    ],
  },
};
