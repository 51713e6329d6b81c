import { skipToken, useQuery } from '@tanstack/react-query';
import { reading } from '../../api/call.ts';
import { accountOperations, operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { Environment, LocationRecord, OrderRecord, Permission, SkuRecord } from '../../api/types.ts';
import { nameOf } from '../../pages/orders/order-states.tsx';
import type { WebhookEndpointRecord } from '../../pages/webhooks/webhook-types.ts';
import { useTypedText } from '../../parts/fields/use-typed-text.ts';
import { NEEDED_IN_MODE, STATION_MODES } from '../../parts/scanning/mode-bar.tsx';
import { scanningWords } from '../../parts/scanning/scanning-strings.ts';
import { orderWords } from '../../pages/orders/order-strings.ts';
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

/** Records, pages and actions that have a text in their name. */
interface Hits {
  readonly hits: readonly Hit[];
  readonly isLooking: boolean;
  /** True where so many orders begin with it that older ones were not looked at. */
  readonly isCutOff: boolean;
}

const OF_A_KIND = 6;
/** Digits of the longest GTIN, and characters of the longest barcode. */
const GTIN = 14;
const MOST_OF_BARCODE = 64;
/** As many as an environment may have. */
const MOST_ENDPOINTS = 200;

/** Pages that no row of the navigation names. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
  'orders/waiting': words.waiting,
  'orders/pick-list': words.pickLists,
  'orders/packing-slips': words.packingSlips,
};

/** Work that begins with a page, and what it needs. */
const ACTIONS: ReadonlyArray<Pick<Hit, 'title' | 'path' | 'search'> & { readonly permission: Permission }> = [
  { title: words.createOrder, path: 'orders/new', permission: 'orders:create' },
  { title: words.addSku, path: 'stock', search: { add: 'sku' }, permission: 'inventory:write' },
  { title: words.addEndpoint, path: 'developers/webhooks/new', permission: 'webhooks:manage' },
  { title: words.receiveReturns, path: 'returns/receive', permission: 'returns:receive' },
  ...STATION_MODES.map((mode) => ({
    title: words.stationMode(scanningWords.modes[mode]),
    path: 'station',
    search: { mode },
    permission: NEEDED_IN_MODE[mode],
  })),
];

/**
 * Records, pages and actions that have a text in their name, of what the member may see: pages and actions at once, records once typing
 * has paused and they are answered. None is of a text that was typed before.
 */
export function useHits(wanted: string): Hits {
  const text = useTypedText(wanted);
  const environment = useEnvironment();
  const may = usePermissions();
  const common = { environment, limit: OF_A_KIND } as const;
  const ordersMatch = text !== '' && may('orders:read');
  const orders = useQuery(askedIf(ordersMatch, reading(operations.listOrders, { query: { ...common, q: text } })));
  const { skus, isFetching: isLookingForSkus } = useSkus(may('inventory:read') ? text : '', common);
  const places = useQuery(
    askedIf(
      text !== '' && may('locations:read'),
      reading(operations.listLocations, { query: { ...common, q: text, sort: 'path' } }),
    ),
  );
  const endpoints = useQuery(
    askedIf(
      text !== '' && may('webhooks:read'),
      reading(accountOperations.listWebhooks, { query: { environment, limit: MOST_ENDPOINTS } }),
    ),
  );
  const isSettled = text === wanted;
  const records = [
    ...rowsOf(orders).map(ofOrder),
    ...skus.map(ofSku),
    ...(may('orders:read') ? skus.filter(({ sku }) => sku.toLowerCase() === text.toLowerCase()).map(ofOrdersWith) : []),
    ...rowsOf(places).map(ofLocation),
    ...rowsOf(endpoints)
      .filter(({ url, description }) => has(`${url} ${description ?? ''}`, text))
      .slice(0, OF_A_KIND)
      .map(ofEndpoint),
  ];
  // A SKU may be found by its name and by its barcode.
  const shown = isSettled ? new Map(records.map((hit) => [`${hit.kind} ${hit.id}`, hit])).values() : [];
  const isLooking = !isSettled || isLookingForSkus || [orders, places, endpoints].some(({ isFetching }) => isFetching);
  const isCutOff = isSettled && orders.data?.has_more === true && orders.data.data.length < OF_A_KIND;
  return { hits: [...shown, ...actionsNamed(wanted, may), ...pagesNamed(wanted, may)], isLooking, isCutOff };
}

/** The SKUs with a text as their barcode, or as the beginning of a barcode, of their code or a word of their name; none for no text. */
function useSkus(text: string, common: { readonly environment: Environment; readonly limit: number }) {
  // A scanner may type a GTIN with what else the symbol says, which begins no barcode.
  const exact = text.length > GTIN ? text : '';
  const beginning = text.length > MOST_OF_BARCODE ? '' : text;
  const found = [
    useQuery(askedIf(exact !== '', reading(operations.listSkus, { query: { ...common, barcode: [exact] } }))),
    useQuery(askedIf(beginning !== '', reading(operations.listSkus, { query: { ...common, barcode_prefix: beginning } }))),
    useQuery(askedIf(text !== '', reading(operations.listSkus, { query: { ...common, q: text } }))),
  ];
  return { skus: found.flatMap(rowsOf), isFetching: found.some(({ isFetching }) => isFetching) };
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
  detail: [orderWords.statuses[order.status], order.ship_to?.name].filter(Boolean).join(' · '),
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

const ofOrdersWith = ({ sku }: SkuRecord): Hit => ({
  kind: 'order',
  id: `with ${sku}`,
  title: words.ordersWith(sku),
  path: 'orders',
  search: { sku, view: 'all' },
});

const ofLocation = ({ id, path, name }: LocationRecord): Hit => ({
  kind: 'location',
  id,
  title: path,
  ...(name === null ? {} : { detail: name }),
  path: 'locations',
  search: { location: id },
});

const ofEndpoint = ({ id, url, description }: WebhookEndpointRecord): Hit => ({
  kind: 'endpoint',
  id,
  title: url,
  ...(description === null ? {} : { detail: description }),
  path: 'developers/webhooks/$id',
  params: { id },
});

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());

type May = ReturnType<typeof usePermissions>;

function actionsNamed(wanted: string, may: May): readonly Hit[] {
  const named = ACTIONS.filter(({ title, permission }) => may(permission) && has(title, wanted));
  return named.map(({ title, path, search = {} }) => ({ kind: 'action', id: title, title, path, search }));
}

function pagesNamed(wanted: string, may: May): readonly Hit[] {
  return PAGES.flatMap(({ path, entry, permission }) => {
    const title = entry?.title ?? OTHER_PAGES[path];
    const isShown = title !== undefined && (permission === undefined || may(permission));
    return isShown && has(title, wanted) ? [{ kind: 'page' as const, id: path, title, path }] : [];
  });
}
