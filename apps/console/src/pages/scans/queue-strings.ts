import { catalogue, message } from '../../language/catalogue.ts';

/** The texts of scans that cannot be done; every page of the console sends scans. */
export const queueWords = catalogue('scanQueue', {
  unknown: 'No SKU has this barcode.',
  noSuchPlace: message('No location {place}.', 'place'),
  tooOld:
    'It was sent more than 23 hours ago without an answer. See in the ledger of the SKU whether its units were moved, then send it again or discard it.',
});
