import {
  type DomainEvent,
  domainEvent,
  type LocationNames,
  type MoveCommand,
  moveCommand,
  type MoveOutcome,
  TOPICS,
} from '@fulfilment/contracts';
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
import { SCHEMA } from './schema.ts';

/** The service as it runs, on real engines. */
export interface TestBed extends ServiceBed {
  /** Every event in the log, duplicates too. */
  readonly events: readonly DomainEvent[];
  /** Every command for inventory, duplicates too. */
  readonly commands: readonly MoveCommand[];
  /** Publishes outcomes of inventory, one after the other. */
  publish(...outcomes: readonly (MoveOutcome | LocationNames)[]): Promise<void>;
  /** Starts an instance; several may run at once. */
  start(settings?: ServiceEnvironment): Promise<ServiceInstance>;
}

export async function openTestBed(engines: EngineAddresses): Promise<TestBed> {
  const bed = await openServiceBed(engines, SCHEMA);
  const heard: DomainEvent[] = [];
  const asked: MoveCommand[] = [];
  await bed.listen({
    [TOPICS.scansEvents]: (value) => heard.push(domainEvent.parse(JSON.parse(value))),
    [TOPICS.stockMoves]: (value) => asked.push(moveCommand.parse(JSON.parse(value))),
  });
  return {
    ...bed,
    events: heard,
    commands: asked,
    publish: (...outcomes) => bed.log.append(outcomes.map(toRecord)),
    start: async (settings = {}) => bed.reach(await compose(readConfig({ ...bed.env, ...settings }), failTheRun)),
  };
}

function toRecord(outcome: MoveOutcome | LocationNames) {
  const { account_id: accountId, environment } = outcome;
  const key = `${tenantKey({ accountId, environment })}|${outcome.type === 'move' ? outcome.scan_id : 'locations'}`;
  return { topic: TOPICS.stockOutcomes, key, value: JSON.stringify(outcome), headers: {} };
}

/** The outcome of a posted movement. */
export function accepted({ account_id, environment, scan_id, id, request_id }: MoveCommand): MoveOutcome {
  const at = '2026-11-21T09:07:31.000Z';
  return { type: 'move', account_id, environment, scan_id, command_id: id, accepted: true, request_id, at };
}

/** The outcome of a refused one. */
export function refused(command: MoveCommand): MoveOutcome {
  const message = 'There is no SKU MUG-01.';
  const errors = [{ pointer: '/sku', code: 'unknown_sku', message, sku: 'MUG-01' }];
  return { ...accepted(command), accepted: false, code: 'unknown_sku', detail: message, errors };
}
