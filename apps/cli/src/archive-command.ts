import type { Command } from 'commander';
import { z } from 'zod';
import type { Manuals } from './command.ts';
import { programAt, type ProgramRun, runProgram } from './verify-command.ts';

const ARCHIVE = programAt('archive');

/** `archive-ledger`: runs the program that moves old entries of the ledger, which parses its own arguments. */
export function addArchive(root: Command, run: ProgramRun): void {
  root
    .command('archive-ledger')
    .description('Move old entries of the ledger to cold storage, while the system runs.')
    .usage('--older-than <days> [--rate <n>] [--dry-run] [--namespace <name>] [--json] [--help]')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[options...]', 'the options that `--help` lists')
    .action((args: readonly string[]) => runProgram(ARCHIVE, args, run));
}

export const ARCHIVE_MANUAL: Manuals = {
  'archive-ledger': {
    output: z.strictObject({
      before: z.iso.datetime().describe('Entries older than this time are moved.'),
      dry_run: z.boolean().describe('True where nothing was moved.'),
      entries: z.int().describe('The entries that were moved, or would be.'),
      skus: z.int().describe('SKUs of these entries.'),
      left: z.array(z.string()).describe('SKUs whose ledger was left as it is, each with the reason.'),
      complete: z.boolean().describe('False where the run was interrupted.'),
      seconds: z.number().describe('The seconds that it took.'),
    }),
    refused:
      'No store answers, its schema version is below 5, a later release has shut out this one, a SKU was left as it is (verify says why), or the run was interrupted.',
    examples: [
      { why: 'Count what would be moved', line: 'archive-ledger --older-than 400 --dry-run' },
      { why: 'Move entries that are older than a year', line: 'archive-ledger --older-than 365' },
      { why: 'Go slowly, beside a busy system', line: 'archive-ledger --older-than 365 --rate 500' },
    ],
  },
};
