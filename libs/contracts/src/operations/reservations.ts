import { z } from 'zod';
import { recordId } from '../fields.ts';
import {
  availabilityQuote,
  createReservationBody,
  ENDED_RESERVATION_DAYS,
  listReservationsQuery,
  MAX_RESERVATIONS_OF_SKU,
  quoteAvailabilityBody,
  reservationPage,
  reservationRecord,
  updateReservationBody,
} from '../inventory/reservations.ts';
import { operation } from '../operation.ts';

const params = z.strictObject({ id: recordId('rsv') });

export const quoteAvailability = operation({
  id: 'quoteAvailability',
  method: 'POST',
  path: '/availability',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'Quote what is available of several SKUs',
  description:
    'A quote holds nothing: what it shows may be gone a moment later. `POST /reservations` keeps units. A SKU that does not exist or is archived is 422 `unknown_sku`. ' +
    'Where the rules of `/v1/allocation-rules` have a strategy, or the request has `ship_from` or `split`, units come from the warehouses that may ship an order of these lines: `available` and `complete` count what these can give, and `planned` names them. ' +
    'Otherwise units are held wherever they lie, and `ship_to_country` has no effect.',
  body: quoteAvailabilityBody,
  replies: { 200: { description: 'What could be ordered.', body: availabilityQuote } },
  errors: ['unknown_sku', 'unknown_location'],
});

export const listReservations = operation({
  id: 'listReservations',
  method: 'GET',
  path: '/reservations',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'List reservations, filtered by status, SKU, warehouse or external id',
  description: `Newest first. Filters can be combined; if each of them matches many reservations and all together few, a page looks through 1,000 and may have fewer than \`limit\`, or none, while \`has_more\` is true. Reservations that ended more than ${ENDED_RESERVATION_DAYS} days ago are gone.`,
  query: listReservationsQuery,
  replies: {
    200: { description: 'A page of reservations.', body: reservationPage, headers: { Link: 'The next page, `rel="next"`.' } },
  },
  errors: ['invalid_cursor'],
});

export const createReservation = operation({
  id: 'createReservation',
  addsRecords: true,
  method: 'POST',
  path: '/reservations',
  service: 'inventory',
  permission: 'reservations:write',
  summary: 'Keep units for a cart or quote until a time',
  description:
    'Only units that are available are reserved: orders that wait for stock come first. Without `partial` all lines are reserved whole, or the request is refused. ' +
    `A SKU has at most ${MAX_RESERVATIONS_OF_SKU} active reservations. A repeated \`external_id\` with the same content is answered 200 with the existing reservation. ` +
    'With `warehouse`, only available units of that warehouse are reserved, and they are kept there. ' +
    '`POST /orders` with `reservation_id` converts it into an order.',
  body: createReservationBody,
  replies: {
    200: { description: 'The existing reservation with this `external_id`.', body: reservationRecord },
    201: { description: 'The reservation.', body: reservationRecord, headers: { Location: 'URL of the reservation.' } },
  },
  errors: ['unknown_sku', 'unknown_location', 'insufficient_stock', 'duplicate_external_id', 'too_many_reservations'],
});

export const getReservation = operation({
  id: 'getReservation',
  method: 'GET',
  path: '/reservations/:id',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'Retrieve one reservation',
  description: `Includes those that ended in the last ${ENDED_RESERVATION_DAYS} days.`,
  params,
  replies: { 200: { description: 'The reservation.', body: reservationRecord } },
  errors: ['not_found'],
});

export const updateReservation = operation({
  id: 'updateReservation',
  method: 'PATCH',
  path: '/reservations/:id',
  service: 'inventory',
  permission: 'reservations:write',
  summary: 'Extend a reservation, or change its lines',
  description:
    'Only while it is active. `expires_in` counts from now; `lines` replaces all present lines, in the same warehouse. Added units must be available; removed units are free at once. An expired reservation is refused with 409 `reservation_expired`; its units are not reserved again.',
  params,
  body: updateReservationBody,
  replies: { 200: { description: 'The reservation after the change.', body: reservationRecord } },
  conditional: true,
  errors: [
    'not_found',
    'unknown_sku',
    'insufficient_stock',
    'reservation_expired',
    'invalid_transition',
    'too_many_reservations',
  ],
});

export const releaseReservation = operation({
  id: 'releaseReservation',
  method: 'DELETE',
  path: '/reservations/:id',
  service: 'inventory',
  permission: 'reservations:write',
  summary: 'Release a reservation',
  description:
    'Its units are free at once, for the oldest order that waits for them. Releasing a released or expired reservation changes nothing; a converted one is refused with 409 `invalid_transition`.',
  params,
  replies: { 200: { description: 'The released reservation.', body: reservationRecord } },
  conditional: true,
  errors: ['not_found', 'invalid_transition'],
});
