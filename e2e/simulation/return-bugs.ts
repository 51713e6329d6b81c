import type { ReceivedOutcome } from '../../apps/orders/src/orders/order-ports.ts';
import { allocationsAs, writing } from './stock-switches.ts';
import type { PlantedBug } from './system.ts';

function withoutReturned({ returns: _untold, ...outcome }: ReceivedOutcome): ReceivedOutcome {
  return { ...outcome, lines: outcome.lines.map(({ returned: _came, ...line }) => line) };
}

/** Bugs of units that come back. */
export const RETURN_BUGS: readonly PlantedBug[] = [
  {
    name: 'a receipt is booked twice',
    what: 'a receipt that comes again finds its order as it was before the first',
    world: 'returns',
    firstSeed: 82,
    plant: () =>
      allocationsAs((allocation) =>
        allocation.lastAnswer.type === 'receive_return' && allocation.lastAnswer.refusal === null
          ? { ...allocation, lastAttempt: allocation.lastAttempt - 1 }
          : allocation,
      ),
  },
  {
    name: 'what came back is not told',
    what: 'orders does not hear of the units that returns brought',
    world: 'returns',
    firstSeed: 2,
    plant: () => ({ orders: { received: withoutReturned } }),
  },
  {
    name: 'an edit forgets returns',
    what: 'inventory writes an order that was edited without what is expected back',
    world: 'returns',
    firstSeed: 5,
    plant: () =>
      writing(({ allocations }) => ({
        allocations: allocations.map(({ returns, ...allocation }) =>
          allocation.lastAnswer.type === 'amend' || !returns ? allocation : { ...allocation, returns },
        ),
      })),
  },
  {
    name: 'a receipt is not told',
    what: 'an order is committed without the event that units of a return came',
    world: 'returns',
    firstSeed: 6,
    plant: () => ({
      orders: {
        saved: (change) => ({ ...change, messages: change.messages.filter(({ type }) => type !== 'return.received') }),
      },
    }),
  },
];
