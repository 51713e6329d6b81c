import { keyStatus } from './domain/key-status.ts';
import { rotateSecrets } from './domain/key-secrets.ts';
import { shownParts } from './domain/key-text.ts';
import type { ChangeKey } from './change-key.ts';
import type { ApiKey, KeyName, MintKey, Requester } from './account-ports.ts';
import { keyNotActive, tooManySecrets } from './account-refusals.ts';

export interface RotateKeyCommand extends KeyName {
  /** Seconds for which the secret that is replaced opens still. */
  readonly overlapSeconds: number;
}

/**
 * Gives a key a new secret, which nobody can be shown again.
 *
 * @throws AppError `not_found`; `key_not_active` where it was revoked or has expired; `too_many_secrets` where it has too many
 * that have not ended.
 */
export type RotateKey = (command: RotateKeyCommand, by: Requester) => Promise<{ readonly key: ApiKey; readonly text: string }>;

export interface RotateKeyParts {
  readonly changeKey: ChangeKey;
  readonly mint: MintKey;
}

export function makeRotateKey({ changeKey, mint }: RotateKeyParts): RotateKey {
  return async ({ overlapSeconds, ...name }, by) => {
    let text = '';
    const key = await changeKey(name, by, (found, at) => {
      const status = keyStatus(found, at);
      if (status !== 'active') throw keyNotActive(status);
      const minted = mint(found.environment);
      ({ text } = minted);
      const { digest, pepperId } = minted;
      const next = { digest, pepperId, ...shownParts(text), createdAt: at, endsAt: undefined };
      const secrets = rotateSecrets(found.secrets, next, overlapSeconds * 1_000);
      if (!secrets) throw tooManySecrets(found.secrets);
      return {
        key: { ...found, secrets },
        action: 'key.rotated',
        details: { overlap_seconds: overlapSeconds, last4: next.last4 },
      };
    });
    return { key, text };
  };
}
