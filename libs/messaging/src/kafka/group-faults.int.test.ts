import { delay } from '@fulfilment/kernel';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokerAddress, type OwnEngines, ownEngines } from '../engines.fixture.ts';
import type { ConsumeOptions, EventLog } from '../port.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.fixture.ts';
import { type Fault, GROUP_APIS, type GroupApi } from './group-answers.fixture.ts';

const TOPIC = 'scans.events';
const PARTITIONS = 4;
const [REBALANCE_IN_PROGRESS, LOAD_IN_PROGRESS] = [27, 14];
const APPEND_EVERY_MS = 250;
/**
 * Ten seconds, counted in rounds of appended records, which slow down with the machine as all else does: from the last fault that a
 * member met until all is handled that was appended by then.
 */
const RECOVERY_ROUNDS = 10_000 / APPEND_EVERY_MS;
/** A group that takes longer than this stands still. */
const PATIENCE = { withinMs: 60_000 };
/** Records come four times a second; a member that spins sends some dozens of fetches, or some hundreds. */
const FETCHES_A_SECOND = 25;
const CASES_AT_ONCE = 24;
const TRIES = 3;

/** COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR, REBALANCE_IN_PROGRESS. */
const CODES = [14, 15, 16, 27];
/** Further answers of an API that a later try may not meet: UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE, NOT_LEADER, REQUEST_TIMED_OUT, ILLEGAL_GENERATION, UNKNOWN_MEMBER_ID. */
const FURTHER: Partial<Record<GroupApi, readonly number[]>> = {
  JoinGroup: [25],
  SyncGroup: [22, 25],
  Heartbeat: [22, 25],
  OffsetFetch: [3, 7],
  OffsetCommit: [3, 5, 6, 7, 22, 25],
  LeaveGroup: [25],
};
type Phase = 'at the first join' | 'at a rejoin' | 'at its stop';

/** The fault that a member meets, as often as it is told. */
interface Case {
  readonly api: GroupApi;
  readonly fault: Fault;
  readonly times: number;
  readonly phase: Phase;
}

let own: OwnEngines;
let appended = 0;
const writing = new AbortController();
let written: Promise<void>;

beforeAll(async () => {
  own = await ownEngines();
  await own.log.ensureTopics([{ name: TOPIC, partitions: PARTITIONS, replicationFactor: 1, retentionMs: 3_600_000 }]);
  written = write();
});

afterAll(async () => {
  writing.abort();
  await written;
  await own.stop();
});

/** Appends some records at a time; their values count. */
async function write(): Promise<void> {
  while (!writing.signal.aborted) {
    const records = Array.from({ length: PARTITIONS }, (_, at) => String(appended + at));
    await own.log.append(records.map((value) => ({ topic: TOPIC, key: value, value, headers: {} })));
    appended += records.length;
    // wait: the pace of the records.
    await delay(APPEND_EVERY_MS, writing.signal);
  }
}

const KINDS = [
  { what: 'a member is answered with errors', faultsOf: codesOf },
  { what: 'connections are cut', faultsOf: (): readonly Fault[] => ['cut before', 'cut after'] },
  { what: 'requests or answers are lost', faultsOf: (): readonly Fault[] => ['request lost', 'reply lost'] },
];

test.each(KINDS.flatMap((kind) => [1, 4].map((times) => ({ ...kind, times }))))(
  'a group goes on, nothing is lost or handled by two at once, where $what, $times in a row',
  async ({ faultsOf, times }) => {
    expect(await unwell(cases(faultsOf, times))).toEqual([]);
  },
  240_000,
);

test('a member that cannot join its group again is not healthy until it has its partitions, and each replacement is told', async () => {
  const proxy = await startFaultProxy(brokerAddress());
  const log = own.openLog(proxy.dial);
  const group = new ReadingGroup();
  const member = await group.join(log, 'through the proxy');
  await member.ready();
  expect(member.healthy()).toBe(true);
  const replacedBefore = group.replaced;

  proxy.plant('JoinGroup', LOAD_IN_PROGRESS, 6);
  proxy.plant('Heartbeat', REBALANCE_IN_PROGRESS, 1);

  await eventually(() => expect(member.healthy()).toBe(false), PATIENCE);
  await eventually(() => expect(member.healthy()).toBe(true), PATIENCE);
  expect(proxy.planted()).toEqual([]);
  expect(group.replaced - replacedBefore).toBe(6);
  await log.stop();
  await proxy.stop();
});

function codesOf(api: GroupApi): readonly Fault[] {
  return [...CODES, ...(FURTHER[api] ?? [])];
}

function cases(faultsOf: (api: GroupApi) => readonly Fault[], times: number): readonly Case[] {
  return GROUP_APIS.flatMap((api) => {
    // A member says goodbye once, and one that could not join again has it said by its successor.
    const isGoodbye = api === 'LeaveGroup';
    const phases = [isGoodbye ? 'at its stop' : 'at the first join', 'at a rejoin'] as const;
    if (isGoodbye && times > 1) return [];
    return faultsOf(api).flatMap((fault) => phases.map((phase) => ({ api, fault, phase, times })));
  });
}

/** @returns what was not well, a line each. */
async function unwell(all: readonly Case[]): Promise<readonly string[]> {
  const left = [...all];
  const lines: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) lines.push(...(await tryOut(next)));
  };
  await Promise.all(Array.from({ length: CASES_AT_ONCE }, work));
  return lines;
}

/** A machine that stalls makes one group late: of three tries one has to be in time. Everything else has to hold in each. */
async function tryOut(it: Case): Promise<readonly string[]> {
  const name = `${it.api} ${it.fault} ×${it.times} ${it.phase}`;
  const late: string[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { faults, rounds } = await meet(it);
    if (faults.length > 0) return faults.map((fault) => `${name}: ${fault}`);
    if (rounds < RECOVERY_ROUNDS) return [];
    late.push(`${name}: ${rounds} rounds`);
  }
  return late;
}

/** One group on its own, with a member that meets the faults. */
async function meet(it: Case) {
  const proxy = await startFaultProxy(brokerAddress());
  const group = new ReadingGroup();
  const logs = [own.openLog(proxy.dial), own.openLog()] as const;
  const faults: string[] = [];
  let rounds = 0;
  try {
    rounds = await goOn(it, { proxy, group, logs });
  } catch (error) {
    faults.push(String(error).replaceAll(/\s+/gu, ' '));
  }
  if (group.handledByTwo.length > 0) faults.push(`handled by two at once: ${group.handledByTwo.join(', ')}`);
  if (proxy.busiestSecond() > FETCHES_A_SECOND) faults.push(`${proxy.busiestSecond()} fetches in a second`);
  await Promise.all(logs.map((log) => log.stop()));
  await proxy.stop();
  return { faults, rounds };
}

interface Parts {
  readonly proxy: FaultProxy;
  readonly group: ReadingGroup;
  /** Through the proxy, and straight to the broker. */
  readonly logs: readonly [EventLog, EventLog];
}

/**
 * The member is alone at its first join, and one of two later.
 *
 * @returns the rounds that were appended from the last fault until all is handled that was appended by then, and a little more.
 */
async function goOn({ api, fault, times, phase }: Case, { proxy, group, logs }: Parts): Promise<number> {
  if (phase === 'at the first join') proxy.plant(api, fault, times);
  const member = await group.join(logs[0], 'through the proxy');
  if (phase !== 'at the first join') {
    await (await group.join(logs[1], 'straight')).ready();
    await eventually(() => expect(group.members.size).toBe(2), PATIENCE);
    if (phase === 'at a rejoin') proxy.plant('Heartbeat', REBALANCE_IN_PROGRESS, 1);
    if (phase === 'at a rejoin' && api === 'LeaveGroup') proxy.plant('JoinGroup', LOAD_IN_PROGRESS, 1);
    proxy.plant(api, fault, times);
  }
  if (phase === 'at its stop') void member.stop();
  await eventually(() => expect(proxy.planted()).toEqual([]), PATIENCE);
  const appendedBefore = appended;
  const upTo = appendedBefore + 2 * PARTITIONS;
  await eventually(() => expect(group.handledUpTo(), `handled of ${upTo}`).toBeGreaterThanOrEqual(upTo), PATIENCE);
  const rounds = (appended - appendedBefore) / PARTITIONS;
  if (phase !== 'at its stop') await eventually(() => expect(member.healthy(), 'healthy').toBe(true), PATIENCE);
  return rounds;
}

class ReadingGroup {
  readonly #name = uniqueName('group');
  readonly #handled = new Set<number>();
  readonly #holders = new Map<number, string>();
  #next = 0;
  /** Those that have handled records. */
  readonly members = new Set<string>();
  readonly handledByTwo: string[] = [];
  /** How often the client behind a member was. */
  replaced = 0;

  join(log: EventLog, member: string) {
    const handle: ConsumeOptions['handle'] = async ({ partition, records }) => {
      const holder = this.#holders.get(partition);
      if (holder !== undefined) this.handledByTwo.push(`${partition} ${member}, during ${holder}`);
      this.#holders.set(partition, member);
      this.members.add(member);
      // wait: a handler takes its time, so that another at once would show.
      await delay(1);
      for (const { value } of records) this.#handled.add(Number(value));
      this.#holders.delete(partition);
    };
    const onReplaced = (): void => {
      this.replaced += 1;
    };
    return log.consume({ group: this.#name, topics: [TOPIC], handle, onReplaced });
  }

  /** All below this number are handled. */
  handledUpTo(): number {
    while (this.#handled.has(this.#next)) this.#next += 1;
    return this.#next;
  }
}
