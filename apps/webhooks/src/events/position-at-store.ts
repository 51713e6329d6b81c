import type { Collections } from '../database/collections-documents.ts';
import { expiryFrom } from '../database/keeping-documents.ts';

/**
 * The position of the first event of a tenant that was stored at a moment or later; one behind the last where there is none.
 * Positions are in the order of storing, so that it is found by halving, and needs no index of its own.
 */
export async function positionAt(
  { events, positions }: Pick<Collections, 'events' | 'positions'>,
  tenant: string,
  at: Date,
): Promise<number> {
  const counter = await positions.findOne({ _id: tenant });
  const expiresAt = expiryFrom(at);
  let [low, high] = [1, (counter?.position ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await events.findOne({ tenant, position: middle }, { projection: { expires_at: 1 } });
    // One that is gone was stored before all that are kept.
    if (found && found.expires_at >= expiresAt) high = middle;
    else low = middle + 1;
  }
  return low;
}
