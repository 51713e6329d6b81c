import type { Texts } from '../../../language/texts-type.ts';

export const pickLists: Texts = {
  title: 'Kommissionierlisten',
  leadOf:
    '{orders, plural, one {# Bestellung} other {# Bestellungen}}, in der Reihenfolge des Wegs durch das Lager. Lagerorte und Einheiten sind die von jetzt.',
  layout: 'Listen',
  layouts: { each: 'Eine je Bestellung', together: 'Eine für alle' },
  ofOrder: 'Kommissionierliste der Bestellung {name}',
  ofOrders: 'Kommissionierliste für {orders, number} Bestellungen',
  bars: 'Barcode von {name}',
  square: 'DataMatrix von {id}',
  place: 'Lagerort',
  sku: 'SKU',
  units: 'Einheiten',
  order: 'Bestellung',
  done: 'Entnommen',
  noPlace: 'An keinem Lagerort vorhanden',
  nothing: 'Nichts davon ist zugeteilt und zu entnehmen.',
  none: 'Keine Bestellung ist bereit zum Verpacken.',
  link: 'Kommissionierliste',
};
