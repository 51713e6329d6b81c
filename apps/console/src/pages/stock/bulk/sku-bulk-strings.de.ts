import type { Texts } from '../../../language/texts-type.ts';

export const skuBulk: Texts = {
  bar: 'Ausgewählte SKUs',
  selected: '{count, plural, one {# SKU} other {# SKUs}} ausgewählt',
  titles: {
    archive: '{count, plural, one {# SKU} other {# SKUs}} archivieren',
    restore: '{count, plural, one {# SKU} other {# SKUs}} wiederherstellen',
    settings: 'Sicherheits- und Meldebestand von {count, plural, one {# SKU} other {# SKUs}}',
  },
  texts: {
    archive:
      'Neue Bestellungen werden abgelehnt, und der Bestand ändert sich nicht mehr. Bestellungen mit zugeteilten Einheiten werden noch versendet. Archivierte SKUs lassen sich wiederherstellen.',
    restore: 'Sie können wieder bestellt werden, und ihr Bestand lässt sich wieder ändern.',
    settings: 'Jede SKU erhält, was ausgefüllt ist, über alle Lager. Was leer ist, bleibt, wie es ist.',
  },
  settings: 'Sicherheitsbestand festlegen',
  save: 'Speichern',
  oneOf: 'Eines davon ausfüllen.',
  labels: 'Etiketten drucken',
};
