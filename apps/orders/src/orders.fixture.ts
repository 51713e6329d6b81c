import type { EngineAddresses } from '@fulfilment/testing';
import {
  failTheRun,
  openServiceBed,
  type ServiceBed,
  type ServiceEnvironment,
  type ServiceInstance,
} from '@fulfilment/service/test-bed';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { SCHEMA } from './schema.ts';

/** The service as it runs, on real engines. */
export interface TestBed extends ServiceBed {
  /** Starts an instance; several may run at once. */
  start(settings?: ServiceEnvironment): Promise<ServiceInstance>;
}

export async function openTestBed(engines: EngineAddresses): Promise<TestBed> {
  const bed = await openServiceBed(engines, SCHEMA);
  return {
    ...bed,
    start: async (settings = {}) => bed.reach(await compose(readConfig({ ...bed.env, ...settings }), failTheRun)),
  };
}
