import { type AvailabilityQuote, MAX_SHOWN_WAREHOUSES, type QuoteAvailabilityBody } from '@fulfilment/contracts';
import type { AnswerOnce } from '@fulfilment/idempotency';
import { type Answered, type Clock, type RequestContext, tenantKey } from '@fulfilment/kernel';
import type { LocationStore } from '../locations/location-ports.ts';
import { type Location, parseLocation } from '../model/location.ts';
import { noWarehouse, unknownSku } from '../model/refusal.ts';
import { availableOf, type ShownSku } from '../model/sku.ts';
import { warehouseTerms } from '../model/warehouse-terms.ts';
import { refusalError } from '../records/refusal-error.ts';
import { type LocationReader, readLocationsOf } from '../records/shown-locations.ts';
import type { SkuStore } from '../skus/sku-ports.ts';
import type { SourcesOf } from '../sourcing/sourcing-ports.ts';
import { isPlaced, type Placing, type QuotedSku, quoteLines } from './domain/quote-lines.ts';

/** The units of several SKUs that could be ordered as they are read. @throws AppError `unknown_sku`, `unknown_location` or `validation_failed`. */
export type QuoteAvailability = (body: QuoteAvailabilityBody, context: RequestContext) => Promise<Answered<AvailabilityQuote>>;

export interface QuoteParts {
  readonly skus: Pick<SkuStore, 'find'>;
  readonly locations: Pick<LocationStore, 'findAllNamed'>;
  readonly shownLocations: LocationReader;
  readonly sourcesOf: SourcesOf;
  readonly answerOnce: AnswerOnce;
  readonly now: Clock;
}

export function makeQuoteAvailability(parts: QuoteParts): QuoteAvailability {
  return async (body, context) => {
    const quote = async (): Promise<AvailabilityQuote> => quoteOf(body, context, parts);
    // Nothing is written where there is no key: a quote needs no transaction.
    if (context.idempotency === undefined) return { result: await quote(), replayed: false };
    return parts.answerOnce(context, quote);
  };
}

/** Warehouses of one line, and places of a SKU, that count as a line of an order does: 50 of these are a token. */
const WAREHOUSES_A_LINE = 100;
const PLACES_A_LINE = 10;

async function quoteOf(body: QuoteAvailabilityBody, context: RequestContext, parts: QuoteParts): Promise<AvailabilityQuote> {
  const tenant = tenantKey(context.tenant);
  const lines = body.lines.map(({ sku, quantity: units }) => ({ sku, units }));
  const placing = await placingOf(body, tenant, parts);
  const { skus, places } = await readSkus(body.lines, tenant, parts);
  const pairs = isPlaced(placing) ? lines.length * placing.sources.warehouses.length : 0;
  context.noteLines?.(lines.length + Math.ceil(pairs / WAREHOUSES_A_LINE) + Math.floor(places / PLACES_A_LINE));
  const quoted = quoteLines(lines, skus, isPlaced(placing) ? placing : undefined);
  const asked = body.lines.map(({ sku, quantity: requested }, place) => {
    const { available = 0, warehouses = [] } = quoted[place] ?? {};
    const shown = warehouses.slice(0, MAX_SHOWN_WAREHOUSES);
    const records = shown.map(({ id, code, ...units }) => ({ warehouse_id: id, warehouse: code, ...units }));
    return { sku, requested, available, warehouses: records };
  });
  const complete = asked.every(({ requested, available }) => requested <= available);
  return { lines: asked, complete, as_of: parts.now().toISOString() };
}

/** @throws AppError `unknown_location`, for a location that is no warehouse too. */
async function placingOf(
  { ship_from: shipFrom, split, ship_to_country: country }: QuoteAvailabilityBody,
  tenant: string,
  { locations, sourcesOf }: Pick<QuoteParts, 'locations' | 'sourcesOf'>,
): Promise<Placing> {
  const named = shipFrom && (await locations.findAllNamed(tenant, shipFrom.map(parseLocation)));
  const warehouses = shipFrom?.map((text, place): Location => {
    const location = named?.[place];
    if (location?.type !== 'warehouse') throw refusalError(noWarehouse(`/ship_from/${place}`, text, location));
    return location;
  });
  return {
    sourcing: {
      ...(warehouses ? { shipFrom: warehouses.map(({ id }) => id) } : {}),
      ...(split ? { split } : {}),
      ...(country === undefined ? {} : { country }),
    },
    sources: await sourcesOf(tenant),
  };
}

/** The SKUs of lines by their codes, and the places that they lie at together. */
interface QuotedSkus {
  readonly skus: ReadonlyMap<string, QuotedSku>;
  readonly places: number;
}

/** @throws AppError `unknown_sku` for those that do not exist or are archived. */
async function readSkus(
  lines: QuoteAvailabilityBody['lines'],
  tenant: string,
  { skus, shownLocations }: Pick<QuoteParts, 'skus' | 'shownLocations'>,
): Promise<QuotedSkus> {
  const codes = [...new Set(lines.map(({ sku }) => sku))];
  const found = await Promise.all(codes.map(async (code) => skus.find(tenant, code)));
  const active = found.filter((sku): sku is ShownSku => sku?.archivedAt === null);
  const known = new Set(active.map(({ code }) => code));
  const unknown = lines.flatMap(({ sku }, index) => (known.has(sku) ? [] : [{ pointer: `/lines/${index}/sku`, sku }]));
  if (unknown.length > 0) throw refusalError(unknownSku(unknown));
  const locations = await readLocationsOf(shownLocations, tenant, active);
  const termsOf = (sku: ShownSku): QuotedSku => ({ available: availableOf(sku), warehouses: warehouseTerms(sku, locations) });
  return {
    skus: new Map(active.map((sku) => [sku.code, termsOf(sku)])),
    places: active.reduce((sum, { stock }) => sum + stock.length, 0),
  };
}
