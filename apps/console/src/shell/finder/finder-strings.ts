import { catalogue, message } from '../../language/catalogue.ts';

/** The texts of the window that finds records and pages. */
export const finderWords = catalogue('finder', {
  title: 'Find',
  field: 'Order, SKU, location, endpoint, page or action',
  hint: 'An order by number, customer, e-mail or tracking, a SKU by code, name or barcode, a location by code or name, an endpoint by its URL.',
  kinds: { order: 'Orders', sku: 'SKUs', location: 'Locations', endpoint: 'Endpoints', action: 'Actions', page: 'Pages' },
  results: 'Found',
  looking: 'Looking …',
  more: 'Many orders match. Type more to find older ones.',
  nothing: message('Nothing found for “{text}”.', 'text'),
  skuDetail: message('{name} · {available, number} available', 'name', 'available: number'),
  ordersWith: message('Orders with {sku}', 'sku'),
  createOrder: 'Create order',
  receiveReturns: 'Receive returns by scanner',
  waiting: 'What waits and why',
  pickLists: 'Pick lists',
  packingSlips: 'Packing slips',
  addSku: 'Add SKU',
  addEndpoint: 'Add endpoint',
  stationMode: message('Scan station: {mode}', 'mode'),
});
