import type { Stoppable } from '@fulfilment/kernel';
import type { Logger, Metrics } from '@fulfilment/observability';
import type { Settings } from './config.ts';

/** What every part of the process shares. */
export interface House {
  readonly settings: Settings;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Has a part stopped with the process, the last one that was started first. */
  readonly own: <Part extends Stoppable>(part: Part) => Part;
}
