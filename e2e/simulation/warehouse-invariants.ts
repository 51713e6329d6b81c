import type { Allocation } from '../../apps/inventory/src/model/allocation.ts';
import type { Location } from '../../apps/inventory/src/model/location.ts';
import type { Source as HeldSource } from '../../apps/inventory/src/model/sourcing.ts';
import type { Order } from '../../apps/orders/src/orders/domain/order.ts';
import type { Source as ShownSource } from '../../apps/orders/src/orders/domain/steps.ts';

type Locations = ReadonlyMap<string, Location>;

const held = (sources: readonly HeldSource[] = [], locations: Locations): string =>
  sources
    .map(({ warehouse, units }) => `${units} in ${locations.get(warehouse)?.path ?? warehouse}`)
    .toSorted()
    .join(', ');

const shown = (sources: readonly ShownSource[] = []): string =>
  sources
    .map(({ warehouse, units }) => `${units} in ${warehouse}`)
    .toSorted()
    .join(', ');

/** Where an order shows units, of a line or of a fulfilment, in other warehouses than inventory holds them in. */
export function ofWarehouses(order: Order, { lines: kept }: Allocation, locations: Locations): string[] {
  if (order.status === 'rejected') return [];
  const byId = new Map(kept.map((line) => [line.id, line]));
  const ofLines = order.lines.flatMap(({ id, sources }) => {
    const [known, actual] = [shown(sources), held(byId.get(id)?.sources, locations)];
    return known === actual
      ? []
      : [`${order.id} shows of ${id} ${known || 'none'} by warehouse, and held are ${actual || 'none'}`];
  });
  const ofParts = (order.fulfilments ?? []).flatMap(({ id, status, lines, warehouse }) => {
    if (status !== 'open' && status !== 'packed') return [];
    const portions = kept.flatMap((line) =>
      (line.portions ?? []).filter(({ fulfilment }) => fulfilment === id).map(({ sources }) => ({ lineId: line.id, sources })),
    );
    const [known, actual] = [
      lines.map(({ lineId, sources }) => `${lineId} ${shown(sources)}`).toSorted(),
      lines
        .map(({ lineId }) => `${lineId} ${held(portions.find((each) => each.lineId === lineId)?.sources, locations)}`)
        .toSorted(),
    ];
    const places = new Set(portions.flatMap(({ sources = [] }) => sources.map((source) => source.warehouse)));
    const [only] = places;
    const isRight = places.size === 0 || (places.size === 1 ? warehouse?.id === only : warehouse === undefined);
    return [
      ...(known.join() === actual.join()
        ? []
        : [`${id} shows ${known.join('; ')} by warehouse, and held are ${actual.join('; ')}`]),
      ...(isRight ? [] : [`${id} names the warehouse ${warehouse?.code}, and lies in ${[...places].join(', ')}`]),
    ];
  });
  return [...ofLines, ...ofParts];
}
