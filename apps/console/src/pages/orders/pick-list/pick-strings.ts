import { catalogue, message } from '../../../language/catalogue.ts';

/** The texts of pick lists. */
export const pickWords = catalogue('pickLists', {
  title: 'Pick lists',
  leadOf: message(
    '{orders, plural, one {# order} other {# orders}}, in walking order through the warehouse. Locations and units are as of now.',
    'orders: number',
  ),
  layout: 'Lists',
  layouts: { each: 'One for each order', together: 'One for all' },
  ofOrder: message('Pick list of order {name}', 'name'),
  ofOrders: message('Pick list of {orders, number} orders', 'orders: number'),
  bars: message('Barcode of {name}', 'name'),
  square: message('DataMatrix of {id}', 'id'),
  place: 'Location',
  sku: 'SKU',
  units: 'Units',
  order: 'Order',
  done: 'Picked',
  noPlace: 'No location has them',
  nothing: 'Nothing of it is allocated and still to be picked.',
  none: 'No order is ready to pack.',
  link: 'Pick list',
});
