/** The texts of the window that finds records and pages. */
export const finderWords = {
  title: 'Find',
  field: 'Order, SKU, location or page',
  hint: 'An order by number, customer, e-mail or tracking, a SKU by code, name or barcode, a location by code or name.',
  kinds: { order: 'Orders', sku: 'SKUs', location: 'Locations', page: 'Pages' },
  results: 'Found',
  looking: 'Looking …',
  more: 'Many orders begin so. Type more to find older ones.',
  nothing: (text: string) => `Nothing is found for “${text}”.`,
  skuDetail: (name: string, available: number) => `${name} · ${available} available`,
  createOrder: 'Create order',
  receiveReturns: 'Receive returns by scanner',
  waiting: 'What waits and why',
} as const;
