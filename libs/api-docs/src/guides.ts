import type { Operation } from '@fulfilment/contracts';
import type { JsonObject } from './openapi/json-shapes.ts';

/** A guide for those who use the API: Markdown in the repository, a page at `/docs/‹name›`. */
export interface Guide {
  /** As navigation names it. */
  readonly title: string;
  /** Path of the Markdown file from the root of the workspace. */
  readonly file: string;
  /** Heading in the navigation. */
  readonly group: string;
  /** Other words that it is searched by. */
  readonly names?: string;
}

const START = 'Start';
const STOCK = 'Orders and stock';
const EVENTS = 'Events and webhooks';
const CALLING = 'Calling the API';
const ACCOUNT = 'Accounts';

/** Every guide by its name, in the order of the navigation. */
export const GUIDES = {
  'getting-started': {
    title: 'Getting started',
    file: 'docs/getting-started.md',
    group: START,
    names: 'quickstart tutorial first request base URL time zone',
  },
  'client-libraries': {
    title: 'Client libraries',
    file: 'libs/clients/README.md',
    group: START,
    names: 'SDK SDKs packages install',
  },
  'client-library-node': {
    title: 'Library for Node',
    file: 'libs/clients/node/README.md',
    group: START,
    names: 'nodejs JavaScript TypeScript npm',
  },
  'client-library-python': {
    title: 'Library for Python',
    file: 'libs/clients/python/README.md',
    group: START,
    names: 'pip virtual environment externally managed asyncio',
  },
  'client-library-ruby': {
    title: 'Library for Ruby',
    file: 'libs/clients/ruby/README.md',
    group: START,
    names: 'gem Rails Rack',
  },
  'client-library-go': { title: 'Library for Go', file: 'libs/clients/go/README.md', group: START, names: 'golang module' },
  'command-line': {
    title: 'Command line',
    file: 'libs/clients/cli/README.md',
    group: START,
    names: 'CLI tool terminal test webhooks locally localhost ngrok tunnel',
  },
  'placing-orders': {
    title: 'Placing orders',
    file: 'docs/placing-orders.md',
    group: STOCK,
    names: 'place create new order ship an order',
  },
  'fulfilling-in-parts': {
    title: 'Fulfilling orders in parts',
    file: 'docs/fulfilling-in-parts.md',
    group: STOCK,
    names: 'partial split shipment packing slip',
  },
  'changing-orders': {
    title: 'Changing orders',
    file: 'docs/changing-orders.md',
    group: STOCK,
    names: 'edit hold priority ship by expedite amend',
  },
  'reserving-stock': {
    title: 'Reserving stock',
    file: 'docs/reserving-stock.md',
    group: STOCK,
    names: 'reservation cart checkout hold availability quote safety stock',
  },
  'shipping-from-warehouses': {
    title: 'Shipping from several warehouses',
    file: 'docs/shipping-from-warehouses.md',
    group: STOCK,
    names: 'allocation rules strategy split source sourcing priority countries multi-warehouse ship from',
  },
  'taking-returns': {
    title: 'Taking returns',
    file: 'docs/taking-returns.md',
    group: STOCK,
    names: 'RMA refund restock quarantine exchange',
  },
  'changing-stock': {
    title: 'Changing stock',
    file: 'docs/changing-stock.md',
    group: STOCK,
    names: 'create product item article stock level quantity',
  },
  privacy: { title: "Persons' data", file: 'docs/privacy.md', group: STOCK, names: 'GDPR erase delete personal data' },
  scanning: { title: 'Scanning', file: 'docs/scanning.md', group: STOCK },
  'moving-inventory-by-file': {
    title: 'Inventory by file',
    file: 'docs/moving-inventory-by-file.md',
    group: STOCK,
    names: 'bulk import upload CSV',
  },
  webhooks: { title: 'Managing webhooks', file: 'docs/webhooks.md', group: EVENTS },
  'receiving-webhooks': {
    title: 'Receiving webhooks',
    file: 'docs/receiving-webhooks.md',
    group: EVENTS,
    names: 'verify signature clock receiver endpoint',
  },
  'catching-up': {
    title: 'Catching up',
    file: 'docs/catching-up.md',
    group: EVENTS,
    names: 'resume feed restart missed events',
  },
  authentication: {
    title: 'Authentication',
    file: 'docs/authentication.md',
    group: CALLING,
    names: 'API key token CORS proxy permission denied',
  },
  'handling-errors': {
    title: 'Handling errors',
    file: 'docs/handling-errors.md',
    group: CALLING,
    names: 'retries retry backoff idempotency timeout exception',
  },
  pagination: { title: 'Pagination', file: 'docs/pagination.md', group: CALLING, names: 'paging cursor next page' },
  'rate-limits': { title: 'Rate limits', file: 'docs/rate-limits.md', group: CALLING, names: 'throttling quota 429' },
  testing: { title: 'Testing', file: 'docs/testing.md', group: CALLING, names: 'mock fake sandbox docker' },
  versioning: { title: 'Versioning', file: 'docs/versioning.md', group: CALLING },
  changelog: { title: 'Changelog', file: 'CHANGELOG.md', group: CALLING, names: 'release notes' },
  accounts: { title: 'Members and sessions', file: 'docs/accounts.md', group: ACCOUNT },
  'single-sign-on': { title: 'Single sign-on', file: 'docs/single-sign-on.md', group: ACCOUNT },
  permissions: { title: 'Permissions', file: 'docs/generated/permissions.md', group: ACCOUNT },
} as const satisfies Readonly<Record<string, Guide>>;

/** The name of a guide, which is the last segment of its path. */
export type GuideName = keyof typeof GUIDES;

/** The path of a guide below the public URL: `/docs/placing-orders`. */
export function pathOfGuide(name: GuideName): string {
  return `/docs/${name}`;
}

/** A guide, or a heading of one. */
export type PlaceInGuide = GuideName | `${GuideName}#${string}`;

/** The guides to operations that have one of their own, beside that of their tag. */
const GUIDES_OF_OPERATIONS: Readonly<Record<string, PlaceInGuide>> = {
  batchInventory: 'changing-stock#batches',
  exportInventory: 'moving-inventory-by-file#exporting',
  importInventory: 'moving-inventory-by-file#importing',
  getSkuByBarcode: 'changing-stock#barcodes-and-other-details',
  createFulfilment: 'fulfilling-in-parts',
  listOrderFulfilments: 'fulfilling-in-parts',
  listOrderReturns: 'taking-returns',
  disposeReturn: 'taking-returns#dispositions',
  closeOrder: 'fulfilling-in-parts#what-becomes-of-the-order',
  reassignOrder: 'fulfilling-in-parts#several-warehouses',
  updateOrder: 'placing-orders#changing-an-order',
  editOrder: 'changing-orders#lines',
  holdOrder: 'changing-orders#holds',
  releaseHold: 'changing-orders#holds',
  listOrders: 'placing-orders#listing-orders-by-time',
  exportOrders: 'placing-orders#listing-orders-by-time',
  createScans: 'scanning#offline-scans',
};

/** The guide to an operation that has one of its own. */
export const guideOfOperation = ({ id }: Operation): PlaceInGuide | undefined => GUIDES_OF_OPERATIONS[id];

/** A place in a guide as an External Documentation Object. */
export function externalDocs(place: PlaceInGuide, publicUrl: string): JsonObject {
  const [name] = place.split('#');
  const [, guide] = Object.entries(GUIDES).find(([each]) => each === name) ?? [];
  return { description: `Guide: ${guide?.title ?? place}`, url: `${publicUrl}/docs/${place}` };
}
