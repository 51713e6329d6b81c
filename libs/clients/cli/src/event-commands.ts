import type { Command } from 'commander';
import { type AddCommands, withExamples } from './command.ts';
import { readFeed, showEvent, typesOption } from './feed.ts';

interface TailOptions {
  readonly since?: string;
  readonly types?: string[];
  readonly state?: string;
  readonly follow?: boolean;
}

/** The feed of events. */
export const addEventCommands: AddCommands = (program, perform) => {
  const events = program.command('events').description('Everything that happens, in order.');
  withExamples(events.command('tail').description('Print events as they come.'), [
    'events tail',
    'events tail --since 1h --types order.shipped,inventory.low_stock',
    'events tail --since oldest --no-follow --json > events.ndjson',
    'events tail --state shop.place --json | my-importer',
  ])
    .option('--since <place>', 'a time, a time ago (10m), an event id, or `oldest`; by default from now on')
    .addOption(typesOption())
    .option('--state <file>', 'file that keeps the position: the next run continues after the last printed event')
    .option('--no-follow', 'end at the newest event')
    .action(({ since, types, state, follow = true }: TailOptions, command: Command) =>
      perform(command, (session) => readFeed(session, { since, types, state, follow }, (event) => showEvent(session.out, event))),
    );
};
