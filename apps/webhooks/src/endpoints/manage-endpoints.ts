import { errors } from '@fulfilment/contracts';
import {
  type AppError,
  type Clock,
  meetsCondition,
  newId,
  type Tenant,
  type VersionCondition,
  versionConflict,
} from '@fulfilment/kernel';
import {
  type Endpoint,
  type EndpointSettings,
  livingSecrets,
  MAX_ENDPOINTS,
  MAX_LIVING_SECRETS,
  refuseUrl,
  rotateSecrets,
  UNTRIED,
  type UrlRules,
} from '../model/domain/endpoint.ts';
import { type FilterFault, parseFilter } from '../model/domain/filter/parse-filter.ts';
import type { CheckTarget, EndpointChange, EndpointId, EndpointReader, EndpointWriter } from './endpoint-ports.ts';
import type { Author } from '../audit/audit-ports.ts';

/** The rules for the URL of an endpoint. */
export interface UrlChecks {
  readonly checkTarget: CheckTarget;
  readonly urlRules: UrlRules;
}

export interface EndpointCommandsParts extends UrlChecks {
  readonly endpoints: EndpointWriter & Pick<EndpointReader, 'count'>;
  readonly newSecret: () => string;
  readonly now: Clock;
  /** An endpoint as its owner sees it, for the error of a version conflict. */
  readonly present: (endpoint: Endpoint) => { readonly version: number };
}

/** The endpoint that a command changes, the expected version, and the caller. */
export interface CommandTarget extends EndpointId {
  readonly by: Author;
  readonly ifMatch?: VersionCondition | undefined;
}

/** New values of settings; undefined leaves a setting as it is. */
export type SettingsChange = { readonly [Name in keyof EndpointSettings]?: EndpointSettings[Name] | undefined };

export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

function noRoom(used: number, maximum: number): AppError {
  const message = `There are ${used} webhook endpoints, and ${maximum} are allowed. Delete one, or ask the operator for more.`;
  const item = { pointer: '', code: 'storage_limit_reached', message, stored: 'webhook_endpoints', used, maximum };
  return errors.storageLimitReached(message, { facts: { errors: [item] } });
}

/** The commands on endpoints. All but `add` throw AppError `not_found`, and `version_conflict` if `ifMatch` names another version. */
export class EndpointCommands {
  readonly #parts: EndpointCommandsParts;

  constructor(parts: EndpointCommandsParts) {
    this.#parts = parts;
  }

  /**
   * @param most endpoints of the tenant. @throws AppError `validation_failed` for a URL, a filter or settings that are refused;
   * `storage_limit_reached` if the tenant has as many endpoints as it may.
   */
  async add(
    settings: EndpointSettings & { readonly tenant: Tenant },
    by: Author,
    most = MAX_ENDPOINTS,
  ): Promise<EndpointWithSecret> {
    const { endpoints, newSecret, now } = this.#parts;
    checkSettings(settings);
    await this.#checkUrl(settings.url);
    const secret = newSecret();
    const at = now();
    const endpoint: Endpoint = {
      ...settings,
      id: newId('whk'),
      state: { status: 'active' },
      secrets: [{ id: newId('sec'), last4: secret.slice(-4), createdAt: at, endsAt: null }],
      restsUntil: null,
      health: UNTRIED,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    if (!(await endpoints.add(endpoint, secret, by, most))) throw noRoom(await endpoints.count(settings.tenant), most);
    return { endpoint, secret };
  }

  /**
   * @param refuse throws where the request says of the endpoint what it is not.
   * @throws AppError `validation_failed` as `add` does.
   */
  async update(
    target: CommandTarget,
    changes: SettingsChange,
    refuse: (endpoint: Endpoint) => void = () => {},
  ): Promise<Endpoint> {
    if (changes.url !== undefined) await this.#checkUrl(changes.url);
    return this.#change(target, (before) => {
      refuse(before);
      const endpoint: Endpoint = { ...before, ...changedSettings(before, changes) };
      checkSettings(endpoint);
      const names = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const values = new Map<string, unknown>(Object.entries(endpoint));
      const details = Object.fromEntries(names.map((name) => [name, values.get(name)]));
      // The failures of the old receiver do not count for the new one.
      const resetsHealth = endpoint.url !== before.url;
      return { endpoint, audit: { action: 'webhook.updated', details }, releasesQueue: true, resetsHealth };
    });
  }

  /** Holds deliveries from now on. An endpoint that is paused or disabled stays as it is. */
  pause(target: CommandTarget): Promise<Endpoint> {
    return this.#change(target, (endpoint) => {
      if (endpoint.state.status !== 'active') return undefined;
      return { endpoint: { ...endpoint, state: { status: 'paused' } }, audit: { action: 'webhook.paused', details: {} } };
    });
  }

  /**
   * Activates an endpoint that is paused or disabled, or rests: its earlier failures no longer count, and what waits is due now.
   *
   * @param held for held deliveries.
   */
  async resume(target: CommandTarget, held: 'deliver' | 'drop'): Promise<Endpoint> {
    // Before it is active, so that a repeat goes on where this one ends; the change checks the version again.
    await this.#change(target, () => undefined);
    if (held === 'deliver') await this.#parts.endpoints.bringForward(target);
    return this.#change(target, (before, at) => {
      const isResting = before.restsUntil !== null && before.restsUntil > at;
      const was = before.state.status === 'active' && isResting ? 'resting' : before.state.status;
      if (was === 'active') return undefined;
      const { lastSuccessAt, lastFailureAt } = before.health;
      const health = { ...UNTRIED, lastSuccessAt, lastFailureAt };
      const endpoint: Endpoint = { ...before, state: { status: 'active' }, restsUntil: null, health };
      const audit = { action: 'webhook.resumed', details: { held, was } };
      const dropsHeld = held === 'drop' && was !== 'resting';
      return { endpoint, audit, releasesQueue: true, resetsHealth: true, dropsHeld };
    });
  }

  /**
   * Signs with a new secret from the next attempt on, and with the older ones until they end.
   *
   * @param overlapSeconds validity of the previous secret; 0 ends all older ones at once.
   * @throws AppError `too_many_secrets` if five are still valid.
   */
  async rotateSecret(target: CommandTarget, overlapSeconds: number): Promise<EndpointWithSecret> {
    const secret = this.#parts.newSecret();
    const endpoint = await this.#change(target, (before, at) => {
      const next = { id: newId('sec'), last4: secret.slice(-4), createdAt: at, endsAt: null };
      const secrets = rotateSecrets(before.secrets, next, overlapSeconds * 1_000);
      if (!secrets)
        throw errors.tooManySecrets(`The endpoint has ${MAX_LIVING_SECRETS} valid secrets already.`, {
          facts: { ends_at: firstEnd(before, at).toISOString() },
        });
      const details = { secret_id: next.id, overlap_seconds: overlapSeconds };
      return { endpoint: { ...before, secrets }, audit: { action: 'webhook.secret_rotated', details }, newSecret: secret };
    });
    return { endpoint, secret };
  }

  /** Holds the deliveries of a suspended account, or releases them. @returns the number of endpoints changed. */
  holdAccount(accountId: string, isHeld: boolean): Promise<number> {
    return this.#parts.endpoints.holdAccount(accountId, isHeld);
  }

  /** @returns the endpoint before the removal. */
  remove(target: CommandTarget): Promise<Endpoint> {
    return this.#parts.endpoints.remove(target, target.by, (endpoint) => this.#checkVersion(endpoint, target));
  }

  /** Loads, decides and saves in one transaction. @param decide returns undefined if nothing is to change. */
  #change(target: CommandTarget, decide: (endpoint: Endpoint, at: Date) => EndpointChange | undefined): Promise<Endpoint> {
    const { endpoints, now } = this.#parts;
    return endpoints.change(target, target.by, (endpoint) => {
      this.#checkVersion(endpoint, target);
      const at = now();
      const change = decide(endpoint, at);
      return change && { ...change, endpoint: { ...change.endpoint, version: endpoint.version + 1, updatedAt: at } };
    });
  }

  #checkVersion(endpoint: Endpoint, { ifMatch }: CommandTarget): void {
    if (!meetsCondition(ifMatch, endpoint.version)) throw versionConflict(this.#parts.present(endpoint));
  }

  async #checkUrl(url: string): Promise<void> {
    const { checkTarget, urlRules } = this.#parts;
    const refusal = refuseUrl(url, urlRules) ?? (await checkTarget(url));
    if (refusal !== undefined) throw fieldsRefused({ pointer: '/url', code: 'url_refused', message: refusal });
  }
}

/** @throws AppError `validation_failed` for a filter that cannot be parsed, and for batched delivery together with ordered delivery. */
function checkSettings({ filter, ordered, batch }: EndpointSettings): void {
  const parsed = filter === null ? undefined : parseFilter(JSON.parse(filter));
  if (parsed?.type === 'refused') throw filterRefused(parsed.faults);
  if (ordered && batch) {
    const message = 'An endpoint with ordered delivery cannot have batches.';
    throw fieldsRefused({ pointer: '/batch', code: 'batch_of_ordered', message });
  }
}

function changedSettings(before: EndpointSettings, changes: SettingsChange): EndpointSettings {
  return {
    url: changes.url ?? before.url,
    events: changes.events ?? before.events,
    ordered: changes.ordered ?? before.ordered,
    description: valueOr(changes.description, before.description),
    filter: valueOr(changes.filter, before.filter),
    batch: valueOr(changes.batch, before.batch),
    maxRate: valueOr(changes.maxRate, before.maxRate),
  };
}

/** Null is a value: it clears a setting. */
function valueOr<Value>(change: Value | undefined, before: Value): Value {
  return change === undefined ? before : change;
}

function firstEnd({ secrets }: Endpoint, at: Date): Date {
  const ends = livingSecrets(secrets, at).flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  return new Date(Math.min(...ends));
}

interface FieldFault {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** The error of a request with values that cannot be taken. */
export function fieldsRefused(...fields: readonly FieldFault[]): AppError {
  const [first] = fields;
  const detail = first && fields.length === 1 ? first.message : `${fields.length} fields are invalid.`;
  return errors.validationFailed(detail, { facts: { errors: fields } });
}

/** The error of a filter that cannot be parsed, in the field `filter` of the body. */
export function filterRefused(faults: readonly FilterFault[]): AppError {
  return fieldsRefused(
    ...faults.map(({ pointer, message }) => ({ pointer: `/filter${pointer}`, code: 'filter_refused', message })),
  );
}
