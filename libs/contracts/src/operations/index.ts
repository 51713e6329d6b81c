import type { Operation } from '../operation.ts';
import * as inventory from './inventory.ts';
import * as locations from './locations.ts';
import * as orders from './orders.ts';
import * as scans from './scans.ts';

/** Every operation of /v1 by its id. */
export const operations = { ...inventory, ...locations, ...orders, ...scans } as const;

/** The same as a list, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = Object.values(operations);
