import type { LedgerReason } from '@fulfilment/kernel';
import { catalogue } from '../../language/catalogue.ts';

/** The reasons of changes of stock, by their codes in the ledger. */
export const ledgerWords = catalogue('ledger', {
  /** Those that an adjustment offers. */
  adjusted: {
    receipt: 'Receipt',
    found: 'Found',
    customer_return: 'Customer return',
    damaged: 'Damaged',
    lost: 'Lost',
    sample: 'Sample',
    correction: 'Correction',
  },
  booked: {
    opening: 'Opening stock',
    count: 'Count',
    adjustment: 'Adjustment',
    transfer: 'Transfer',
    shipment: 'Shipment',
    return: 'Return',
    scrap: 'Scrapped',
  },
});

/** The words for each of them, and for every one that inventory gives by itself. */
export const REASON_WORDS: Readonly<Record<string, string>> = {
  ...ledgerWords.adjusted,
  ...ledgerWords.booked,
} satisfies Readonly<Record<LedgerReason, string>>;
