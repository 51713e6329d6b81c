import type { PlantedBug } from '../system.ts';
import type { WebhookBugs } from './memory-webhooks.ts';

const planted = (webhooks: WebhookBugs, bug: Pick<PlantedBug, 'name' | 'what' | 'firstSeed'>): PlantedBug => ({
  ...bug,
  world: 'webhooks',
  plant: () => ({ webhooks }),
});

/** Bugs of the intake and the delivery of webhooks. */
export const WEBHOOK_BUGS: readonly PlantedBug[] = [
  {
    name: 'the cursor of the intake is advanced before the write',
    what: 'webhooks commits its offset before events are stored',
    firstSeed: 9,
    world: 'webhooks',
    plant: () => ({ log: { commitsFirst: true } }),
  },
  planted(
    { storesEventsFirst: true },
    {
      name: 'an event is stored before its deliveries',
      what: 'deliveries of an event follow by a write of their own',
      firstSeed: 13,
    },
  ),
  planted(
    { leasesHaveNoEpoch: true },
    {
      name: 'the lease of an endpoint has no epoch',
      what: 'a worker renews and releases a lease that another one has by now',
      firstSeed: 38,
    },
  ),
  planted(
    { idleForgetsWakes: true },
    {
      name: 'a queue becomes idle over a wake-up',
      what: 'a worker leaves a queue that was woken since its claim',
      firstSeed: 1,
    },
  ),
  planted(
    { resendDropsPending: true },
    {
      name: 'a resend drops the pending delivery',
      what: 'a delivery that waits, and is sent again, leaves the list of those that wait',
      firstSeed: 5,
    },
  ),
  planted(
    { remembersTargets: true },
    {
      name: 'an endpoint is read once',
      what: 'attempts go by the endpoint as the process read it first',
      firstSeed: 7,
    },
  ),
  planted(
    { forgetsPositions: true },
    {
      name: 'deliveries of a record come in any order',
      what: 'a worker reads them by the time at which they are due',
      firstSeed: 1,
    },
  ),
  planted(
    { matchesAll: true },
    {
      name: 'an endpoint gets every event',
      what: 'the intake does not look at types and filters',
      firstSeed: 1,
    },
  ),
];
