import type { Stoppable } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import type { SystemPlace, TestSystemOptions } from './start-test-system.ts';

type RunningPlace = SystemPlace & Stoppable;

/** A process may have been killed several times in a row by the last file that had the system: its supervisor waits longer each time. */
const PATIENCE = { withinMs: 60_000, everyMs: 100 };
/** A system in which nothing happens takes as much in two minutes as the start of another; files of other kinds run between two of one. */
const IDLE_MS = 60_000;

interface FreeSystem {
  readonly scale: string;
  readonly system: RunningPlace;
  readonly idle: NodeJS.Timeout;
}

/** Systems that one file after another has for itself, to kill processes of. One that no file has asked for in a while is stopped. */
export class LentSystems {
  readonly #start: (options: TestSystemOptions) => Promise<RunningPlace>;
  readonly #free = new Set<FreeSystem>();
  /** By namespace. */
  readonly #lent = new Map<string, Pick<FreeSystem, 'scale' | 'system'>>();
  readonly #stopping = new Set<Promise<void>>();

  constructor(start: (options: TestSystemOptions) => Promise<RunningPlace>) {
    this.#start = start;
  }

  /** Gives a system whose processes are all ready: a free one, else a new one. @param scale as JSON. */
  async lend(scale: string): Promise<SystemPlace> {
    const free = [...this.#free].find((each) => each.scale === scale);
    if (free) this.#end(free);
    const system = free?.system ?? (await this.#start({ scale: JSON.parse(scale) }));
    this.#lent.set(system.namespace, { scale, system });
    if (free) await untilReady(system);
    return system;
  }

  takeBack(namespace: string): void {
    const lent = this.#lent.get(namespace);
    if (!lent) throw new Error(`No system ${namespace} was lent`);
    this.#lent.delete(namespace);
    const idle = setTimeout(() => {
      this.#end(free);
      const stopping = free.system.stop().finally(() => this.#stopping.delete(stopping));
      this.#stopping.add(stopping);
    }, IDLE_MS);
    const free = { ...lent, idle };
    this.#free.add(free);
  }

  async stop(): Promise<void> {
    const systems = [...this.#free, ...this.#lent.values()].map(({ system }) => system);
    for (const free of this.#free) this.#end(free);
    this.#lent.clear();
    await Promise.all([...systems.map((system) => system.stop()), ...this.#stopping]);
  }

  #end(free: FreeSystem): void {
    clearTimeout(free.idle);
    this.#free.delete(free);
  }
}

/** @throws what the first process said last that is not ready within a minute. */
async function untilReady({ processes }: SystemPlace): Promise<void> {
  for (const { name, kind, internalPort } of processes()) {
    if (kind !== 'service') continue;
    await eventually(async () => {
      const { status } = await fetch(`http://127.0.0.1:${internalPort}/readyz`);
      if (status !== 200) throw new Error(`${name} is not ready: ${status}`);
    }, PATIENCE);
  }
}
