import { absentIfNull, codecOf, converted, type DocumentOf, whole } from '@fulfilment/mongo';
import type { Address, OrderLine } from './domain/order.ts';
import type { Hold, Source } from './domain/steps.ts';

/** Units that are held in one warehouse. */
const SOURCE = codecOf<Source>()({ warehouse_id: 'warehouseId', warehouse: 'warehouse', units: whole('units') });

/** Units by warehouse; absent where they are held in no one warehouse. */
export const SOURCES = converted(
  'sources',
  (sources: readonly Source[] | undefined) => sources?.map((each) => SOURCE.toDocument(each)),
  (stored) => stored?.map((each) => SOURCE.fromDocument(each)),
);

export const LINE = codecOf<OrderLine>()({
  id: 'id',
  sku: 'sku',
  name: 'name',
  quantity: whole('quantity'),
  allocated: whole('allocated'),
  sources: SOURCES,
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
