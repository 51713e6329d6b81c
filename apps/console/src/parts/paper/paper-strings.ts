import { catalogue } from '../../language/catalogue.ts';

/** The texts of pages for the printer. */
export const paperWords = catalogue('paper', {
  paper: 'Paper',
  papers: { a4: 'A4', letter: 'Letter', '4x6': '4 × 6 inch' },
  print: 'Print',
});
