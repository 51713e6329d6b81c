import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { Permission } from '../api/types.ts';

/** The groups of the navigation, in their order. */
export const GROUPS = ['operations', 'developers', 'settings'] as const;

/** A page of the console, below `/console/‹environment›/`. */
export interface ConsolePage {
  /** `developers/api-keys`; with parameters as `orders/$id`. */
  readonly path: string;
  /** Its place in the navigation; a page without one is reached by links. */
  readonly entry?: { readonly group: (typeof GROUPS)[number]; readonly title: string };
  /** The navigation leaves the page out for members who lack it. */
  readonly permission?: Permission;
  /** Loaded when the page is opened. */
  readonly component: RouteComponent;
}

/** Every page inside of the shell. A new page is a folder in `pages/` and a row here. */
export const PAGES: readonly ConsolePage[] = [
  {
    path: 'developers/api-keys',
    entry: { group: 'developers', title: 'API keys' },
    permission: 'keys:read',
    component: lazyRouteComponent(() => import('../pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  },
];
