import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from './services.ts';

const DEFAULT = fileURLToPath(new URL('../../../../.data', import.meta.url));

/** Where the system keeps its data: `FULFILMENT_DATA`, else `.data` of the workspace. */
export function dataFolder({ FULFILMENT_DATA: folder = '' }: Readonly<Record<string, string | undefined>>): string {
  return folder === '' ? DEFAULT : resolve(folder);
}

/** Where Node keeps compiled modules of the supervisor and all services: it nearly halves their start. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../../../.cache/compile', import.meta.url));

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
