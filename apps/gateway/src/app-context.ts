import type { Stoppable } from '@fulfilment/kernel';
import type { Logger, Metrics } from '@fulfilment/observability';
import type { Settings } from './config.ts';

/** The parts that everything in the process shares. */
export interface AppContext {
  readonly settings: Settings;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Stops a part with the process; the last one that was started stops first. */
  readonly own: <Part extends Stoppable>(part: Part) => Part;
}
