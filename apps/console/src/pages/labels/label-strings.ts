import { catalogue, message } from '../../language/catalogue.ts';

/** The texts of labels. */
export const labelWords = catalogue('labels', {
  title: 'Labels',
  lead: message(
    '{labels, plural, one {# label} other {# labels}}. On A4 3 × 8 of 70 × 36 mm, on Letter 3 × 10 of 2⅝ × 1 inch, on 4 × 6 inch one each. Print without scaling.',
    'labels: number',
  ),
  most: message('Only the first {labels, number} are shown. Choose a smaller location.', 'labels: number'),
  of: 'Labels of',
  kinds: { locations: 'The location and those below it', skus: 'The SKUs that lie there' },
  copies: 'Copies',
  locations: 'Locations',
  stock: 'Stock',
  none: 'Nothing to label here.',
  bars: message('Barcode of {text}', 'text'),
  square: message('Square code of {text}', 'text'),
});
