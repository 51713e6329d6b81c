import {
  ADDRESSES_HEADER,
  COST_HEADER,
  type CostSpec,
  type ExaminedPrice,
  LINES_PER_TOKEN,
  tokensOf,
  tokensOfBytes,
  WRITTEN_BYTES_PER_TOKEN,
} from '@fulfilment/contracts';
import type { Response } from 'express';
import { REPLAYED_HEADER } from './problem.ts';
import type { RawReply } from './route.ts';

/** Sets the header fields that a reply carries, and says where it was given before. */
export function setReplyHeaders(response: Response, { headers, replayed, addresses = 0 }: RawReply): void {
  if (headers) response.set(headers);
  if (addresses > 0) response.set(ADDRESSES_HEADER, String(addresses));
  if (replayed) response.set(REPLAYED_HEADER, 'true');
}

/**
 * Tells the gateway the cost of a batch beyond its one token, so that it can charge what it has not charged yet before the answer goes
 * out. By its items the cost depends on the request, not on its outcome: a refusal and a replayed answer cost as much as the first.
 *
 * @param places that its items touched, once that is known.
 */
export function tellCost(response: Response, cost: CostSpec | undefined, body: unknown, places = 0): void {
  if (!cost || typeof body !== 'object' || body === null) return;
  const items: unknown = Object.entries(body).find(([name]) => name === cost.member)?.[1];
  const tokens = Array.isArray(items) ? tokensOf(cost, items.length, { places, lines: linesIn(items) }) - 1 : 0;
  if (tokens > 0) response.set(COST_HEADER, String(tokens));
}

/** Lines that these items have together. */
function linesIn(items: readonly unknown[]): number {
  return items.reduce<number>((sum, item) => {
    const lines: unknown = typeof item === 'object' && item !== null && 'lines' in item ? item.lines : undefined;
    return sum + (Array.isArray(lines) ? lines.length : 0);
  }, 0);
}

/** Charges tokens of the rate limit to the caller of a request, and updates the headers of its answer. */
export type Charge = (tokens: number) => Promise<unknown>;

type Charged = Response<unknown, { readonly charge?: Charge }>;

/** The measure of a read's cost: the bytes of its answer, and the records that were examined for it, where these have a price. */
interface ReadCost {
  readonly bytes: number;
  readonly examined?: number | undefined;
  readonly price?: ExaminedPrice | undefined;
}

/** Has a read charged before its answer goes out, for what costs most beyond the one token that it is paid by. */
export function chargeRead(response: Charged, { bytes, examined = 0, price }: ReadCost): Promise<void> {
  return charge(response, Math.max(tokensOfBytes(bytes), price ? Math.ceil(examined / price.perToken) : 1) - 1);
}

/** The measure of a write's cost: the bytes of its answer, and the lines that it has worked on. */
interface WriteCost {
  readonly bytes: number;
  readonly lines?: number | undefined;
}

/** Has a write charged for its answer, where that costs more than what was told of its items and their places and lines. */
export async function chargeWrite(response: Charged, { bytes, lines = 0 }: WriteCost): Promise<void> {
  const told = Number(response.get(COST_HEADER) ?? 0);
  const tokens = Math.max(tokensOfBytes(bytes, WRITTEN_BYTES_PER_TOKEN), Math.ceil(lines / LINES_PER_TOKEN)) - 1;
  if (tokens > told) await charge(response, tokens);
}

/** Has an export charged, before its answer begins, for lines of orders that its tenant owes. */
export const chargeOwed = (response: Charged, lines: number): Promise<void> =>
  charge(response, Math.ceil(lines / LINES_PER_TOKEN));

/** Charges tokens beyond the first: by the process that embeds the API, or by the gateway, which is told. */
async function charge(response: Charged, tokens: number): Promise<void> {
  if (tokens <= 0) return;
  if (response.locals.charge) await response.locals.charge(tokens);
  else response.set(COST_HEADER, String(tokens));
}
