import type { Command } from 'commander';
import { z } from 'zod';
import type { Manuals } from './command.ts';
import { programAt, type ProgramRun, runProgram } from './verify-command.ts';

const MIGRATE = programAt('migrate');

/** `migrate`: runs the program that knows the stores of all services, which parses its own arguments. */
export function addMigrate(root: Command, run: ProgramRun): void {
  root
    .command('migrate')
    .description('Bring the stores of all services to the schema of this release; `migrate status` shows their versions.')
    .usage('[status] [--service <name>] [--rate <n>] [--dry-run] [--check] [--namespace <name>] [--json] [--help]')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[options...]', '`status`, and the options that `--help` lists')
    .action((args: readonly string[]) => runProgram(MIGRATE, args, run));
}

const migration = z.strictObject({
  number: z.int().describe('The version of the store once it is applied.'),
  name: z.string().describe('The name of the migration.'),
});

const store = z.strictObject({
  service: z.string().describe('The service.'),
  database: z.string().describe('Its database.'),
  version: z.int().describe('The schema version of the store; 0 before the first migration.'),
  latest: z.int().describe('The schema version of this release.'),
  needs: z.int().describe('The lowest version of a store that this release works on.'),
  min_reader: z.int().describe('The lowest version of code that may read the store.'),
  min_writer: z.int().describe('The lowest version of code that may write to the store.'),
  pending: z.array(migration).describe('The migrations that the store lacks.'),
  running: z
    .strictObject({
      number: z.int().describe('Its number.'),
      step: z.int().describe('The steps that are done.'),
      documents: z.int().describe('The documents that the step under way has gone through.'),
    })
    .nullable()
    .describe('The migration that runs or was broken off, or null.'),
});

export const MIGRATE_MANUAL: Manuals = {
  migrate: {
    output: z.strictObject({ stores: z.array(store).describe('The stores, as they are at the end.') }),
    refused:
      'No store answers, another run keeps its lease, processes of a release without schema versions still run, an applied migration was changed, the run was interrupted, or, with `--check`, processes of this release would not start.',
    examples: [
      { why: 'Show what an upgrade will do', line: 'migrate status' },
      { why: 'Migrate, before the processes of the new release start', line: 'migrate' },
      { why: 'Ask whether processes of this release would start', line: 'migrate status --check' },
      { why: 'Go slowly through large collections of one service', line: 'migrate --service inventory --rate 500' },
    ],
  },
};
