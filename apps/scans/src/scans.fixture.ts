import { type DomainEvent, domainEvent, TOPICS } from '@fulfilment/contracts';
import type { EngineAddresses } from '@fulfilment/testing';
import {
  failTheRun,
  openServiceBed,
  type ServiceBed,
  type ServiceEnvironment,
  type ServiceInstance,
} from '@fulfilment/testing/service-bed';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

/** The service as it runs, on real engines. */
export interface TestBed extends ServiceBed {
  /** Every event that is in the log, as a subscriber reads it, duplicates too. */
  readonly heard: readonly DomainEvent[];
  /** Starts an instance; several may run at once. */
  start(settings?: ServiceEnvironment): Promise<ServiceInstance>;
}

export async function openTestBed(engines: EngineAddresses): Promise<TestBed> {
  const bed = await openServiceBed(engines, 'scans');
  const heard: DomainEvent[] = [];
  await bed.listen({ [TOPICS.scansEvents]: (value) => heard.push(domainEvent.parse(JSON.parse(value))) });
  return {
    ...bed,
    heard,
    start: async (settings = {}) => bed.reach(await compose(readConfig({ ...bed.env, ...settings }), failTheRun)),
  };
}
