import type { Movement } from '../use-cases/ports.ts';

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
}

export function toMovementDocument(tenant: string, movement: Movement): MovementDocument {
  const { id, sku, version, line, locationId, delta, balance, reason, reference, note, actor, requestId, at } = movement;
  return {
    _id: id,
    tenant,
    sku,
    version,
    line,
    location_id: locationId,
    delta,
    balance,
    reason,
    reference,
    note,
    actor,
    request_id: requestId,
    created_at: at,
  };
}
