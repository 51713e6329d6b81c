import type { Texts } from '../../language/texts-type.ts';

export const scanQueue: Texts = {
  unknown: 'Keine SKU hat diesen Barcode.',
  noSuchPlace: 'Kein Lagerort {place}.',
  tooOld:
    'Vor mehr als 23 Stunden ohne Antwort gesendet. Im Bestandsjournal der SKU nachsehen, ob die Einheiten umgebucht wurden, dann erneut senden oder verwerfen.',
};
