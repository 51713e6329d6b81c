import { catalogue, message } from '../../language/catalogue.ts';

/** The texts of the pages of scans. */
export const scanWords = catalogue('scans', {
  title: 'Scans',
  lead: 'Codes that devices and the scan station read, newest first. The list updates by itself.',
  toStation: 'Open the scan station',
  type: 'Type',
  recorded: message('{barcode} recorded', 'barcode'),
  waits: message('{barcode} waits', 'barcode'),
  refused: message('{barcode} refused', 'barcode'),
  waiting: message('{count, plural, one {# scan waits} other {# scans wait}} to be sent', 'count: number'),
  obstacles: {
    connection: 'No connection to the server. They are kept in this browser, and sent when it is back.',
    server: 'The server cannot take them now. They are kept in this browser, and sent again by themselves.',
    session: 'Sign in again as the member who scanned them. They are kept in this browser until then.',
  },
  signIn: 'Sign in again',
  notKept: 'This browser keeps no data of the page: leave it open until they are sent.',
  ofOthers: message(
    '{count, plural, one {# scan of another member is} other {# scans of other members are}} kept in this browser, and sent when that member signs in here.',
    'count: number',
  ),
  again: 'Send again',
  discard: 'Discard',
  barcode: 'Barcode',
  sku: 'SKU',
  quantity: 'Units',
  place: 'Location',
  device: 'Device',
  person: 'Person',
  received: 'Received',
  applied: 'Stock',
  states: { pending: 'Pending', done: 'Applied', refused: 'Refused' },
  emptyTitle: 'No scans here',
  empty: 'Scans of devices and of the scan station appear here.',
  none: '–',
});
