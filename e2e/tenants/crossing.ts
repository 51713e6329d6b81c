import {
  ACCOUNT_OPERATIONS,
  conditionsOf,
  type Operation,
  OPERATIONS,
  requestClassOf,
  takesIdempotencyKey,
} from '@fulfilment/contracts';
import { z } from 'zod';
import { idPrefixesIn, kindOf, RESOURCES } from '../system/resources.ts';
import type { Finds } from './finds.ts';
import type { PartyRequest } from './party.ts';
import { cursorsOf } from './read-everything.ts';

/** Where a request can name something. */
export const PLACES = ['path', 'query', 'header', 'body'] as const;
export type Place = (typeof PLACES)[number];

/** The parts of a party's request. */
export interface Crossing {
  readonly operationId: string;
  /** The parts that name values which another party found. */
  readonly places: readonly Place[];
  /** Chooses among what there is, from 0 to 2^31. */
  readonly luck: readonly number[];
}

/** A request that contains values which another party found. */
export interface CrossingRequest extends PartyRequest {
  readonly operation: Operation;
  /** The other party's values in it, by their part of the request. */
  readonly taken: readonly { readonly place: Place; readonly name: string; readonly value: string }[];
}

/** Operations with an authenticated caller: the others have no tenant yet that they could leave. */
export const CLOSED_OPERATIONS = [...OPERATIONS, ...ACCOUNT_OPERATIONS].filter(
  (each) => each.access !== 'open' && requestClassOf(each) !== 'tail',
);
const BY_ID = new Map(CLOSED_OPERATIONS.map((operation) => [operation.id, operation]));

/** Kinds of texts that searches take, and ids that are of one of several kinds. */
const SEARCHED: Readonly<Record<string, readonly string[]>> = {
  q: ['mark', 'ONLY', 'external_id'],
  operator: ['operator', 'mark'],
  target_id: ['key_', 'mem_', 'acc_'],
  id: ['key_', 'mem_'],
};
/** Kinds of texts that name a record, by the member of a request that holds them. */
const NAMED_IN: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  RESOURCES.flatMap(({ namedIn = {} }) => Object.entries(namedIn)),
);

/** Kinds of values that a member of a query or a body takes. */
function kindsUnder(schema: z.ZodType, name: string): readonly string[] {
  const prefix = idPrefixesIn(schema).get(name);
  return prefix === undefined ? (NAMED_IN[name] ?? SEARCHED[name] ?? [name]) : [prefix];
}

/** True where a body names an existing record under a name; the rest of it is the caller's own. */
const namesRecord = (body: z.ZodType, name: string): boolean => name in NAMED_IN || idPrefixesIn(body).get(name) !== undefined;

/** @returns undefined where the other found nothing that can be named in any of the places. */
export function crossingRequest({ operationId, places, luck }: Crossing, own: Finds, others: Finds): CrossingRequest | undefined {
  const operation = BY_ID.get(operationId);
  if (!operation) throw new Error(`There is no operation ${operationId}`);
  const taken: { place: Place; name: string; value: string }[] = [];
  let draws = 0;
  const draw = (): number => luck[(draws += 1) % luck.length] ?? 0;
  const pick = (kinds: readonly string[], finds: Finds): string | undefined => {
    const known = kinds.flatMap((kind) => finds.of(kind)).filter((value) => finds === own || !own.own.has(value));
    return known[draw() % known.length];
  };
  const take = (place: Place, name: string, kinds: readonly string[]): string | undefined => {
    const value = places.includes(place) ? pick(kinds, others) : undefined;
    if (value !== undefined) taken.push({ place, name, value });
    return value;
  };
  const path = pathOf(operation, (kind) => take('path', kind, [kind]) ?? pick([kind], own));
  if (path === undefined) return undefined;
  const query = queryOf(operation, (name, kinds) => (draw() % 2 === 0 ? take('query', name, kinds) : undefined));
  const headers = headersOf(operation, (name, kind) => take('header', name, [kind]));
  const body = bodyOf(operation, (name) => take('body', name, kindsUnder(operation.body, name)));
  // What it does to the own account is not asked here, only what it does with what is of others.
  const isOwnAccount = operation.api === 'account' && operation.method !== 'GET' && !taken.some(({ place }) => place === 'path');
  return taken.length === 0 || isOwnAccount
    ? undefined
    : { operation, path: path + query, headers: { ...body.headers, ...headers }, ...body.content, taken };
}

function pathOf(operation: Operation, value: (kind: string) => string | undefined): string | undefined {
  let path: string = operation.path;
  for (const [whole, name = ''] of operation.path.matchAll(/:([a-z_]+)/g)) {
    const found = value(kindOf(operation, name));
    if (found === undefined) return undefined;
    path = path.replace(whole, encodeURIComponent(found));
  }
  return path;
}

function queryOf(operation: Operation, value: (name: string, kinds: readonly string[]) => string | undefined): string {
  const { query } = operation;
  if (!(query instanceof z.ZodObject)) return '';
  const given = Object.keys(query.shape).flatMap((name): [string, string][] => {
    const found = value(name, name === 'cursor' ? [cursorsOf(operation)] : kindsUnder(query, name));
    return found === undefined || name === 'environment' || name === 'status' ? [] : [[name, found]];
  });
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

function headersOf(operation: Operation, value: (name: string, kind: string) => string | undefined): Record<string, string> {
  const names = [
    ...(takesIdempotencyKey(operation) ? ['idempotency-key'] : []),
    ...conditionsOf(operation).map((name) => name.toLowerCase()),
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = value(name, name === 'idempotency-key' ? name : 'etag');
      return found === undefined ? [] : [[name, found]];
    }),
  );
}

const examples = z.object({ examples: z.tuple([z.unknown()], z.unknown()) });

type Content = Pick<PartyRequest, 'body' | 'raw'>;

function bodyOf(
  { id, method, body, upload }: Operation,
  value: (name: string) => string | undefined,
): { readonly content: Content; readonly headers: Record<string, string> } {
  const [media] = upload?.media ?? [];
  if (media) return { content: { raw: media.example ?? '' }, headers: { 'content-type': media.type } };
  const shown = examples.safeParse(body.meta());
  if (method === 'GET' || !shown.success) return { content: {}, headers: {} };
  const sample = id === 'createReplay' ? { since: new Date(Date.now() - 60_000).toISOString() } : shown.data.examples[0];
  const named = withNamed(sample, (name) => (namesRecord(body, name) ? value(name) : undefined));
  return { content: { body: { ...(typeof named === 'object' ? named : {}), ...additionsTo(body, value) } }, headers: {} };
}

function additionsTo(body: z.ZodType, value: (name: string) => string | undefined): Record<string, string> {
  const names = body instanceof z.ZodObject ? Object.keys(body.shape).filter((name) => namesRecord(body, name)) : [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = value(name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}

/** The same with what is named in it replaced, at any depth. */
function withNamed(given: unknown, value: (name: string) => string | undefined): unknown {
  if (Array.isArray(given)) return given.map((item) => withNamed(item, value));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, member]) => {
      const found = typeof member === 'string' ? value(name) : undefined;
      return [name, found ?? withNamed(member, value)];
    }),
  );
}
