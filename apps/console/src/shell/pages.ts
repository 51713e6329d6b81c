import type { RouteComponent } from '@tanstack/react-router';
import type { Permission } from '../api/types.ts';
import { strings } from '../strings.ts';
import { lazyPage } from './load-page.ts';

const { pages: titles } = strings.shell;

/** The groups of the navigation, in their order. */
export const GROUPS = ['operations', 'developers', 'settings'] as const;

/** A page of the console, below `/console/‹environment›/`. */
export interface ConsolePage {
  /** `developers/api-keys`; with parameters as `orders/$id`. */
  readonly path: string;
  /** Its place in the navigation; a page without one is reached by links. */
  readonly entry?: { readonly group: (typeof GROUPS)[number]; readonly title: string };
  /** The navigation leaves the page out for members who lack it, and its address tells them so. */
  readonly permission?: Permission;
  /** Loaded when the page is opened. */
  readonly component: RouteComponent;
}

/** Every page inside of the shell. A new page is a folder in `pages/` and a row here. */
export const PAGES: readonly ConsolePage[] = [
  {
    path: 'overview',
    entry: { group: 'operations', title: titles.overview },
    permission: 'account:read',
    component: lazyPage(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
  },
  {
    path: 'orders',
    entry: { group: 'operations', title: titles.orders },
    permission: 'orders:read',
    component: lazyPage(() => import('../pages/orders/orders-page.tsx'), 'OrdersPage'),
  },
  {
    path: 'orders/new',
    permission: 'orders:create',
    component: lazyPage(() => import('../pages/orders/entry/new-order-page.tsx'), 'NewOrderPage'),
  },
  {
    path: 'orders/waiting',
    permission: 'orders:read',
    component: lazyPage(() => import('../pages/orders/holds/waiting-page.tsx'), 'WaitingPage'),
  },
  {
    path: 'orders/pick-list',
    permission: 'orders:read',
    component: lazyPage(() => import('../pages/orders/pick-list/pick-list-page.tsx'), 'PickListPage'),
  },
  {
    path: 'orders/packing-slips',
    permission: 'orders:read',
    component: lazyPage(() => import('../pages/orders/fulfilments/packing-slips-page.tsx'), 'PackingSlipsPage'),
  },
  {
    path: 'orders/$id',
    permission: 'orders:read',
    component: lazyPage(() => import('../pages/orders/order-page.tsx'), 'OrderPage'),
  },
  {
    path: 'orders/$id/fulfilments/$fulfilment',
    permission: 'orders:read',
    component: lazyPage(() => import('../pages/orders/fulfilments/packing-slip-page.tsx'), 'PackingSlipPage'),
  },
  {
    path: 'returns',
    entry: { group: 'operations', title: titles.returns },
    permission: 'orders:read',
    component: lazyPage(() => import('../pages/orders/returns/returns-page.tsx'), 'ReturnsPage'),
  },
  {
    path: 'returns/receive',
    permission: 'returns:receive',
    component: lazyPage(() => import('../pages/orders/returns/receiving/receiving-page.tsx'), 'ReceivingPage'),
  },
  {
    path: 'returns/$id',
    permission: 'orders:read',
    component: lazyPage(() => import('../pages/orders/returns/return-page.tsx'), 'ReturnPage'),
  },
  {
    path: 'stock',
    entry: { group: 'operations', title: titles.stock },
    permission: 'inventory:read',
    component: lazyPage(() => import('../pages/stock/stock-page.tsx'), 'StockPage'),
  },
  {
    path: 'stock/$sku',
    permission: 'inventory:read',
    component: lazyPage(() => import('../pages/stock/sku-page.tsx'), 'SkuPage'),
  },
  {
    path: 'reservations',
    entry: { group: 'operations', title: titles.reservations },
    permission: 'inventory:read',
    component: lazyPage(() => import('../pages/reservations/reservations-page.tsx'), 'ReservationsPage'),
  },
  {
    path: 'reservations/$id',
    permission: 'inventory:read',
    component: lazyPage(() => import('../pages/reservations/reservation-page.tsx'), 'ReservationPage'),
  },
  {
    path: 'locations',
    entry: { group: 'operations', title: titles.locations },
    permission: 'locations:read',
    component: lazyPage(() => import('../pages/locations/locations-page.tsx'), 'LocationsPage'),
  },
  {
    path: 'labels',
    permission: 'locations:read',
    component: lazyPage(() => import('../pages/labels/labels-page.tsx'), 'LabelsPage'),
  },
  {
    path: 'station',
    entry: { group: 'operations', title: titles.station },
    permission: 'scans:write',
    component: lazyPage(() => import('../pages/scans/station/station-page.tsx'), 'StationPage'),
  },
  {
    path: 'scans',
    entry: { group: 'operations', title: titles.scans },
    permission: 'scans:read',
    component: lazyPage(() => import('../pages/scans/scans-page.tsx'), 'ScansPage'),
  },
  {
    path: 'import-export',
    entry: { group: 'operations', title: titles.files },
    permission: 'inventory:read',
    component: lazyPage(() => import('../pages/import-export/import-export-page.tsx'), 'ImportExportPage'),
  },
  {
    path: 'developers/api-keys',
    entry: { group: 'developers', title: titles.keys },
    permission: 'keys:read',
    component: lazyPage(() => import('../pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  },
  {
    path: 'settings/account',
    entry: { group: 'settings', title: titles.account },
    permission: 'account:read',
    component: lazyPage(() => import('../pages/overview/account-page.tsx'), 'AccountPage'),
  },
  {
    path: 'settings/members',
    entry: { group: 'settings', title: titles.members },
    permission: 'members:read',
    component: lazyPage(() => import('../pages/settings/members-page.tsx'), 'MembersPage'),
  },
  {
    path: 'settings/limits',
    entry: { group: 'settings', title: titles.limits },
    permission: 'account:read',
    component: lazyPage(() => import('../pages/overview/limits-page.tsx'), 'LimitsPage'),
  },
  {
    path: 'settings/sign-in',
    entry: { group: 'settings', title: titles.signIn },
    component: lazyPage(() => import('../pages/settings/sign-in-settings-page.tsx'), 'SignInSettingsPage'),
  },
  {
    path: 'settings/audit-log',
    entry: { group: 'settings', title: titles.audit },
    permission: 'audit:read',
    component: lazyPage(() => import('../pages/settings/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: 'developers/webhooks',
    entry: { group: 'developers', title: titles.webhooks },
    permission: 'webhooks:read',
    component: lazyPage(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  },
  {
    path: 'developers/webhooks/new',
    permission: 'webhooks:manage',
    component: lazyPage(() => import('../pages/webhooks/new-endpoint-page.tsx'), 'NewEndpointPage'),
  },
  {
    path: 'developers/webhooks/$id',
    permission: 'webhooks:read',
    component: lazyPage(() => import('../pages/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  },
  {
    path: 'developers/webhooks/$id/edit',
    permission: 'webhooks:manage',
    component: lazyPage(() => import('../pages/webhooks/edit-endpoint-page.tsx'), 'EditEndpointPage'),
  },
  {
    path: 'developers/webhooks/$id/deliveries/$delivery',
    permission: 'webhooks:read',
    component: lazyPage(() => import('../pages/webhooks/deliveries/delivery-page.tsx'), 'DeliveryPage'),
  },
  {
    path: 'developers/event-types',
    entry: { group: 'developers', title: titles.eventTypes },
    permission: 'webhooks:read',
    component: lazyPage(() => import('../pages/webhooks/event-types-page.tsx'), 'EventTypesPage'),
  },
];
