import { ORDER_STATUSES } from '@fulfilment/contracts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { LocationRecord, OrderRecord, SkuRecord } from '../../api/types.ts';
import { nameOf } from '../../pages/orders/order-states.tsx';
import { useTypedText } from '../../parts/fields/use-typed-text.ts';
import { dailyWork } from '../../strings-operations.ts';
import { PAGES } from '../pages.ts';
import { finderWords as words } from './finder-strings.ts';

/** Something that was found, and the page that shows it. */
export interface Hit {
  readonly kind: keyof typeof words.kinds;
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  /** Below the environment, such as `stock/$sku`. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
}

const OF_A_KIND = 6;
const ORDER_ID = /^ord_[0-9a-z]{26}$/i;

/** As ids are written: a small prefix, and capitals behind it. */
const idOf = (text: string): string => text.slice(0, 4).toLowerCase() + text.slice(4).toUpperCase();

/** Pages that no row of the navigation names. */
const ACTIONS: Readonly<Record<string, string>> = {
  'orders/new': words.createOrder,
  'orders/waiting': words.waiting,
  'returns/receive': words.receiveReturns,
};

/**
 * Records and pages that have a text in their name, of what the member may read: pages at once, records once typing has paused and they
 * are answered. None is of a text that was typed before.
 */
export function useHits(wanted: string): { readonly hits: readonly Hit[]; readonly isLooking: boolean } {
  const text = useTypedText(wanted);
  const environment = useEnvironment();
  const may = usePermissions();
  const common = { environment, limit: OF_A_KIND } as const;
  const ordersMatch = text !== '' && may('orders:read');
  const skusMatch = text !== '' && may('inventory:read');
  const byNumber = useQuery(
    askedIf(ordersMatch, reading(operations.listOrders, { query: { ...common, external_id: text, status: ORDER_STATUSES } })),
  );
  const byId = useQuery(
    askedIf(
      ordersMatch && ORDER_ID.test(text),
      reading(operations.getOrder, { params: { id: idOf(text) }, query: { environment } }),
    ),
  );
  const byName = useQuery(askedIf(skusMatch, reading(operations.listSkus, { query: { ...common, q: text } })));
  const byBarcode = useQuery(askedIf(skusMatch, reading(operations.listSkus, { query: { ...common, barcode: [text] } })));
  const places = useQuery(
    askedIf(
      text !== '' && may('locations:read'),
      reading(operations.listLocations, { query: { ...common, q: text, sort: 'path' } }),
    ),
  );
  const isSettled = text === wanted;
  const records = [
    ...(byId.data ? [ofOrder(byId.data)] : []),
    ...rowsOf(byNumber).map(ofOrder),
    ...[...rowsOf(byBarcode), ...rowsOf(byName)].map(ofSku),
    ...rowsOf(places).map(ofLocation),
  ];
  // A SKU may be found by its name and by its barcode.
  const shown = isSettled ? new Map(records.map((hit) => [`${hit.kind} ${hit.id}`, hit])).values() : [];
  const isLooking = !isSettled || [byNumber, byId, byName, byBarcode, places].some(({ isFetching }) => isFetching);
  return { hits: [...shown, ...pagesNamed(wanted, may)], isLooking };
}

/** The rows that a list has answered; none before. */
const rowsOf = <Row>({ data }: { readonly data: { readonly data: readonly Row[] } | undefined }): readonly Row[] =>
  data?.data ?? [];

const askedIf = <Read extends { readonly queryFn: unknown }>(isAsked: boolean, read: Read) => ({
  ...read,
  ...(isAsked ? {} : { queryFn: skipToken }),
  retry: false,
});

const ofOrder = (order: OrderRecord): Hit => ({
  kind: 'order',
  id: order.id,
  title: nameOf(order),
  detail: dailyWork.orders.statuses[order.status],
  path: 'orders/$id',
  params: { id: order.id },
});

const ofSku = ({ sku, name, available }: SkuRecord): Hit => ({
  kind: 'sku',
  id: sku,
  title: sku,
  detail: words.skuDetail(name, available),
  path: 'stock/$sku',
  params: { sku },
});

const ofLocation = ({ id, path, name }: LocationRecord): Hit => ({
  kind: 'location',
  id,
  title: path,
  ...(name === null ? {} : { detail: name }),
  path: 'locations',
  search: { location: id },
});

function pagesNamed(text: string, may: ReturnType<typeof usePermissions>): readonly Hit[] {
  const wanted = text.toLowerCase();
  return PAGES.flatMap(({ path, entry, permission }) => {
    const title = entry?.title ?? ACTIONS[path];
    const isShown = title !== undefined && (permission === undefined || may(permission));
    return isShown && title.toLowerCase().includes(wanted) ? [{ kind: 'page' as const, id: path, title, path }] : [];
  });
}
