import { afterEach, beforeEach, describe } from 'vitest';
import { describeFaults } from './faults.ts';
import { describeOrder, describeRefusals } from './order.ts';
import { describeComingAndGoing, describeRetries, describeStops } from './redelivery.ts';
import { describeSharing } from './sharing.ts';
import { type LogUnderTest, makeWorld, type World } from './world.ts';

/** The promises of the port, for whatever client stands behind it. */
export function describeEventLog(name: string, openLog: () => Promise<LogUnderTest>): void {
  describe(`an event log: ${name}`, () => {
    let world: World;
    beforeEach(async () => {
      world = await makeWorld(await openLog());
    });
    afterEach(() => world.stop());

    describeOrder(() => world);
    describeRefusals(() => world);
    describeRetries(() => world);
    describeStops(() => world);
    describeComingAndGoing(() => world);
    describeSharing(() => world);
    describeFaults(() => world);
  });
}
