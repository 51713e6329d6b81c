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

/** The records and pages of a text. */
interface Hits {
  readonly hits: readonly Hit[];
  readonly isLooking: boolean;
  /** True where so many orders begin with it that older ones were not looked at. */
  readonly isCutOff: boolean;
}

const OF_A_KIND = 6;

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
export function useHits(wanted: string): Hits {
  const text = useTypedText(wanted);
  const environment = useEnvironment();
  const may = usePermissions();
  const common = { environment, limit: OF_A_KIND } as const;
  const ordersMatch = text !== '' && may('orders:read');
  const skusMatch = text !== '' && may('inventory:read');
  const orders = useQuery(askedIf(ordersMatch, reading(operations.listOrders, { query: { ...common, q: text } })));
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
    ...rowsOf(orders).map(ofOrder),
    ...[...rowsOf(byBarcode), ...rowsOf(byName)].map(ofSku),
    ...rowsOf(places).map(ofLocation),
  ];
  // A SKU may be found by its name and by its barcode.
  const shown = isSettled ? new Map(records.map((hit) => [`${hit.kind} ${hit.id}`, hit])).values() : [];
  const isLooking = !isSettled || [orders, byName, byBarcode, places].some(({ isFetching }) => isFetching);
  const isCutOff = isSettled && orders.data?.has_more === true && orders.data.data.length < OF_A_KIND;
  return { hits: [...shown, ...pagesNamed(wanted, may)], isLooking, isCutOff };
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
  detail: [dailyWork.orders.statuses[order.status], order.ship_to?.name].filter(Boolean).join(' · '),
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
