import type { Operation } from '../operation.ts';
import * as allocationRules from './allocation-rules.ts';
import * as bulk from './bulk.ts';
import * as caller from './caller.ts';
import * as events from './events.ts';
import * as fulfilments from './fulfilments.ts';
import * as inventory from './inventory.ts';
import * as locations from './locations.ts';
import * as orders from './orders.ts';
import * as reservations from './reservations.ts';
import * as returns from './returns.ts';
import * as scans from './scans.ts';

/** Every operation of /v1 by its id. */
export const operations = {
  ...allocationRules,
  ...bulk,
  ...caller,
  ...events,
  ...fulfilments,
  ...inventory,
  ...locations,
  ...orders,
  ...reservations,
  ...returns,
  ...scans,
} as const;

const METHODS: readonly Operation['method'][] = ['GET', 'POST', 'PATCH', 'DELETE'];

/** The same as a list, in the order of the reference: by path, then reads before writes. */
export const OPERATIONS: readonly Operation[] = Object.values<Operation>(operations).toSorted(
  (a, b) => comparePaths(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
);

function comparePaths(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
