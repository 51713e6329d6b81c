import type { Movement, Reference } from '../model/ledger.ts';

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
  readonly reference: Reference | null;
  readonly note: string | null;
  readonly actor: string;
  readonly request_id: string;
  readonly created_at: Date;
  /** Not there where it is `created_at`, and in entries of earlier releases. */
  readonly occurred_at?: Date;
  /** Of the request that carried an idempotency key; not there where none did. */
  readonly claim?: { readonly id: string; readonly fingerprint: string };
}

export function toMovementDocument(tenant: string, movement: Movement): MovementDocument {
  const { id, locationId, requestId, at, occurredAt, claim, ...facts } = movement;
  return {
    _id: id,
    tenant,
    ...facts,
    location_id: locationId,
    request_id: requestId,
    created_at: at,
    ...(occurredAt ? { occurred_at: occurredAt } : {}),
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
    occurred_at: occurredAt,
    claim = null,
    ...facts
  } = document;
  return { ...facts, id, locationId, requestId, at, ...(occurredAt ? { occurredAt } : {}), claim };
}
