import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { id } from './fields.ts';
import { ACTING_ROLES } from './permissions.ts';
import { storageBounds } from './storage-bounds.ts';

/** Issuer of a caller's identity: the gateway, or the operator's commands with the same key. */
export const IDENTITY_ISSUER = 'fulfilment';

/** The claims by which a service knows the caller, a key or a member; the audience is the service's name. */
export const callerClaims = z.looseObject({
  sub: z.union([id('key'), id('mem')]),
  acc: id('acc'),
  env: z.enum(ENVIRONMENTS),
  role: z.enum(ACTING_ROLES),
  /** The most that the account may store in the environment; gateways before 0.1.0 sent none, or not of every kind. */
  max: z.looseObject(storageBounds.partial({ webhook_endpoints: true, warehouses: true, stored_bytes: true }).shape).optional(),
});
export type CallerClaims = z.output<typeof callerClaims>;

/** The name of a person or program that acts as operator, for audit logs. */
export const operatorName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/);

/** The claims of the operator, for the operator's API of a service. Commands before 0.1.0 send no name. */
export const operatorClaims = z.looseObject({ sub: z.literal('operator'), op: z.literal(true), as: operatorName.optional() });

const OPERATOR = 'operator';

/** The operator as the actor of a change: `operator`, or `operator:‹name›`. */
export const operatorActor = (name: string | undefined): string => (name === undefined ? OPERATOR : `${OPERATOR}:${name}`);

/** True of the actor of a change that the operator makes. */
export const isOperator = (actor: string): boolean => actor === OPERATOR || actor.startsWith(`${OPERATOR}:`);

/** The cookie that carries a session. The prefix ties it to one host, the whole path and HTTPS (RFC 6265bis section 4.1.3.2). */
export const SESSION_COOKIE = '__Host-session';

/** Internal headers. The gateway strips them from what comes in and sets them itself. */
export const IDENTITY_HEADER = 'x-internal-identity';
/** Carries the id of a request, both ways. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** Tokens that a request cost beyond the one it was let in for. */
export const COST_HEADER = 'x-internal-cost';

/** A trailer of exports: records that were looked at, where a filter leaves some of them out. */
export const LOOKED_HEADER = 'x-internal-looked';

/** Orders in an answer that are shown with their address, for the audit log of the gateway. */
export const ADDRESSES_HEADER = 'x-internal-addresses';

/** The address of the client of an account operation, for the audit log. */
export const CLIENT_ADDRESS_HEADER = 'x-internal-client-address';

/**
 * On the readiness of a service's API port: it sends `102 Processing` (RFC 2518 section 10.1) each {@link PROCESSING_MS} to a gateway
 * whose request it has not answered yet, so that silence tells of a connection on which nothing arrives.
 */
export const PROCESSING_HEADER = 'x-internal-processing';
/** Milliseconds between two such responses, and before the first. */
export const PROCESSING_MS = 1_000;

/**
 * The readiness endpoint, without authentication: on a service's API port 200 while it takes requests and 503 while it drains,
 * on the internal port of each process with the state of what it depends on.
 */
export const READINESS_PATH = '/readyz';

/** The liveness endpoint on the internal port: 200 while the process answers at all. */
export const LIVENESS_PATH = '/livez';

/** A caller's own request id is kept if it looks like this. */
export const REQUEST_ID_PATTERN = /^[A-Za-z0-9._-]{1,128}$/;
