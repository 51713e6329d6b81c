import { catalogue, message } from '../../../language/catalogue.ts';

/** The texts of work on many SKUs at once. */
export const skuBulkWords = catalogue('skuBulk', {
  bar: 'Selected SKUs',
  selected: message('{count, plural, one {# SKU} other {# SKUs}} selected', 'count: number'),
  titles: {
    archive: message('Archive {count, plural, one {# SKU} other {# SKUs}}', 'count: number'),
    restore: message('Restore {count, plural, one {# SKU} other {# SKUs}}', 'count: number'),
  },
  texts: {
    archive:
      'New orders for them are refused, and their stock is not changed any more. Orders that hold units are still shipped. You can restore them.',
    restore: 'They can be ordered, and their stock changed, again.',
  },
  labels: 'Print labels',
});
