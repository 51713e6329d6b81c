import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { allLocations } from '../../../api/pick-places.ts';
import { ApiProblem, ConnectionLost } from '../../../api/problem.ts';
import { useEnvironment, useSession } from '../../../api/session.ts';
import { skuNamed } from '../../../api/sku-of-barcode.ts';
import { useStore } from '../../../api/store.ts';
import type { Environment } from '../../../api/types.ts';
import { useAddressValues } from '../../../parts/address-values.ts';
import type { StationMode } from '../../../parts/scanning/mode-bar.tsx';
import { playOutcome } from '../../../parts/scanning/scan-sounds.ts';
import { useScanQueue } from '../own-scans.ts';
import { isWaiting, type QueuedScan, type QueueState } from '../scan-queue.ts';
import { type KeptWork, NOTHING_KEPT, StationWork } from './station-work.ts';
import { findTask } from './task.ts';

const KNOWN_MS = 60_000;
/** Modes in which an order or fulfilment is in hand. */
const HAS_TASK: Readonly<Partial<Record<StationMode, true>>> = { pick: true, pack: true, ship: true };

/** The work of one mode, with what this browser kept of it for the member. */
export function useStation(mode: StationMode): StationWork {
  const environment = useEnvironment();
  const { account, member } = useSession();
  const queue = useScanQueue();
  const queries = useQueryClient();
  const name = `fulfilment.station.${account.id}/${member.id}/${environment}/${mode}`;
  const [{ order }, change] = useAddressValues();
  const work = useMemo(() => {
    const known = <Found>(queryKey: readonly unknown[], queryFn: () => Promise<Found>): Promise<Found> =>
      queries.fetchQuery({ queryKey, queryFn, staleTime: KNOWN_MS, retry: false });
    const locations = () => known(['all locations', environment], () => allLocations(environment));
    return new StationWork({
      mode,
      environment,
      queue,
      kept: readKept(name),
      keep: (kept) => writeKept(name, kept),
      play: playOutcome,
      findPlace: (code) =>
        known(['location of a code', environment, code], () => pathOf(code, environment)).then((path) => path ?? undefined),
      findTask: (code) => findTask(code, { mode, environment, locations }),
      findSku: (code) => known(['sku of a code', environment, code], () => skuNamed(code, environment)),
    });
  }, [mode, environment, name, queue, queries]);
  useEffect(() => {
    const task = order ?? work.state.get().task;
    if (task !== '' && HAS_TASK[mode]) work.scan(task);
    // Another task may be taken up after the one of the address.
    if (order !== undefined) change({ order: undefined });
    // The rest is new each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [work, order]);
  return work;
}

/** The path of a location by its path or id; null where there is none, and the id itself while it cannot be read. */
async function pathOf(code: string, environment: Environment): Promise<string | null> {
  try {
    const [found] = (await call(operations.listLocations, { query: { environment, path: code, limit: 1 } })).data;
    return found?.path ?? null;
  } catch (error) {
    if (error instanceof ConnectionLost && code.startsWith('loc_')) return code;
    if (error instanceof ApiProblem && error.status < 500) return null;
    throw error;
  }
}

type ScanState = 'waits' | 'pending' | 'recorded' | 'refused' | 'unknown';

/** How far a scan came; `unknown` is recorded, with a code that no SKU has. */
export function stateOf(scan: QueuedScan): ScanState {
  if (scan.refusal !== null) return 'refused';
  if (scan.isRecorded) return scan.found === null ? 'unknown' : 'recorded';
  return isWaiting(scan) ? 'waits' : 'pending';
}

/** Tells by a sound what becomes of the scans of this window: each once when it is decided, and once that it waits for a connection. */
export function useSoundsOfResults({ scans, obstacle }: QueueState): void {
  const told = useRef<ReadonlyMap<string, string>>(undefined);
  useEffect(() => {
    const before = told.current;
    const isAway = obstacle !== undefined;
    const now = new Map(scans.map((scan) => [scan.id, stateOf(scan) === 'waits' && isAway ? 'away' : stateOf(scan)]));
    told.current = now;
    if (before === undefined) return;
    const changed = scans.filter(({ id }) => now.get(id) !== before.get(id));
    const states = changed.map(({ id }) => now.get(id));
    if (states.some((state) => state === 'refused' || state === 'unknown')) playOutcome('bad');
    // A unit of an order was told as it was judged.
    else if (changed.some((scan) => stateOf(scan) === 'recorded' && scan.orderId === undefined)) playOutcome('good');
    else if (changed.some(({ id }) => now.get(id) === 'away')) playOutcome('kept');
  }, [scans, obstacle]);
}

/** The scans of the environment in this window, the newest first. */
export function useOwnScans(): { readonly state: QueueState; readonly queue: ReturnType<typeof useScanQueue> } {
  const environment = useEnvironment();
  const queue = useScanQueue();
  const all = useStore(queue.state);
  const scans = useMemo(
    () => all.scans.filter((scan) => scan.environment === environment).toReversed(),
    [all.scans, environment],
  );
  return { queue, state: { ...all, scans } };
}

function readKept(name: string): KeptWork {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (!isKept(kept)) return NOTHING_KEPT;
    return { ...NOTHING_KEPT, ...kept };
  } catch {
    return NOTHING_KEPT;
  }
}

function isKept(value: unknown): value is Partial<KeptWork> {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const hasTexts = ['place', 'from', 'task'].every((each) => typeof fields[each] === 'string');
  return (
    hasTexts &&
    typeof fields['applies'] === 'boolean' &&
    typeof fields['scanned'] === 'object' &&
    fields['scanned'] !== null &&
    Array.isArray(fields['parcels'] ?? [])
  );
}

function writeKept(name: string, kept: KeptWork): void {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // The page has it.
  }
}
