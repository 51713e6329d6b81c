/** One call about a record that told its version, between two moments of one clock. */
export interface Observed {
  /** Milliseconds. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** 1 and up; each write makes the next one. */
  readonly version: number;
  readonly value: number;
  /** Added by a write; undefined for a read. */
  readonly delta?: number | undefined;
}

/**
 * Finds the reasons for which a history of one counted record is not linearizable (Herlihy and Wing, "Linearizability: a correctness
 * condition for concurrent objects", 1990). Each write has the version that it made, so their order is known and nothing has to be
 * searched for: the history is linearizable exactly where this order is one of real time, and each value is that before it and what
 * was added.
 *
 * @param history calls that were answered; of a write that was not, the version is missing between two others.
 */
export function faultsOfHistory(history: readonly Observed[]): readonly string[] {
  return [...faultsOfOrder(history), ...faultsOfValues(history)];
}

function faultsOfOrder(history: readonly Observed[]): string[] {
  const byEnd = history.toSorted((a, b) => a.endedMs - b.endedMs);
  const faults: string[] = [];
  let ended = 0;
  let highest = 0;
  for (const call of history.toSorted((a, b) => a.startedMs - b.startedMs)) {
    for (; (byEnd[ended]?.endedMs ?? Number.POSITIVE_INFINITY) < call.startedMs; ended += 1)
      highest = Math.max(highest, byEnd[ended]?.version ?? 0);
    const isLate = call.delta === undefined ? call.version < highest : call.version <= highest;
    if (isLate) faults.push(`${named(call)} began after version ${highest} had been told`);
  }
  return faults;
}

function faultsOfValues(history: readonly Observed[]): string[] {
  const faults: string[] = [];
  const values = new Map<number, number>();
  const writes = new Map<number, Observed>();
  for (const call of history) {
    const known = values.get(call.version);
    if (known !== undefined && known !== call.value) faults.push(`${named(call)} tells ${call.value}, and another call ${known}`);
    values.set(call.version, call.value);
    if (call.delta === undefined) continue;
    if (writes.has(call.version)) faults.push(`two writes made version ${call.version}`);
    writes.set(call.version, call);
  }
  for (const write of writes.values()) {
    const before = values.get(write.version - 1);
    if (before !== undefined && before + (write.delta ?? 0) !== write.value)
      faults.push(`${named(write)} makes ${before} ${write.value}, by ${write.delta}`);
  }
  return faults;
}

function named({ delta, version }: Observed): string {
  return `${delta === undefined ? 'the read of' : 'the write of'} version ${version}`;
}
