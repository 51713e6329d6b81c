import { type CreateKeyBody, errors, type Role } from '@fulfilment/contracts';
import { type AppError, type Clock, type Environment, newId, retry, type Tenant, WriteConflict } from '@fulfilment/kernel';
import { auditEntry, type AuditSubject, findAccount } from './account-commands.ts';
import type { AccountStore, ApiKey, AuditAction, AuditEntry, KeyName, KeyStore, MintKey, Requester } from './account-ports.ts';
import { keyStatus, rotateSecrets, shownParts } from './domain/api-key.ts';
import { keyLimit } from './domain/limits.ts';

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
  issue(command: IssueKeyCommand, by: Requester): Promise<KeyWithText>;
  /**
   * Issues a key for its owner, within the limits of the environment; only the operator may exceed them.
   *
   * @throws AppError as `issue` does; `validation_failed` for a limit that is too high.
   */
  issueOwn(tenant: Tenant, wish: CreateKeyBody, by: Requester): Promise<KeyWithText>;
  /** @throws AppError `key_not_active` for a revoked key; `validation_failed` for an end in the past. */
  update(command: UpdateKeyCommand, by: Requester): Promise<ApiKey>;
  /** Gives a key a new secret. @throws AppError `key_not_active`; `too_many_secrets` while five are valid. */
  rotate(command: RotateKeyCommand, by: Requester): Promise<KeyWithText>;
  /** Ends a key for good; a repetition changes nothing. */
  revoke(name: KeyName, by: Requester): Promise<ApiKey>;
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
  const issue: KeyCommands['issue'] = async (command, by) => {
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
      limit: keyLimit(environment, own),
      createdAt: at,
      expiresAt,
      revokedAt: undefined,
      lastUsedAt: undefined,
      rev: 1,
    };
    const details = { role, ...key.limit, ...auditedFields(key) };
    await keys.add(key, auditEntry('key.created', subjectOf(key), { by, at, details }));
    return { key, text };
  };
  return {
    issue,
    issueOwn: async (tenant, { expires_at: expires, ip_allowlist: ipAllowlist, ...wish }, by) => {
      refuseLimitsAbove(tenant.environment, wish);
      const expiresAt = expires === undefined ? undefined : new Date(expires);
      return issue({ ...wish, ...tenant, expiresAt, ipAllowlist }, by);
    },
    update: ({ keyId, accountId, environment, ...changes }, by) =>
      changeKey({ keyId, accountId, environment }, by, (key, at) => {
        if (key.revokedAt) throw keyNotActive('revoked');
        if (changes.expiresAt && changes.expiresAt <= at) throw expiresInThePast();
        const { name = key.name, ipAllowlist = key.ipAllowlist } = changes;
        const expiresAt = changes.expiresAt === undefined ? key.expiresAt : (changes.expiresAt ?? undefined);
        const changed = { ...key, name, ipAllowlist, expiresAt };
        return { key: changed, action: 'key.updated', details: auditedFields(changed) };
      }),
    rotate: async ({ overlapSeconds, ...name }, by) => {
      let text = '';
      const key = await changeKey(name, by, (found, at) => {
        const status = keyStatus(found, at);
        if (status !== 'active') throw keyNotActive(status);
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

/** The changed key with its audit action; undefined where the key stays as it is. */
type KeyDecision = { readonly key: ApiKey; readonly action: AuditAction; readonly details?: AuditEntry['details'] } | undefined;

/** Changes a key by compare-and-set: `decide` sees it as it is now. @throws AppError from `decide` as well. */
type ChangeKey = (name: KeyName, by: Requester, decide: (key: ApiKey, at: Date) => KeyDecision) => Promise<ApiKey>;

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

function refuseLimitsAbove(environment: Environment, wish: Pick<CreateKeyBody, 'burst' | 'rate'>): void {
  const most = keyLimit(environment, {});
  const own = keyLimit(environment, wish);
  const tooHigh = (['burst', 'rate'] as const).filter((field) => own[field] > most[field]);
  if (tooHigh.length === 0) return;
  throw errors.validationFailed('The limits exceed those of the environment.', {
    facts: {
      errors: tooHigh.map((field) => ({
        pointer: `/${field}`,
        code: 'out_of_range',
        message: `Must be at most ${most[field]}.`,
      })),
    },
  });
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
