/** Room for one attempt. Each call does something once. */
export interface Slot {
  giveBack(): void;
  /** It takes long: it goes on in the slow lane, and another may begin. */
  becomeSlow(): void;
  /** The receiver has answered, and only the record is to come: another may begin, unless too many such records are to come. */
  waitForRecord(): void;
}

export type LaneName = 'quick' | 'slow';

/** How many there are of each kind. */
export interface SlotLimits extends Readonly<Record<LaneName, number>> {
  /** Attempts that are answered and not recorded, besides those that have a slot. */
  readonly unrecorded: number;
}

/** Room for what is in flight in this process, given out fairly. */
export interface FairSlots {
  /** Waits for room in a lane. */
  take(tenant: string, lane: LaneName): Promise<Slot>;
  inUse(): number;
}

type Grant = () => void;

interface Lane {
  take(tenant: string): Promise<void>;
  /** Takes one more although there may be no room. */
  press(): void;
  giveBack(): void;
  inUse(): number;
}

/**
 * While there is room in a lane, whoever asks has it. When there is none, tenants take turns, and within a tenant who asked
 * first: a tenant with a thousand deliveries waiting delays another's one by one turn.
 *
 * Quick attempts and slow ones have room of their own, and one that proves slow makes room: receivers that hang, however many
 * there are, hold up those that answer for as long as it takes to notice.
 *
 * @param limits how many slots there are. The slow ones may be more for a while, by what began as quick.
 */
export function makeFairSlots(limits: SlotLimits): FairSlots {
  const lanes = { quick: makeLane(limits.quick), slow: makeLane(limits.slow) };
  let unrecorded = 0;
  const slotIn = (first: LaneName): Slot => {
    let lane: LaneName | undefined = first;
    let isAnswered = false;
    return {
      giveBack: () => {
        if (lane) lanes[lane].giveBack();
        if (isAnswered) unrecorded -= 1;
        lane = undefined;
        isAnswered = false;
      },
      waitForRecord: () => {
        if (!lane || unrecorded >= limits.unrecorded) return;
        lanes[lane].giveBack();
        lane = undefined;
        isAnswered = true;
        unrecorded += 1;
      },
      becomeSlow: () => {
        if (lane !== 'quick') return;
        lane = 'slow';
        lanes.slow.press();
        lanes.quick.giveBack();
      },
    };
  };
  return {
    take: async (tenant, lane) => {
      await lanes[lane].take(tenant);
      return slotIn(lane);
    },
    inUse: () => lanes.quick.inUse() + lanes.slow.inUse(),
  };
}

function makeLane(limit: number): Lane {
  // A Map keeps the order in which keys were added: the first tenant is the next to be served.
  const waiting = new Map<string, Grant[]>();
  let inUse = 0;
  return {
    take: async (tenant) => {
      if (inUse < limit) {
        inUse += 1;
        return;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const grants = waiting.get(tenant);
      if (grants) grants.push(resolve);
      else waiting.set(tenant, [resolve]);
      await promise;
    },
    press: () => {
      inUse += 1;
    },
    giveBack: () => {
      const next = waiting.entries().next().value;
      if (!next || inUse > limit) {
        inUse -= 1;
        return;
      }
      const [tenant, grants] = next;
      const grant = grants.shift();
      waiting.delete(tenant);
      if (grants.length > 0) waiting.set(tenant, grants);
      grant?.();
    },
    inUse: () => inUse,
  };
}
