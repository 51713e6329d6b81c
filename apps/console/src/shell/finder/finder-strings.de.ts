import type { Texts } from '../../language/texts-type.ts';

export const finder: Texts = {
  title: 'Suchen',
  field: 'Bestellung, SKU, Lagerort, Endpunkt, Seite oder Aktion',
  hint: 'Eine Bestellung nach Nummer, Kunde, E-Mail oder Sendung, eine SKU nach Code, Name oder Barcode, ein Lagerort nach Code oder Name, ein Endpunkt nach seiner URL.',
  kinds: {
    order: 'Bestellungen',
    sku: 'SKUs',
    location: 'Lagerorte',
    endpoint: 'Endpunkte',
    action: 'Aktionen',
    page: 'Seiten',
  },
  results: 'Gefunden',
  looking: 'Suche läuft …',
  more: 'Viele Bestellungen beginnen so. Für ältere mehr eingeben.',
  nothing: 'Zu „{text}“ wurde nichts gefunden.',
  skuDetail: '{name} · {available, number} verfügbar',
  createOrder: 'Bestellung anlegen',
  receiveReturns: 'Retouren mit Scanner annehmen',
  waiting: 'Was wartet und warum',
  ordersWith: 'Bestellungen mit {sku}',
  pickLists: 'Kommissionierlisten',
  packingSlips: 'Lieferscheine',
  addSku: 'SKU anlegen',
  addEndpoint: 'Endpunkt anlegen',
  stationMode: 'Scanstation: {mode}',
};
