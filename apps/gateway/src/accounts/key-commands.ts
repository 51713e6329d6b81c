import { type CreateKeyBody, errors, isOperator, type Role } from '@fulfilment/contracts';
import { type AppError, type Clock, type Environment, newId, retry, type Tenant, WriteConflict } from '@fulfilment/kernel';
import { auditEntry, type AuditSubject, findAccount } from './account-commands.ts';
import type { AccountStore, ApiKey, AuditAction, AuditEntry, KeyName, KeyStore, MintKey, Author } from './account-ports.ts';
import { keyStatus, type KeyStatus, limitsBeyond, rotateSecrets, shownParts, type Validity } from './domain/api-key.ts';
import { keyLimit, type Limit } from './domain/limits.ts';

export interface IssueKeyCommand {
  readonly accountId: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly name?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
  readonly burst?: number | undefined;
  readonly rate?: number | undefined;
}

export interface UpdateKeyCommand extends KeyName {
  readonly name?: string | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
  /** Null: it does not expire. */
  readonly expiresAt?: Date | null | undefined;
  /** Its rate limit; what is undefined stays. */
  readonly limit?: { readonly burst?: number | undefined; readonly rate?: number | undefined } | undefined;
}

export interface RotateKeyCommand extends KeyName {
  /** Seconds for which the replaced secret stays valid. */
  readonly overlapSeconds: number;
}

/** A key with its text, which is shown this once. */
export interface KeyWithText {
  readonly key: ApiKey;
  readonly text: string;
}

/** Commands on API keys. Those on an existing key throw AppError `not_found`, and `upstream_unavailable` where writers race for it. */
export interface KeyCommands {
  /**
   * @throws AppError `not_found` without such an account, `plan_required` for production on a plan other than enterprise,
   * `validation_failed` for an end in the past.
   */
  issue(command: IssueKeyCommand, by: Author): Promise<KeyWithText>;
  /**
   * Issues a key for its owner, within the limits of the environment; only the operator may exceed them. A key that is made by a key
   * is valid no longer, and from no more addresses, than that.
   *
   * @throws AppError as `issue` does; `validation_failed` for a limit that is too high, or too wide.
   */
  issueOwn(tenant: Tenant, wish: CreateKeyBody, by: Author): Promise<KeyWithText>;
  /**
   * Only the operator widens what the operator set. No key changes its own end or addresses, and none changes another that stays
   * valid longer, or from more addresses, than itself.
   *
   * @throws AppError `key_not_active` for a revoked key, and for an expired one unless the operator asks; `validation_failed` for an
   * end in the past, or a limit that is too wide; any error of `refuse`.
   * @param refuse throws where the request says of the key what it is not.
   */
  update(command: UpdateKeyCommand, by: Author, refuse?: (key: ApiKey) => void): Promise<ApiKey>;
  /**
   * Gives a key a new secret.
   *
   * @throws AppError `key_not_active`; `too_many_secrets` while five are valid; `validation_failed` where a key asks that is valid less
   * long, or from fewer addresses.
   */
  rotate(command: RotateKeyCommand, by: Author): Promise<KeyWithText>;
  /** Ends a key for good; a repetition changes nothing. */
  revoke(name: KeyName, by: Author): Promise<ApiKey>;
}

export interface KeyCommandParts {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly keys: Pick<KeyStore, 'add' | 'find' | 'save'>;
  readonly mint: MintKey;
  readonly now: Clock;
}

export function makeKeyCommands({ accounts, keys, mint, now }: KeyCommandParts): KeyCommands {
  const changeKey = makeChangeKey(keys, now);
  const newSecret = (environment: Environment, at: Date) => {
    const { text, digest, pepperId } = mint(environment);
    return { text, secret: { digest, pepperId, ...shownParts(text), createdAt: at, endsAt: undefined } };
  };
  /** The key that makes a change; undefined where a member or the operator does. */
  const actingKey = async ({ actor }: Author, accountId: string | undefined): Promise<ApiKey | undefined> =>
    actor.startsWith('key_') ? keys.find({ keyId: actor, accountId }) : undefined;
  const issue = async (command: IssueKeyCommand, by: Author, inherited?: Validity): Promise<KeyWithText> => {
    const { accountId, environment, role, name, expiresAt, ipAllowlist = [], ...own } = command;
    const at = now();
    if (expiresAt && expiresAt <= at) throw expiresInThePast();
    const { plan } = await findAccount(accounts, accountId);
    if (environment === 'production' && plan !== 'enterprise')
      throw errors.planRequired('The production environment requires the enterprise plan.');
    const { text, secret } = newSecret(environment, at);
    const key: ApiKey = {
      id: newId('key', at.getTime()),
      accountId,
      environment,
      role,
      name,
      secrets: [secret],
      ipAllowlist,
      operatorLimits: isOperator(by.actor) ? limitsSetBy({ expiresAt, ipAllowlist }) : inherited,
      limit: keyLimit(environment, own),
      createdAt: at,
      expiresAt,
      revokedAt: undefined,
      lastUsedAt: undefined,
      lastUsedFrom: undefined,
      rev: 1,
    };
    const details = { role, ...key.limit, ...auditedFields(key) };
    await keys.add(key, auditEntry('key.created', subjectOf(key), { by, at, details }));
    return { key, text };
  };
  return {
    issue: (command, by) => issue(command, by),
    issueOwn: async (tenant, { expires_at: expires, ip_allowlist: addresses, ...wish }, by) => {
      const maker = await actingKey(by, tenant.accountId);
      const limit = ownLimit(tenant.environment, wish, maker);
      const expiresAt = expires === undefined ? maker?.expiresAt : new Date(expires);
      const ipAllowlist = addresses ?? maker?.ipAllowlist ?? [];
      if (maker) refuseBeyond({ expiresAt, ipAllowlist }, maker, 'of the key that asks');
      return issue({ ...wish, ...tenant, ...limit, expiresAt, ipAllowlist }, by, maker?.operatorLimits);
    },
    update: async ({ keyId, accountId, environment, ...changes }, by, refuse) => {
      const actor = await actingKey(by, accountId);
      return changeKey({ keyId, accountId, environment }, by, (key, at) => {
        refuse?.(key);
        refuseEnded(keyStatus(key, at), by);
        if (changes.expiresAt && changes.expiresAt <= at) throw expiresInThePast();
        const asked = changedKey(key, changes);
        if (!isOperator(by.actor)) refuseWidening(asked, key, actor);
        const changed = isOperator(by.actor) ? { ...asked, operatorLimits: limitsSetBy(asked) } : asked;
        const limited = changes.limit ? changed.limit : {};
        return { key: changed, action: 'key.updated', details: { ...auditedFields(changed), ...limited } };
      });
    },
    rotate: async ({ overlapSeconds, ...name }, by) => {
      const actor = await actingKey(by, name.accountId);
      let text = '';
      const key = await changeKey(name, by, (found, at) => {
        const status = keyStatus(found, at);
        if (status !== 'active') throw keyNotActive(status);
        // Its new text is known to the key that asks.
        if (actor) refuseBeyond(found, actor, 'of the key that asks');
        const next = newSecret(found.environment, at);
        ({ text } = next);
        const secrets = rotateSecrets(found.secrets, next.secret, overlapSeconds * 1_000);
        if (!secrets) throw tooManySecrets(found);
        const details = { overlap_seconds: overlapSeconds, last4: next.secret.last4 };
        return { key: { ...found, secrets }, action: 'key.rotated', details };
      });
      return { key, text };
    },
    revoke: (name, by) =>
      changeKey(name, by, (key, at) => (key.revokedAt ? undefined : { key: { ...key, revokedAt: at }, action: 'key.revoked' })),
  };
}

function refuseEnded(status: KeyStatus, by: Author): void {
  if (status === 'revoked' || (status === 'expired' && !isOperator(by.actor))) throw keyNotActive(status);
}

function changedKey(
  key: ApiKey,
  { name = key.name, ipAllowlist = key.ipAllowlist, expiresAt, limit }: Omit<UpdateKeyCommand, 'keyId'>,
): ApiKey {
  const end = expiresAt === undefined ? key.expiresAt : (expiresAt ?? undefined);
  const { burst = key.limit.burst, rate = key.limit.rate } = limit ?? {};
  return { ...key, name, ipAllowlist, expiresAt: end, limit: { burst, rate } };
}

/** The limits that the operator set; undefined where there are none. */
function limitsSetBy({ expiresAt, ipAllowlist }: Validity): Validity | undefined {
  return expiresAt !== undefined || ipAllowlist.length > 0 ? { expiresAt, ipAllowlist } : undefined;
}

/** The changed key with its audit action; undefined where the key stays as it is. */
type KeyDecision = { readonly key: ApiKey; readonly action: AuditAction; readonly details?: AuditEntry['details'] } | undefined;

/** Changes a key by compare-and-set: `decide` sees it as it is now. @throws AppError from `decide` as well. */
type ChangeKey = (name: KeyName, by: Author, decide: (key: ApiKey, at: Date) => KeyDecision) => Promise<ApiKey>;

/** Writers race for one key now and then, not all the time. */
const MAX_ATTEMPTS = 5;

function makeChangeKey(keys: Pick<KeyStore, 'find' | 'save'>, now: Clock): ChangeKey {
  const changeOnce: ChangeKey = async (name, by, decide) => {
    const key = await keys.find(name);
    if (!key) throw noSuchKey();
    const at = now();
    const decision = decide(key, at);
    if (!decision) return key;
    const { key: changed, action, details = {} } = decision;
    const isSaved = await keys.save(changed, auditEntry(action, subjectOf(key), { by, at, details }));
    if (!isSaved) throw new WriteConflict();
    return { ...changed, rev: changed.rev + 1 };
  };
  return (name, by, decide) =>
    retry(() => changeOnce(name, by, decide), { maxAttempts: MAX_ATTEMPTS }).catch((error: unknown) => {
      throw error instanceof WriteConflict
        ? errors.upstreamUnavailable('Concurrent changes of this key kept winning. Try again.')
        : error;
    });
}

function subjectOf({ id, accountId, environment }: ApiKey): AuditSubject {
  return { accountId, environment, target: { type: 'key', id } };
}

/** The fields of a key that the audit log has of every change. */
function auditedFields({ name, ipAllowlist, expiresAt }: ApiKey): AuditEntry['details'] {
  return { name: name ?? null, ip_allowlist: ipAllowlist, expires_at: expiresAt?.toISOString() ?? null };
}

/**
 * The limit of a key that an account makes: at most that of its environment, and of the key that asks, if one does.
 *
 * @throws AppError `validation_failed` where more is asked for.
 */
function ownLimit(environment: Environment, wish: Pick<CreateKeyBody, 'burst' | 'rate'>, maker: ApiKey | undefined): Limit {
  const most = keyLimit(environment, {});
  const asked = keyLimit(environment, wish);
  const fields = ['burst', 'rate'] as const;
  refuseLimits(
    fields.filter((field) => asked[field] > most[field]),
    most,
    'of the environment',
  );
  if (!maker) return asked;
  const { limit } = maker;
  refuseLimits(
    fields.filter((field) => (wish[field] ?? 0) > limit[field]),
    limit,
    'of the key that asks',
  );
  return { burst: Math.min(asked.burst, limit.burst), rate: Math.min(asked.rate, limit.rate) };
}

function refuseLimits(tooHigh: ReadonlyArray<keyof Limit>, most: Limit, whose: string): void {
  if (tooHigh.length === 0) return;
  throw errors.validationFailed(`The limits exceed those ${whose}.`, {
    facts: {
      errors: tooHigh.map((field) => ({
        pointer: `/${field}`,
        code: 'out_of_range',
        message: `Must be at most ${most[field]}.`,
      })),
    },
  });
}

const POINTERS = { expiresAt: '/expires_at', ipAllowlist: '/ip_allowlist' } as const satisfies Record<keyof Validity, string>;

/** @throws AppError `validation_failed` where `asked` is wider than `bound`. */
function refuseBeyond(asked: Validity, bound: Validity, whose: string): void {
  const limits = limitsBeyond(asked, bound);
  if (limits.length === 0) return;
  throw limitsRefused(`The key would exceed the limits ${whose}.`, 'out_of_range', limits, {
    expiresAt: `Must be no later than ${bound.expiresAt?.toISOString()}, the end ${whose}.`,
    ipAllowlist: `Must be within ${bound.ipAllowlist.join(', ')}, the addresses ${whose}.`,
  });
}

/** @param actor the key that asks, if one does. @throws AppError `validation_failed`. */
function refuseWidening(changed: Validity, key: ApiKey, actor: ApiKey | undefined): void {
  if (actor?.id === key.id) refuseOwn(changed, key);
  else if (actor) refuseBeyond(changed, actor, 'of the key that asks');
  if (key.operatorLimits) refuseBeyond(changed, key.operatorLimits, 'that the operator set');
}

/** @throws AppError `validation_failed` where a key changes its own limits. */
function refuseOwn(changed: Validity, key: Validity): void {
  const limits = new Set([...limitsBeyond(changed, key), ...limitsBeyond(key, changed)]);
  if (limits.size === 0) return;
  const message = 'Sign in, or use another key, to change this.';
  throw limitsRefused('A key cannot change its own end or addresses.', 'own_key', [...limits], {
    expiresAt: message,
    ipAllowlist: message,
  });
}

function limitsRefused(
  detail: string,
  code: string,
  limits: ReadonlyArray<keyof Validity>,
  messages: Readonly<Record<keyof Validity, string>>,
): AppError {
  const faults = limits.map((limit) => ({ pointer: POINTERS[limit], code, message: messages[limit] }));
  return errors.validationFailed(detail, { facts: { errors: faults } });
}

export const noSuchKey = (): AppError => errors.notFound('There is no such key.');

const keyNotActive = (status: 'revoked' | 'expired'): AppError =>
  errors.keyNotActive(`The key is ${status}.`, { facts: { status_of_key: status } });

const tooManySecrets = ({ secrets }: ApiKey): AppError => {
  const ends = secrets.flatMap(({ endsAt }) => endsAt?.getTime() ?? []);
  const facts = { ends_at: new Date(Math.min(...ends)).toISOString() };
  return errors.tooManySecrets(`The key has ${secrets.length} valid secrets already.`, { facts });
};

const expiresInThePast = (): AppError =>
  errors.validationFailed('The key would have expired already.', {
    facts: { errors: [{ pointer: '/expires_at', code: 'out_of_range', message: 'Must be in the future.' }] },
  });
