/**
 * Spreads keys over `shards` evenly and always the same way (FNV-1a, 32 bits).
 *
 * @returns an integer from 0 to `shards` - 1.
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash ^= key.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash % shards;
}
