import type { Receipt } from '@fulfilment/idempotency';
import { partsOf, type SingleCommand, type Command } from './domain/commands/command.ts';
import type { GivenAnswer } from './domain/working-set.ts';
import type { CommittedOutcome } from './committed-outcome.ts';
import type { Movement, StockReader } from './stock-ports.ts';

/** What is known of requests that come again, by the ids of their claims. */
export interface EarlierAnswers {
  readonly receipts: ReadonlyMap<string, Receipt>;
  /** Of those whose receipts are gone: what they moved, which the ledger keeps for ever. */
  readonly moved: ReadonlyMap<string, readonly Movement[]>;
}

export async function loadEarlierAnswers(read: StockReader, commands: readonly Command[]): Promise<EarlierAnswers> {
  const claims = claimsOf([...commands, ...commands.flatMap(partsOf)]);
  if (claims.length === 0) return { receipts: new Map(), moved: new Map() };
  const receipts = await read.receipts(claims);
  const gone = claimsOf(commands.flatMap(partsOf).filter(movesStock)).filter((id) => !receipts.has(id));
  const moved = gone.length > 0 ? await read.movedUnder(gone) : [];
  return { receipts, moved: Map.groupBy(moved, ({ claim }) => claim?.id ?? '') };
}

/** By the ids of their claims. */
export function givenAnswers({ receipts, moved }: EarlierAnswers): ReadonlyMap<string, GivenAnswer> {
  const kept = Array.from(receipts, ([id, receipt]): [string, GivenAnswer] => [
    id,
    { fingerprint: receipt.fingerprint, refused: isRefusal(receipt) },
  ]);
  const known = Array.from(moved, ([id, [movement]]): [string, GivenAnswer] => [
    id,
    { fingerprint: movement?.claim?.fingerprint ?? '', refused: false },
  ]);
  return new Map([...kept, ...known]);
}

const REFUSALS: ReadonlySet<unknown> = new Set<CommittedOutcome['type']>(['refused', 'outdated']);

function isRefusal({ answer }: Receipt): boolean {
  if (answer?.type !== 'result') return true;
  const { result } = answer;
  return typeof result === 'object' && result !== null && 'type' in result && REFUSALS.has(result.type);
}

/** The places that the ledger names: they may have another path by now than the request has. */
export function movedPlaces({ moved }: EarlierAnswers): string[] {
  return [...moved.values()].flat().map(({ locationId }) => locationId);
}

function claimsOf(commands: readonly Command[]): string[] {
  return [...new Set(commands.flatMap(({ origin: { claim } }) => claim?.id ?? []))];
}

function movesStock(command: SingleCommand): boolean {
  switch (command.type) {
    case 'create-sku':
      return command.onHand > 0;
    case 'update-sku':
      return command.onHand !== undefined;
    default:
      return command.type === 'adjust-stock' || command.type === 'transfer-stock';
  }
}
