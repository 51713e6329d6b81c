import { catalogue, message } from '../../language/catalogue.ts';

/** The texts of the window that finds records and pages. */
export const finderWords = catalogue('finder', {
  title: 'Find',
  field: 'Order, SKU, location or page',
  hint: 'An order by number, customer, e-mail or tracking, a SKU by code, name or barcode, a location by code or name.',
  kinds: { order: 'Orders', sku: 'SKUs', location: 'Locations', page: 'Pages' },
  results: 'Found',
  looking: 'Looking …',
  more: 'Many orders begin so. Type more to find older ones.',
  nothing: message('Nothing is found for “{text}”.', 'text'),
  skuDetail: message('{name} · {available, number} available', 'name', 'available: number'),
  createOrder: 'Create order',
  receiveReturns: 'Receive returns by scanner',
  waiting: 'What waits and why',
});
