import { newId } from '@fulfilment/kernel';
import { changeEndpoint, type ChangeOrder, type ChangeParts } from './change-endpoint.ts';
import type { Endpoint } from './domain/endpoint.ts';
import { livingSecrets, rotateSecrets } from './domain/secret-rotation.ts';
import { tooManySecrets } from './endpoint-errors.ts';

export interface RotatedSecret {
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

export interface RotateSecretParts extends ChangeParts {
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
