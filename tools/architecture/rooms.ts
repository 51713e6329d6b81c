/** How the files of a room are held: each to the layer that its name ends in, all as domain, or free but for a `domain` folder. */
export type Kind = 'layered' | 'domain' | 'machinery';

/**
 * The rooms of each service, from the ground up: a file imports its own room and those below it, types included, never one above. The
 * files of `src` itself stand above all rooms; of them a room imports `application.ts` alone, from its routes.
 */
export const ROOMS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'apps/cli': {},
  'apps/console': {},
  'apps/gateway': {
    accounts: 'layered',
    members: 'layered',
    authentication: 'machinery',
    'single-sign-on': 'machinery',
    'rate-limiting': 'machinery',
    proxy: 'machinery',
    reference: 'machinery',
    console: 'machinery',
    edge: 'machinery',
  },
  'apps/inventory': {
    model: 'domain',
    database: 'layered',
    records: 'layered',
    stock: 'layered',
    locations: 'layered',
    sourcing: 'layered',
    skus: 'layered',
    reservations: 'layered',
    ledger: 'layered',
    allocations: 'layered',
    batches: 'layered',
    'import-export': 'layered',
  },
  'apps/orders': { orders: 'layered', saga: 'layered', retention: 'layered' },
  'apps/scans': { scans: 'layered' },
  'apps/webhooks': {
    model: 'layered',
    database: 'layered',
    audit: 'layered',
    events: 'layered',
    endpoints: 'layered',
    deliveries: 'layered',
    replays: 'layered',
    sending: 'machinery',
    dispatch: 'machinery',
  },
};

/** @param placed a file by its path in `src`. @returns the kind of its room; undefined where its folder is none of the service. */
export function kindOf(own: string, placed: string): Kind | undefined {
  return ROOMS[own]?.[placed.split('/')[0] ?? ''];
}
