import { catalogue, message } from '../../../language/catalogue.ts';

/** The texts of work on many SKUs at once. */
export const skuBulkWords = catalogue('skuBulk', {
  bar: 'Selected SKUs',
  selected: message('{count, plural, one {# SKU} other {# SKUs}} selected', 'count: number'),
  titles: {
    archive: message('Archive {count, plural, one {# SKU} other {# SKUs}}', 'count: number'),
    restore: message('Restore {count, plural, one {# SKU} other {# SKUs}}', 'count: number'),
    settings: message('Safety stock and reorder point of {count, plural, one {# SKU} other {# SKUs}}', 'count: number'),
  },
  texts: {
    archive:
      'New orders for them are refused, and their stock is not changed any more. Orders that hold units are still shipped. You can restore them.',
    restore: 'They can be ordered, and their stock changed, again.',
    settings: 'Each SKU gets what is filled in, over all warehouses. What is empty stays as it is.',
  },
  settings: 'Set safety stock',
  save: 'Save',
  oneOf: 'Fill in one of them.',
  labels: 'Print labels',
});
