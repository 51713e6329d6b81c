import { type DomainEvent, domainEvent, type MoveCommand, moveCommand, type MoveOutcome, TOPICS } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
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

/** The service as it runs, on real engines. */
export interface TestBed extends ServiceBed {
  /** Every event that is in the log, as a subscriber reads it, duplicates too. */
  readonly heard: readonly DomainEvent[];
  /** Everything that inventory is asked, duplicates too. */
  readonly asked: readonly MoveCommand[];
  /** Tells what inventory made of commands, one after the other. */
  tell(...outcomes: readonly MoveOutcome[]): Promise<void>;
  /** Starts an instance; several may run at once. */
  start(settings?: ServiceEnvironment): Promise<ServiceInstance>;
}

export async function openTestBed(engines: EngineAddresses): Promise<TestBed> {
  const bed = await openServiceBed(engines, 'scans');
  const heard: DomainEvent[] = [];
  const asked: MoveCommand[] = [];
  await bed.listen({
    [TOPICS.scansEvents]: (value) => heard.push(domainEvent.parse(JSON.parse(value))),
    [TOPICS.stockCommands]: (value) => asked.push(moveCommand.parse(JSON.parse(value))),
  });
  return {
    ...bed,
    heard,
    asked,
    tell: (...outcomes) => bed.log.append(outcomes.map(toRecord)),
    start: async (settings = {}) => bed.reach(await compose(readConfig({ ...bed.env, ...settings }), failTheRun)),
  };
}

function toRecord(outcome: MoveOutcome) {
  const { account_id: accountId, environment, scan_id: scanId } = outcome;
  const key = `${tenantKey({ accountId, environment })}|${scanId}`;
  return { topic: TOPICS.stockOutcomes, key, value: JSON.stringify(outcome), headers: {} };
}

/** What inventory says where it has posted a movement. */
export function accepted({ account_id, environment, scan_id, id, request_id }: MoveCommand): MoveOutcome {
  const at = '2026-11-21T09:07:31.000Z';
  return { type: 'move', account_id, environment, scan_id, command_id: id, accepted: true, request_id, at };
}

/** What it says where it has not. */
export function refused(command: MoveCommand): MoveOutcome {
  const message = 'There is no SKU MUG-01.';
  const errors = [{ pointer: '/sku', code: 'unknown_sku', message, sku: 'MUG-01' }];
  return { ...accepted(command), accepted: false, code: 'unknown_sku', detail: message, errors };
}
