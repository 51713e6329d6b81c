import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second of `/proc`: `USER_HZ`, which is 100 on every architecture that Node runs on (proc(5), `stat`). */
const TICKS_PER_SECOND = 100;

/** A process as `/proc/‹pid›/stat` has it. */
export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** CPU seconds of the process itself and of its children that ended and were waited for. */
  readonly seconds: number;
}

/** All processes of this machine; empty where there is no `/proc`. */
export function readProcesses(): readonly ProcessTimes[] {
  let entries: readonly string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return [];
  }
  return entries.flatMap((entry) => (/^\d+$/.test(entry) ? (readTimes(Number(entry)) ?? []) : []));
}

/**
 * CPU seconds of a process, of its ended children and of all that run below it.
 *
 * @param processes as {@link readProcesses} gave them.
 */
export function cpuSecondsOf(pid: number, processes: readonly ProcessTimes[]): number {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const sum = (parent: number): number =>
    (children.get(parent) ?? []).reduce((all, child) => all + child.seconds + sum(child.pid), 0);
  return (processes.find((process) => process.pid === pid)?.seconds ?? 0) + sum(pid);
}

/** The arguments of a process, each ended by NUL; empty where it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function readTimes(pid: number): ProcessTimes | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // It ended since the folder was read.
  }
  // The name in brackets may hold spaces and brackets, so the fields begin behind its last one, with the third: the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((all, field) => all + Number(field), 0);
  return { pid, parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
}
