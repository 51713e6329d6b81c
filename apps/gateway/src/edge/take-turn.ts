import { type Operation, requestClassOf } from '@fulfilment/contracts';
import type { Authorise } from '../authentication/authorise.ts';
import type { AuthorisedCaller } from '../authentication/principal.ts';
import type { EndTurn, WorkTurns } from '../proxy/work-turns.ts';
import { authoriseAfresh } from './authorise-request.ts';
import type { Exchange } from './exchange.ts';
import type { Gate } from './gate.ts';
import { itemTokensOf } from './receive-body.ts';

export interface TurnParts {
  readonly gate: Gate;
  readonly authorise: Authorise;
  readonly turns: WorkTurns;
}

/** The turn of a request, and who sends it as is known when it begins. */
interface Turn {
  readonly caller: AuthorisedCaller;
  readonly end: EndTurn;
}

/** Tokens a second for the turns of a member: a page of the console asks for a dozen records at once. */
const RATE_OF_MEMBERS = 40;

/**
 * Waits for the turn of an admitted request among those of its client. Tails have none: they last, and cost little.
 *
 * @returns undefined where its client has gone, or it was refused, before it began. @throws AppError where its key or session may not
 * have it any more.
 */
export async function takeTurn(
  parts: TurnParts,
  exchange: Exchange,
  { caller, operation }: { readonly caller: AuthorisedCaller; readonly operation: Operation },
): Promise<Turn | undefined> {
  const { principal, response } = exchange;
  if (!principal || requestClassOf(operation) === 'tail') return { caller, end: () => undefined };
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) return undefined;
  const rate = principal.type === 'key' ? principal.limit.rate : RATE_OF_MEMBERS;
  const tokens = 1 + itemTokensOf(exchange, operation);
  const begun = parts.turns.begin({ client: principal.id, tokens, rate, gone: gone.signal });
  if (!(begun instanceof Promise)) return { caller, end: begun };
  // The body of an upload is not asked for yet.
  if (operation.withinSeconds !== undefined) exchange.deadline?.extend(operation.withinSeconds * 1_000);
  const end = await begun;
  if (end === 'gone') return undefined;
  try {
    if (exchange.isRefused !== true) {
      // Its headers are of when it was admitted, and tokens were taken, and came back, since.
      await parts.gate.charge(exchange, 0);
      return { caller: await authoriseAfresh(parts, exchange, operation, await parts.gate.authenticate(exchange)), end };
    }
  } catch (error) {
    end();
    throw error;
  }
  end();
  return undefined;
}
