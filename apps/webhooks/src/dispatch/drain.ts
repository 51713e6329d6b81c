import type { Logger } from '@fulfilment/observability';
import type { AttemptDelivery } from './attempt-delivery.ts';
import type {
  ComposeBatch,
  DeliveryStore,
  DissolveBatches,
  EndDropping,
  FindTarget,
  LoadEvents,
  Target,
} from './dispatch-ports.ts';
import type { FairSlots } from './fair-slots.ts';
import type { Flight } from './flight.ts';
import type { Lease } from './lease.ts';
import type { Pace } from './pace.ts';
import type { RecordLines } from './record-lines.ts';

export interface DrainParts {
  readonly deliveries: DeliveryStore;
  readonly findTarget: FindTarget;
  readonly loadEvents: LoadEvents;
  readonly endDropping: EndDropping;
  readonly compose: ComposeBatch;
  readonly dissolve: DissolveBatches;
  readonly attempt: AttemptDelivery;
  readonly slots: FairSlots;
  /** Whether the endpoint should be given back although something is left: the worker stops, or others wait for their turn. */
  readonly mustYield: (startedMs: number) => boolean;
  readonly logger: Logger;
}

/** An endpoint that deliveries may go to. */
export type OpenTarget = Extract<Target, { type: 'open' }>;

/** One worker's turn at one endpoint, from its claim until it is given back. */
export interface Drain {
  readonly parts: DrainParts;
  readonly lease: Lease;
  readonly flight: Flight;
  readonly pace: Pace;
  readonly goesOn: () => boolean;
  /** How it is being delivered to; undefined before the first look. */
  mode: OpenTarget['mode']['type'] | undefined;
  /** Whether its receiver took long for the last attempt; undefined before the first. */
  slow: boolean | undefined;
  /** Whether more was due at the last look than was looked up. */
  deep: boolean;
  /** What is known of an ordered endpoint's records. */
  lines: RecordLines | undefined;
}

/** Looks at what is due once and does what there is to do. @returns whether the queue was given back. */
export type Deliver = (drain: Drain, target: OpenTarget) => Promise<boolean>;
