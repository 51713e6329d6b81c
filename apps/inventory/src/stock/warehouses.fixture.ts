import { parseLocation } from '../model/location.ts';
import { NO_RULES, type Strategy } from '../model/sourcing.ts';
import { adjust, create, orderId } from './domain/commands/command.builder.ts';
import type { Limits } from './domain/working-set.ts';
import { quarantine, stockInMemory, warehouse } from './stock.fixture.ts';

export const W2 = warehouse(2);
export const W3 = warehouse(3);

/** Units of A at warehouses, by their codes. */
export async function opened(
  units: Readonly<Record<string, number>>,
  rules: { strategy?: Strategy; split?: 'never' | 'by_line' } = {},
  limits: Partial<Limits> = {},
) {
  const stock = stockInMemory(limits, [W2, W3, ...quarantine]);
  stock.store.rules = { ...NO_RULES, strategy: 'priority', ...rules, version: 1 };
  await stock.run(create('A', 0), create('B', 0));
  for (const [code, onHand] of Object.entries(units))
    if (onHand > 0) await stock.run(adjust('A', onHand, { location: parseLocation(code) }));
  const allocation = (order: number) => stock.store.allocations.get(orderId(order));
  return {
    ...stock,
    allocation,
    heldBy: (order: number) => stock.heldIn(orderId(order)),
    refusal: (order: number) => allocation(order)?.lastAnswer.refusal,
    /** Units on hand and held in warehouses, by their codes. */
    inWarehouses: () =>
      Object.fromEntries(
        (stock.sku('A').warehouses ?? []).map(({ id, onHand, allocated }) => [
          stock.store.locations.get(id)?.path,
          [onHand, allocated],
        ]),
      ),
  };
}

export const at = (code: string, delta: number) => adjust('A', delta, { location: parseLocation(code) });
