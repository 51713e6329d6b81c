import { errors } from '@fulfilment/contracts';
import { delay, tenantKey } from '@fulfilment/kernel';
import pLimit, { type LimitFunction } from 'p-limit';
import type { BoundRoute, JsonRoute, RawReply } from './route.ts';

/** Bounds of {@link Turns}. */
export interface TurnsOptions {
  /** Pieces of work of one tenant at once. */
  readonly ofTenant: number;
  /** The same of all tenants; without a bound by default. */
  readonly inAll?: number;
  /** Pieces of work of one tenant that wait, at most. */
  readonly maxWaiting?: number;
  /** Waits for milliseconds; another one for tests. */
  readonly rest?: (ms: number) => Promise<void>;
}

/** Milliseconds: work that waited for a slow store says nothing about the process. */
const MOST_REST_MS = 1_000;
/** More than the requests that a gateway lets a tenant have in flight at one process: by default 128. */
const MOST_WAITING = 512;

interface Line {
  readonly limit: LimitFunction;
  /** Pieces of work under way or waiting. */
  length: number;
}

/**
 * Has work of one kind done in turns: each tenant has so many pieces under way at once, and further ones wait in the order in which they
 * came. Where the number in all is bounded too, each tenant waits there with as many, so none has more turns than another.
 */
export class Turns {
  readonly #options: Required<TurnsOptions>;
  readonly #inAll: LimitFunction;
  readonly #lines = new Map<string, Line>();

  constructor(options: TurnsOptions) {
    this.#options = { inAll: Number.POSITIVE_INFINITY, maxWaiting: MOST_WAITING, rest: delay, ...options };
    this.#inAll = pLimit(this.#options.inAll);
  }

  /**
   * Does a piece of work in its turn. Where others wait, the turn goes on after it without work, for so long that all turns of the tenant
   * together take half of the time.
   *
   * @param isLarge false where it was too small to rest after.
   * @throws AppError `upstream_unavailable` where too many of the tenant wait; whatever the work throws.
   */
  async take<Result>(
    tenant: string,
    work: () => Promise<Result>,
    isLarge: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const { ofTenant, maxWaiting } = this.#options;
    const line = this.#lines.get(tenant) ?? { limit: pLimit(ofTenant), length: 0 };
    if (line.length >= ofTenant + maxWaiting)
      throw errors.upstreamUnavailable('Too many requests of this kind wait for their turn. Nothing was done; try again.');
    this.#lines.set(tenant, line);
    line.length += 1;
    const done = Promise.withResolvers<Result>();
    void line
      .limit(() => this.#inAll(() => this.#do(work, { line, done, isLarge })))
      .finally(() => {
        line.length -= 1;
        if (line.length === 0) this.#lines.delete(tenant);
      });
    return done.promise;
  }

  async #do<Result>(
    work: () => Promise<Result>,
    { line, done, isLarge }: { line: Line; done: PromiseWithResolvers<Result>; isLarge: (result: Result) => boolean },
  ): Promise<void> {
    const began = performance.now();
    try {
      const result = await work();
      done.resolve(result);
      const doOthersWait = line.limit.pendingCount > 0 || this.#inAll.pendingCount > 0;
      const { ofTenant, rest } = this.#options;
      const restMs = (performance.now() - began) * (2 * ofTenant - 1);
      if (doOthersWait && isLarge(result)) await rest(Math.min(restMs, MOST_REST_MS));
    } catch (error) {
      done.reject(error);
    }
  }
}

/**
 * Has each piece of a download made in a turn of its tenant. Nothing waits for a receiver: one that does not read asks for no turn.
 *
 * @returns the same pieces.
 */
export async function* inTurns(turns: Turns, tenant: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  const takeTurn = () => turns.take(tenant, () => pieces.next());
  try {
    for (let next = await takeTurn(); next.done !== true; next = await takeTurn()) yield next.value;
  } finally {
    await pieces.return(undefined);
  }
}

/** Turns for the pieces of exports: one at a time in a process. A short request of another tenant waits behind one at most. */
export const turnsOfExports = (): Turns => new Turns({ ofTenant: 1, inAll: 1 });

/**
 * Has writes of one tenant done one after the other, in the order in which they came, on all the routes together: where their transactions
 * meet in one document, they would undo each other again and again.
 *
 * @param isOne the routes for which it holds; the others, and those of files, stay as they are.
 */
export function oneAtATime(
  routes: readonly BoundRoute[],
  isOne: (target: Pick<BoundRoute, 'method' | 'path'>) => boolean,
): readonly BoundRoute[] {
  const turns = new Turns({ ofTenant: 1 });
  const inTurn =
    (run: JsonRoute['run']): JsonRoute['run'] =>
    (input) => {
      const work = async (): Promise<RawReply> => {
        // One whose client left while it waited is not begun.
        input.gone.throwIfAborted();
        return run(input);
      };
      return turns.take(tenantKey(input.context.tenant), work, () => false);
    };
  return routes.map((each) => (each.type === 'json' && isOne(each) ? { ...each, run: inTurn(each.run) } : each));
}

/** Pages of one tenant that a process makes at once. */
const PAGES_AT_ONCE = 2;

/** Turns for the pages of lists. */
export const turnsOfPages = (): Turns => new Turns({ ofTenant: PAGES_AT_ONCE });
