export { AppError, type ErrorKind, type Failure } from './app-error.ts';
export { assertNever } from './assert-never.ts';
export { type Clock, systemClock } from './clock.ts';
export { backoffMs, delay } from './delay.ts';
export { laneOf } from './hash-lane.ts';
export { type IdPrefix, idPattern, newId } from './ids.ts';
export type { RequestContext } from './request-context.ts';
export type { Stoppable } from './stoppable.ts';
export { ENVIRONMENTS, type Environment, parseTenantKey, type Tenant, tenantKey } from './tenant.ts';
