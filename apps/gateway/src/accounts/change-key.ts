import type { Clock } from '@fulfilment/kernel';
import { keyAudit } from './audit.ts';
import type { ApiKey, AuditAction, AuditEntry, KeyName, KeyStore, Requester } from './account-ports.ts';
import { keyChangedMeanwhile, noSuchKey } from './account-refusals.ts';

/** What becomes of a key, and what the audit log says of it; undefined where it stays as it is. */
export type KeyDecision =
  | { readonly key: ApiKey; readonly action: AuditAction; readonly details?: AuditEntry['details'] }
  | undefined;

/**
 * Changes a key as it is decided on what it is now.
 *
 * @throws AppError `not_found`; `upstream_unavailable` where others change it all the time; whatever `decide` throws.
 */
export type ChangeKey = (name: KeyName, by: Requester, decide: (key: ApiKey, at: Date) => KeyDecision) => Promise<ApiKey>;

export interface ChangeKeyParts {
  readonly keys: Pick<KeyStore, 'find' | 'save'>;
  readonly now: Clock;
}

/** Others change the same key now and then, not all the time. */
const MAX_RACES = 5;

export function makeChangeKey({ keys, now }: ChangeKeyParts): ChangeKey {
  return async (name, by, decide) => {
    for (let races = 0; races < MAX_RACES; races += 1) {
      const key = await keys.find(name);
      if (!key) throw noSuchKey();
      const at = now();
      const decision = decide(key, at);
      if (!decision) return key;
      const { key: changed, action, details = {} } = decision;
      if (await keys.save(changed, keyAudit(action, key, { by, at, details }))) return { ...changed, rev: changed.rev + 1 };
    }
    throw keyChangedMeanwhile();
  };
}
