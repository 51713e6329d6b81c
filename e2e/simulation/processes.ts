import { errors } from '@fulfilment/contracts';
import { type Apis, type ServiceName, START } from './services.ts';
import type { System } from './system.ts';
import type { Actor } from './virtual-time.ts';

/** Processes of each service. */
export type Topology = Readonly<Record<ServiceName, number>>;

/** A place at which one process after another runs. */
interface Slot<Name extends ServiceName> {
  readonly service: Name;
  readonly instance: string;
  starts: number;
  running: { readonly actor: Actor; readonly api: Apis[Name] | undefined } | undefined;
}

type Slots = { readonly [Name in ServiceName]: readonly Slot<Name>[] };

/** Milliseconds until a process that was killed is started again. */
const RESTART_MS = 400;
/** Milliseconds until the broker misses a process that was killed. */
const SESSION_MS = 300;

const SUPERVISOR: Actor = { name: 'supervisor' };

/** The processes of a schedule, which are killed and started again, and the requests on their way to them. */
export class Processes {
  readonly #system: System;
  readonly #slots: Slots;
  /** Requests under way, by process: each with what its client gets where the process is killed. */
  readonly #requests = new Map<Actor, Set<() => void>>();
  #turn = 0;

  constructor(system: System, topology: Topology) {
    this.#system = system;
    const slotsOf = <Name extends ServiceName>(service: Name): Slot<Name>[] =>
      Array.from({ length: topology[service] }, (_, place) => ({
        service,
        instance: `${service}-${place + 1}`,
        starts: 0,
        running: undefined,
      }));
    this.#slots = {
      orders: slotsOf('orders'),
      inventory: slotsOf('inventory'),
      scans: slotsOf('scans'),
      webhooks: slotsOf('webhooks'),
    };
  }

  start(): void {
    for (const slot of this.#all()) this.#start(slot);
  }

  /** True while every process takes requests. */
  get areUp(): boolean {
    return this.#all().every(({ running }) => running?.api !== undefined);
  }

  /** Names of the places of processes. */
  get instances(): readonly string[] {
    return this.#all().map(({ instance }) => instance);
  }

  /** Kills the process at a place, where one runs; another is started there after a while. */
  kill(instance: string): void {
    const slot = this.#all().find((each) => each.instance === instance);
    if (!slot?.running) return;
    const { actor } = slot.running;
    const { scheduler, log, hints } = this.#system;
    slot.running = undefined;
    scheduler.kill(actor);
    hints.forget(actor);
    for (const reset of this.#requests.get(actor) ?? []) reset();
    this.#requests.delete(actor);
    scheduler.as(SUPERVISOR, () => {
      setTimeout(() => log.lose(actor), SESSION_MS);
      setTimeout(() => this.#start(slot), RESTART_MS);
    });
  }

  /**
   * Sends a request to a process of a service: each goes to the next one.
   *
   * @throws AppError of the process; `upstream_unavailable` where none runs, or the connection is lost.
   */
  request<Name extends ServiceName, Answer>(
    client: Actor,
    service: Name,
    { name, ask }: { readonly name: string; readonly ask: (api: Apis[Name]) => Promise<Answer> },
  ): Promise<Answer> {
    this.#turn += 1;
    const up = this.#slotsOf(service).flatMap(({ running }) =>
      running?.api === undefined ? [] : [{ actor: running.actor, api: running.api }],
    );
    const chosen = up[this.#turn % up.length];
    if (!chosen) return Promise.reject(errors.upstreamUnavailable('No process runs'));
    const { actor, api } = chosen;
    const { scheduler } = this.#system;
    return new Promise<Answer>((resolve, reject) => {
      const reset = (): void => scheduler.post(client, `${name} is reset`, lose);
      const lose = (): void => reject(errors.upstreamUnavailable('The connection was lost'));
      const own = this.#requests.get(actor) ?? new Set();
      this.#requests.set(actor, own.add(reset));
      const reply = (settle: () => void): void => {
        own.delete(reset);
        scheduler.post(client, `${name} is answered`, settle, lose);
      };
      const serve = (): void =>
        void ask(api).then(
          (answer) => reply(() => resolve(answer)),
          (error: unknown) => reply(() => reject(error)),
        );
      scheduler.post(actor, `serves ${name}`, serve, () => {
        own.delete(reset);
        reset();
      });
    });
  }

  #start<Name extends ServiceName>(slot: Slot<Name>): void {
    slot.starts += 1;
    const { service, instance } = slot;
    const actor: Actor = { name: `${instance}${slot.starts === 1 ? '' : `#${slot.starts}`}` };
    slot.running = { actor, api: undefined };
    this.#system.scheduler.post(actor, 'starts', () => {
      const started = async (): Promise<void> => {
        const api = await START[service]({ system: this.#system, actor, instance });
        slot.running = { actor, api };
      };
      void started();
    });
  }

  #slotsOf<Name extends ServiceName>(service: Name): Slots[Name] {
    return this.#slots[service];
  }

  #all(): readonly Slots[ServiceName][number][] {
    return [...this.#slots.orders, ...this.#slots.inventory, ...this.#slots.scans, ...this.#slots.webhooks];
  }
}
