import { absentIfNull, codecOf, converted, type DocumentOf, whole } from '@fulfilment/mongo';
import type { Address, OrderLine } from './domain/order.ts';
import type { Hold } from './domain/steps.ts';

export const LINE = codecOf<OrderLine>()({
  id: 'id',
  sku: 'sku',
  name: 'name',
  quantity: whole('quantity'),
  allocated: whole('allocated'),
  shipped: whole('shipped'),
  /** Absent where no units were dropped. */
  cancelled: 'cancelled',
  /** Absent where none came back. */
  returned: 'returned',
  external_line_id: 'externalLineId',
});

/** Value and document have the same names, most of which may be absent. */
export const ADDRESS = codecOf<Address>()({
  name: 'name',
  company: 'company',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  region: 'region',
  postal_code: 'postal_code',
  country: 'country',
  phone: 'phone',
  email: 'email',
});

export const HOLD = codecOf<Hold>()({
  id: 'id',
  reason: 'reason',
  note: absentIfNull('note'),
  /** Absent where stock stays as it is. */
  releases_stock: converted(
    'releasesStock',
    (releases: boolean) => (releases ? true : undefined),
    (stored) => stored ?? false,
  ),
  until: absentIfNull('until'),
  placed_by: 'placedBy',
  placed_at: 'placedAt',
});

export type LineDocument = DocumentOf<typeof LINE>;
export type AddressDocument = DocumentOf<typeof ADDRESS>;
