import { catalogue } from '../../language/catalogue.ts';

/** Why a step of an order or a return was refused, by the code of the refusal. */
export const refusalWords = catalogue('refusals', {
  duplicate_external_id: 'The external id is taken',
  insufficient_stock: 'Not enough stock',
  invalid_transition: 'Not possible in this state',
  location_archived: 'A location is archived',
  not_found: 'A record does not exist',
  order_on_hold: 'The order is on hold',
  quantity_exceeded: 'More units than there are',
  reservation_expired: 'The reservation has expired',
  sku_archived: 'A SKU is archived',
  storage_limit_reached: 'A limit of the environment is reached',
  unknown_location: 'A location does not exist',
  unknown_sku: 'A SKU does not exist',
  upstream_unavailable: 'Inventory did not answer',
  validation_failed: 'The request is not valid',
  version_conflict: 'Changed by someone else',
  wrong_item: 'The barcode is of another SKU',
});
