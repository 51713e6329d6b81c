import type { Texts } from '../../language/texts-type.ts';

export const ledger: Texts = {
  adjusted: {
    receipt: 'Wareneingang',
    found: 'Gefunden',
    customer_return: 'Kundenretoure',
    damaged: 'Beschädigt',
    lost: 'Verloren',
    sample: 'Muster',
    correction: 'Korrektur',
  },
  booked: {
    opening: 'Anfangsbestand',
    count: 'Zählung',
    adjustment: 'Anpassung',
    transfer: 'Umbuchung',
    shipment: 'Versand',
    return: 'Retoure',
    scrap: 'Verschrottet',
  },
};
