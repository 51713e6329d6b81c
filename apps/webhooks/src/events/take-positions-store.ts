import type { LoggedEvent } from './event-ports.ts';
import type { StoreContext } from './store-groups-store.ts';

/**
 * Raises the counters of the events' tenants. Two processes that raise one at once collide here, and one begins again.
 *
 * @returns a position for each event, by its place.
 */
export async function takePositions(
  events: readonly LoggedEvent[],
  { session, collections }: Omit<StoreContext, 'wants'>,
): Promise<readonly number[]> {
  const last = new Map(events.map(({ tenant }) => [tenant, 0]));
  const counters = collections.positions.find({ _id: { $in: [...last.keys()] } }, { session });
  for await (const { _id, position } of counters) last.set(_id, position);
  const positions = events.map(({ tenant }) => {
    const position = (last.get(tenant) ?? 0) + 1;
    last.set(tenant, position);
    return position;
  });
  const raised = Array.from(last, ([tenant, position]) => ({
    updateOne: { filter: { _id: tenant }, update: { $set: { position } }, upsert: true },
  }));
  await collections.positions.bulkWrite(raised, { session });
  return positions;
}
