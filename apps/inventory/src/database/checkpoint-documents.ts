import { hash } from 'node:crypto';
import type { Checkpoint } from '../model/ledger.ts';
import { skuKey } from './sku-documents.ts';

/** The last checkpoint of a SKU's ledger. */
export interface CheckpointDocument {
  /** `<tenant>/<sku>` */
  readonly _id: string;
  readonly tenant: string;
  readonly sku: string;
  readonly through: number;
  readonly entries: number;
  /** By id of the location. */
  readonly places: readonly { readonly location_id: string; readonly on_hand: number }[];
  readonly chain: string;
  /** Digest of all of the above: a document that does not fit it is damaged. */
  readonly seal: string;
  readonly written_at: Date;
}

type Sealed = Pick<CheckpointDocument, '_id' | 'through' | 'entries' | 'places' | 'chain'>;

/** The seal that the document of a checkpoint should have. */
export function sealOf({ _id, through, entries, places, chain }: Sealed): string {
  const balances = places.map(({ location_id, on_hand }) => [location_id, on_hand]);
  return hash('sha256', JSON.stringify([_id, through, entries, balances, chain]), 'base64url');
}

export function toCheckpointDocument(tenant: string, checkpoint: Checkpoint, writtenAt: Date): CheckpointDocument {
  const { sku, through, entries, balances, chain } = checkpoint;
  const places = Array.from(balances, ([location_id, on_hand]) => ({ location_id, on_hand }));
  const facts = { _id: skuKey(tenant, sku), tenant, sku, through, entries, places, chain };
  return { ...facts, seal: sealOf(facts), written_at: writtenAt };
}

/** @returns undefined where the document is damaged. */
export function toCheckpoint(document: CheckpointDocument): Checkpoint | undefined {
  const { sku, through, entries, places, chain, seal } = document;
  if (seal !== sealOf(document)) return undefined;
  return { sku, through, entries, chain, balances: new Map(places.map(({ location_id: id, on_hand }) => [id, on_hand])) };
}
