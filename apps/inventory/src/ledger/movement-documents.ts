import type { Movement } from './domain/ledger.ts';

export interface MovementDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly sku: string;
  readonly version: number;
  readonly line: number;
  readonly location_id: string;
  readonly delta: number;
  readonly balance: number;
  readonly reason: string;
  readonly reference: { readonly type: string; readonly id: string } | null;
  readonly note: string | null;
  readonly actor: string;
  readonly request_id: string;
  readonly created_at: Date;
  /** Of the request that carried an idempotency key; not there where none did. */
  readonly claim?: { readonly id: string; readonly fingerprint: string };
}

export function toMovementDocument(tenant: string, movement: Movement): MovementDocument {
  const { id, locationId, requestId, at, claim, ...facts } = movement;
  return {
    _id: id,
    tenant,
    ...facts,
    location_id: locationId,
    request_id: requestId,
    created_at: at,
    ...(claim ? { claim: { id: claim.id, fingerprint: claim.fingerprint } } : {}),
  };
}

export function toMovement(document: MovementDocument): Movement {
  const {
    _id: id,
    tenant: _tenant,
    location_id: locationId,
    request_id: requestId,
    created_at: at,
    claim = null,
    ...facts
  } = document;
  return { ...facts, id, locationId, requestId, at, claim };
}
