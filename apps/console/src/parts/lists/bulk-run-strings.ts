import { catalogue, message } from '../../language/catalogue.ts';

/** The texts of work on many rows at once, whatever they are. */
export const bulkRunWords = catalogue('bulkRun', {
  most: message('At most {count, number} at once.', 'count: number'),
  select: message('Select {name}', 'name'),
  clear: 'Clear selection',
  export: 'Export CSV',
  exporting: 'Exporting …',
  saved: message('{file} is saved.', 'file'),
  progress: 'Progress',
  results: 'Results',
  result: 'Result',
  states: { waiting: 'Waiting', done: 'Done', recorded: 'Recorded, done soon' },
  counted: message(
    '{done, number} of {all, number} done{failed, plural, =0 {} other {, {failed, number} failed}}.',
    'done: number',
    'failed: number',
    'all: number',
  ),
  stop: 'Stop',
  again: message('Try {count, number} again', 'count: number'),
  close: 'Close',
});
