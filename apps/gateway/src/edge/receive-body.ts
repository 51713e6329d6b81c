import type { IncomingMessage } from 'node:http';
import { errors, maxBodyBytesOf, type Operation, tokensOf } from '@fulfilment/contracts';
import { payloadTooLarge } from '@fulfilment/http';
import { assertNever } from '@fulfilment/kernel';
import type { ArrivedBody, ArrivingBodies } from '../proxy/arriving-bodies.ts';
import { itemsOfBatch } from '../rate-limiting/batch-items.ts';
import { type Exchange, hasBody } from './exchange.ts';
import { awaitsContinue } from './framing.ts';
import type { Gate } from './gate.ts';

/** @throws AppError `payload_too_large` where the request announces a body that is too large. */
export function refuseAnnouncedBody({ headers }: IncomingMessage, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
}

/**
 * Receives the body of an admitted request before that takes a place; an upload is passed on as it comes.
 *
 * @returns undefined where there is no body to receive. @throws AppError where it is too large, or beyond what may arrive at once.
 */
export async function receiveBody(
  { arriving, gate }: { readonly arriving: ArrivingBodies; readonly gate: Gate },
  exchange: Exchange,
  operation: Operation,
  accountId: string,
): Promise<ArrivedBody | 'broken-off' | undefined> {
  const { request, response } = exchange;
  const maxBytes = maxBodyBytesOf(operation);
  refuseAnnouncedBody(request, maxBytes);
  if (operation.upload || !hasBody(request)) return undefined;
  if (awaitsContinue(request)) response.writeContinue();
  const arrival = await arriving.receive(request, accountId, maxBytes);
  switch (arrival.type) {
    case 'arrived':
      return arrival;
    case 'broken-off':
      return arrival.type;
    case 'too-large':
      throw payloadTooLarge(maxBytes);
    case 'beyond-share':
      throw gate.beyondShare(exchange, arrival);
    case 'no-room':
      throw errors.upstreamUnavailable('The gateway receives as much as it can hold. Nothing was done; try again.');
    default:
      return assertNever(arrival);
  }
}

/** Tokens beyond one that the items of a batch cost. */
export function itemTokensOf(exchange: Exchange, { cost }: Pick<Operation, 'cost'>): number {
  if (!cost || !exchange.body) return 0;
  const { items, lines } = (exchange.items ??= itemsOfBatch(exchange.body));
  return Math.max(0, tokensOf(cost, items, { lines }) - 1);
}

/** Takes the cost of a batch before its service has it. @throws AppError `rate_limited` where a bucket is in debt. */
export async function prepayItems(
  { gate }: { readonly gate: Gate },
  exchange: Exchange,
  operation: Pick<Operation, 'cost'>,
): Promise<void> {
  const tokens = itemTokensOf(exchange, operation);
  if (tokens === 0) return;
  await gate.prepay(exchange, tokens);
  exchange.prepaidTokens = tokens;
}
