/** The texts of pick lists. */
export const pickWords = {
  title: 'Pick lists',
  leadOf: (orders: number) =>
    `${orders} ${orders === 1 ? 'order' : 'orders'}, in the order of the way through the warehouse. Locations and units are those of now.`,
  layout: 'Lists',
  layouts: { each: 'One for each order', together: 'One for all' },
  ofOrder: (name: string) => `Pick list of order ${name}`,
  ofOrders: (orders: number) => `Pick list of ${orders} orders`,
  bars: (name: string) => `Barcode of ${name}`,
  square: (id: string) => `DataMatrix of ${id}`,
  place: 'Location',
  sku: 'SKU',
  units: 'Units',
  order: 'Order',
  done: 'Picked',
  noPlace: 'No location has them',
  nothing: 'Nothing of it is allocated and to be picked.',
  none: 'No order is ready to pack.',
  link: 'Pick list',
} as const;
