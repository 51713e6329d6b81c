import { type Clock, meetsCondition, newId, type Tenant, type VersionCondition, versionConflict } from '@fulfilment/kernel';
import {
  type Endpoint,
  type EndpointSettings,
  livingSecrets,
  refuseUrl,
  rotateSecrets,
  UNTRIED,
  type UrlRules,
} from './domain/endpoint.ts';
import { parseFilter } from './domain/filter/parse-filter.ts';
import {
  batchOfOrdered,
  endpointNotFound,
  filterRefused,
  tooManyEndpoints,
  tooManySecrets,
  urlRefused,
} from './endpoint-errors.ts';
import type { Author, CheckTarget, EndpointChange, EndpointStore } from './endpoint-ports.ts';

/** Which endpoint is meant, at which version, and who asks. */
export interface ChangeOrder {
  readonly id: string;
  /** Those of which one must have it; whoever has it where none are named. */
  readonly tenants: readonly Tenant[] | undefined;
  readonly by: Author;
  readonly ifMatch?: VersionCondition | undefined;
}

export interface ChangeParts {
  readonly endpoints: Pick<EndpointStore, 'change'>;
  readonly now: Clock;
  /** An endpoint as its owner sees it, for who meant another version of it. */
  readonly present: (endpoint: Endpoint) => { readonly version: number };
}

/** A change without what every change has. @returns undefined where there is nothing to do. */
export type Decide = (endpoint: Endpoint, at: Date) => EndpointChange | undefined;

/**
 * Loads, decides and saves, in one transaction.
 *
 * @throws AppError `not_found`; `version_conflict` where another version is meant; what `decide` throws.
 */
export async function changeEndpoint(
  { endpoints, now, present }: ChangeParts,
  order: ChangeOrder,
  decide: Decide,
): Promise<Endpoint> {
  const { by, ifMatch } = order;
  const changed = await endpoints.change(order, by, (endpoint) => {
    refuseOtherVersion(endpoint, ifMatch, present);
    const at = now();
    const change = decide(endpoint, at);
    return change && { ...change, endpoint: { ...change.endpoint, version: endpoint.version + 1, updatedAt: at } };
  });
  if (!changed) throw endpointNotFound();
  return changed;
}

/** @throws AppError `version_conflict` where another version is meant. */
export function refuseOtherVersion(
  endpoint: Endpoint,
  condition: VersionCondition | undefined,
  present: ChangeParts['present'],
): void {
  if (!meetsCondition(condition, endpoint.version)) throw versionConflict(present(endpoint));
}

interface NewEndpoint extends EndpointSettings {
  readonly tenant: Tenant;
}

interface AddedEndpoint {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

export interface AddEndpointParts extends CheckSettingsParts {
  readonly endpoints: Pick<EndpointStore, 'add'>;
  readonly newSecret: () => string;
  readonly now: Clock;
}

/**
 * @throws AppError `validation_failed` where deliveries must not go to the URL, the filter cannot be read, or the tenant has as
 * many endpoints as it may.
 */
export type AddEndpoint = (asked: NewEndpoint, by: Author) => Promise<AddedEndpoint>;

export function makeAddEndpoint({ endpoints, newSecret, now, ...checks }: AddEndpointParts): AddEndpoint {
  return async (asked, by) => {
    checkRules(asked);
    await checkUrl(asked.url, checks);
    const secret = newSecret();
    const at = now();
    const endpoint: Endpoint = {
      ...asked,
      id: newId('whk'),
      state: { status: 'active' },
      secrets: [{ id: newId('sec'), last4: secret.slice(-4), createdAt: at, endsAt: null }],
      restsUntil: null,
      health: UNTRIED,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    if (!(await endpoints.add(endpoint, secret, by))) throw tooManyEndpoints();
    return { endpoint, secret };
  };
}

export interface CheckSettingsParts {
  readonly checkTarget: CheckTarget;
  readonly urlRules: UrlRules;
}

/** @throws AppError `validation_failed` where deliveries must not go to the URL. */
async function checkUrl(url: string, { checkTarget, urlRules }: CheckSettingsParts): Promise<void> {
  const complaint = refuseUrl(url, urlRules) ?? (await checkTarget(url));
  if (complaint !== undefined) throw urlRefused(complaint);
}

/** @throws AppError `validation_failed` for a filter that cannot be read, and for batches of an endpoint that is ordered. */
function checkRules({ filter, ordered, batch }: Pick<EndpointSettings, 'filter' | 'ordered' | 'batch'>): void {
  const parsed = filter === null ? undefined : parseFilter(JSON.parse(filter));
  if (parsed?.type === 'refused') throw filterRefused(parsed.faults);
  if (ordered && batch) throw batchOfOrdered();
}

/** What is to be changed; what is left out stays. */
export type SettingsChange = { readonly [Name in keyof EndpointSettings]?: EndpointSettings[Name] | undefined };

/** @throws AppError `not_found`, `version_conflict`, and `validation_failed` as for a new endpoint. */
export type UpdateEndpoint = (order: ChangeOrder, changes: SettingsChange) => Promise<Endpoint>;

export function makeUpdateEndpoint(parts: ChangeParts & CheckSettingsParts): UpdateEndpoint {
  return async (order, changes) => {
    if (changes.url !== undefined) await checkUrl(changes.url, parts);
    return changeEndpoint(parts, order, (before) => {
      const endpoint: Endpoint = { ...before, ...settingsOf(before, changes) };
      checkRules(endpoint);
      const names = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const told = { action: 'webhook.updated', details: Object.fromEntries(names.map((name) => [name, shown(endpoint, name)])) };
      // What the receiver before did says nothing of another one.
      return { endpoint, told, wakes: true, startsAfresh: endpoint.url !== before.url };
    });
  };
}

function settingsOf(before: EndpointSettings, changes: SettingsChange): EndpointSettings {
  return {
    url: changes.url ?? before.url,
    events: changes.events ?? before.events,
    ordered: changes.ordered ?? before.ordered,
    description: given(changes.description, before.description),
    filter: given(changes.filter, before.filter),
    batch: given(changes.batch, before.batch),
    maxRate: given(changes.maxRate, before.maxRate),
  };
}

/** Null is a value; only what is not there at all stays. */
function given<Value>(change: Value | undefined, before: Value): Value {
  return change === undefined ? before : change;
}

function shown(endpoint: Endpoint, name: string): unknown {
  return Object.entries(endpoint).find(([known]) => known === name)?.[1];
}

/** What comes is held from now on. One that is paused or disabled stays as it is. @throws AppError `not_found`, `version_conflict`. */
export type PauseEndpoint = (order: ChangeOrder) => Promise<Endpoint>;

export function makePauseEndpoint(parts: ChangeParts): PauseEndpoint {
  return (order) =>
    changeEndpoint(parts, order, (endpoint) => {
      if (endpoint.state.status !== 'active') return undefined;
      return { endpoint: { ...endpoint, state: { status: 'paused' } }, told: { action: 'webhook.paused', details: {} } };
    });
}

/**
 * Makes one that is paused or disabled active again; what it failed before counts no more.
 *
 * @param held what becomes of what was held.
 * @throws AppError `not_found`, `version_conflict`.
 */
export type ResumeEndpoint = (order: ChangeOrder, held: 'deliver' | 'drop') => Promise<Endpoint>;

export function makeResumeEndpoint(parts: ChangeParts): ResumeEndpoint {
  return (order, held) =>
    changeEndpoint(parts, order, (before) => {
      if (before.state.status === 'active') return undefined;
      const { lastSuccessAt, lastFailureAt } = before.health;
      const health = { ...UNTRIED, lastSuccessAt, lastFailureAt };
      const endpoint: Endpoint = { ...before, state: { status: 'active' }, restsUntil: null, health };
      const told = { action: 'webhook.resumed', details: { held, was: before.state.status } };
      return { endpoint, told, wakes: true, startsAfresh: true, dropsHeld: held === 'drop' };
    });
}

interface RotatedSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/**
 * Signs with a new secret from the next attempt on, and with the others until they end.
 *
 * @param overlapSeconds how long the one before signs still; with 0 all others end at once.
 * @throws AppError `not_found`, `version_conflict`; `too_many_secrets` where five live still.
 */
export type RotateSecret = (order: ChangeOrder, overlapSeconds: number) => Promise<RotatedSecret>;

interface RotateSecretParts extends ChangeParts {
  readonly newSecret: () => string;
}

export function makeRotateSecret({ newSecret, ...parts }: RotateSecretParts): RotateSecret {
  return async (order, overlapSeconds) => {
    const secret = newSecret();
    const endpoint = await changeEndpoint(parts, order, (before, at) => {
      const next = { id: newId('sec'), last4: secret.slice(-4), createdAt: at, endsAt: null };
      const secrets = rotateSecrets(before.secrets, next, overlapSeconds * 1_000);
      if (!secrets) throw tooManySecrets(firstEnd(before, at));
      const told = { action: 'webhook.secret_rotated', details: { secret_id: next.id, overlap_seconds: overlapSeconds } };
      return { endpoint: { ...before, secrets }, told, newSecret: secret };
    });
    return { endpoint, secret };
  };
}

function firstEnd({ secrets }: Endpoint, at: Date): Date {
  const ends = livingSecrets(secrets, at).flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  return new Date(Math.min(...ends));
}

/** Removes an endpoint and gives it as it was. @throws AppError `not_found`, `version_conflict`. */
export type RemoveEndpoint = (order: ChangeOrder) => Promise<Endpoint>;

interface RemoveEndpointParts extends Pick<ChangeParts, 'present'> {
  readonly endpoints: Pick<EndpointStore, 'remove'>;
}

export function makeRemoveEndpoint({ endpoints, present }: RemoveEndpointParts): RemoveEndpoint {
  return async (order) => {
    const removed = await endpoints.remove(order, order.by, (endpoint) => refuseOtherVersion(endpoint, order.ifMatch, present));
    if (!removed) throw endpointNotFound();
    return removed;
  };
}
