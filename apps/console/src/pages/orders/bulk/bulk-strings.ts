import { catalogue, message } from '../../../language/catalogue.ts';

/** The texts of work on many orders at once. */
export const bulkWords = catalogue('bulk', {
  bar: 'Selected orders',
  selected: message('{count, plural, one {# order} other {# orders}} selected', 'count: number'),
  most: message('At most {count, number} at once.', 'count: number'),
  select: message('Select {name}', 'name'),
  clear: 'Clear selection',
  steps: { pack: 'Pack', ship: 'Ship', hold: 'Hold', cancel: 'Cancel' },
  titles: {
    pack: message('Pack {count, plural, one {# order} other {# orders}}', 'count: number'),
    ship: message('Ship {count, plural, one {# order} other {# orders}}', 'count: number'),
    hold: message('Put {count, plural, one {# order} other {# orders}} on hold', 'count: number'),
    cancel: message('Cancel {count, plural, one {# order} other {# orders}}', 'count: number'),
  },
  texts: {
    pack: 'Each order is packed whole, as it was listed.',
    ship: 'The units of each order leave the stock. This cannot be undone.',
    hold: 'Nothing of these orders is packed or shipped until each hold is released.',
    cancel: 'Allocated units become free for other orders. This cannot be undone.',
  },
  leftOut: message(
    '{count, plural, one {# order} other {# orders}} left out: their state does not allow it. They stay selected.',
    'count: number',
  ),
  keep: 'Keep orders',
  pickList: 'Pick list',
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
