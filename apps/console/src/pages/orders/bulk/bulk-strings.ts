import { catalogue, message } from '../../../language/catalogue.ts';

/** The texts of work on many orders at once. */
export const bulkWords = catalogue('bulk', {
  bar: 'Selected orders',
  selected: message('{count, plural, one {# order} other {# orders}} selected', 'count: number'),
  steps: { pack: 'Pack', ship: 'Ship', hold: 'Hold', cancel: 'Cancel orders' },
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
  pickList: 'Pick lists',
  slips: 'Packing slips',
});
