import type { ServiceName } from './services.ts';

/** The database of a service. @param namespace of a system that shares its engines; empty for none. */
export function databaseOf(service: ServiceName, namespace: string): string {
  return namespace === '' ? service : `${namespace}_${service}`;
}

/** The database of each service. */
export function databasesOf(namespace: string): Readonly<Record<ServiceName, string>> {
  return {
    gateway: databaseOf('gateway', namespace),
    inventory: databaseOf('inventory', namespace),
    orders: databaseOf('orders', namespace),
    scans: databaseOf('scans', namespace),
    webhooks: databaseOf('webhooks', namespace),
  };
}
