/** The texts of the window that finds records and pages. */
export const finderWords = {
  title: 'Find',
  field: 'Order, SKU, location or page',
  hint: 'An order by its number or id, a SKU by code, name or barcode, a location by code or name.',
  kinds: { order: 'Orders', sku: 'SKUs', location: 'Locations', page: 'Pages' },
  results: 'Found',
  looking: 'Looking …',
  nothing: (text: string) => `Nothing is found for “${text}”.`,
  skuDetail: (name: string, available: number) => `${name} · ${available} available`,
  createOrder: 'Create order',
  receiveReturns: 'Receive returns by scanner',
  waiting: 'What waits and why',
} as const;
