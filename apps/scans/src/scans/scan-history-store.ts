import { SCAN_TYPES, type ScanRecord, type ScansOverview } from '@fulfilment/contracts';
import {
  barcodeForms,
  type Clock,
  firstIdAt,
  keptForms,
  newId,
  type Page,
  type PageQuery,
  type Tenant,
  tenantKey,
} from '@fulfilment/kernel';
import type { Relay } from '@fulfilment/messaging';
import { type Cursors, madeWithin, type Picking, readPage, scopeOf } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import { type LocationNames, pathForms, type PlaceName } from './location-names-store.ts';
import { BY_TYPE, indexBy, LISTED_BY, type ListedBy, NEWEST, outboxOf, type ScanDocument, SCANS } from './scan-documents.ts';
import { scanResultMessage } from './scan-messages.ts';
import { resultRow } from './scan-outbox-store.ts';
import type { ScanFilter, ScanHistory, ScanOutcome } from './scan-ports.ts';

export interface ScanHistoryParts {
  readonly db: Db;
  readonly cursors: Cursors;
  /** The relay of the events of results. */
  readonly relay: Pick<Relay, 'handOver' | 'doubt'>;
  readonly names: Pick<LocationNames, 'othersOf'>;
  readonly now: Clock;
}

const MINUTE_MS = 60_000;

/** The newest scans by which devices and operators are told, and how many of those are named. */
const LOOKED_AT = 10_000;
const BUSIEST = 10;

interface Busiest extends Omit<ScansOverview['busiest'], 'looked_at'> {
  readonly all: readonly { readonly scans: number }[];
}

interface MinuteCount {
  /** The first id of the minute. */
  readonly _id: string;
  readonly count: number;
}

/** The log of scans as it is read, newest first, counted, and given the outcomes of applied scans. */
export class MongoScanHistory implements ScanHistory {
  readonly #scans: Collection<ScanDocument>;
  readonly #cursors: Cursors;
  readonly #relay: ScanHistoryParts['relay'];
  readonly #names: ScanHistoryParts['names'];
  readonly #now: Clock;

  constructor({ db, cursors, relay, names, now }: ScanHistoryParts) {
    this.#scans = db.collection(SCANS);
    this.#cursors = cursors;
    this.#relay = relay;
    this.#names = names;
    this.#now = now;
  }

  async find(tenant: Tenant, id: string): Promise<ScanRecord | undefined> {
    return (await this.#scans.findOne({ _id: id, tenant: tenantKey(tenant) }))?.scan;
  }

  async page(owner: Tenant, filter: ScanFilter, page: PageQuery): Promise<Page<ScanRecord>> {
    const tenant = tenantKey(owner);
    const otherNames = filter.location ? await this.#names.othersOf(owner, filter.location) : [];
    const { type, location, device_id: deviceId, applied, ...others } = filter;
    const several = { type: scopeOf(type), location: scopeOf(location), device_id: scopeOf(deviceId), applied: scopeOf(applied) };
    const shown = { ...others, ...several };
    const list = {
      ...page,
      collection: this.#scans,
      ...(await this.#partOf(tenant, filter, otherNames)),
      sort: { _id: -1 } as const,
      scope: { tenant, list: SCANS, filter: shown },
    };
    return readPage(this.#cursors, list, ({ scan }): ScanRecord => scan);
  }

  /**
   * The part of the log that a list is read from, by one index: the index is hinted, since a plan that MongoDB chose for a common value
   * would be cached for a rare one. Of several filters it is that of the one which fewest scans match. Where each matches many, they may
   * exclude each other: a page looks through some of the first one's scans then.
   */
  async #partOf(tenant: string, filter: ScanFilter, otherNames: readonly PlaceName[]): Promise<ListPart> {
    const named = LISTED_BY.filter((name) => filter[name] !== undefined);
    const [first, ...others] = named;
    const conditions = { ...conditionsOf(tenant, filter), ...atPlace(filter.location, otherNames) };
    if (first === undefined) return { filter: conditions, hint: filter.type === undefined ? NEWEST : BY_TYPE };
    if (others.length === 0) return { filter: conditions, hint: indexBy(first) };
    const byOne = (name: ListedBy): ScanFilter => ({ type: filter.type, from: filter.from, to: filter.to, [name]: filter[name] });
    const conditionsBy = (name: ListedBy) => ({
      ...conditionsOf(tenant, byOne(name)),
      ...(name === 'location' ? atPlace(filter.location, otherNames) : {}),
    });
    const counts = await Promise.all(
      named.map((name) => this.#scans.countDocuments(conditionsBy(name), { hint: indexBy(name), limit: NARROW + 1 })),
    );
    const fewest = Math.min(...counts);
    const rarest = named[counts.indexOf(fewest)] ?? first;
    if (fewest <= NARROW) return { filter: conditions, hint: indexBy(rarest) };
    return {
      filter: conditionsBy(first),
      hint: indexBy(first),
      picking: { picks: picksBy(others, filter, otherNames), among: NARROW },
    };
  }

  /** Counts in the index of the newest: ids hold the time of receipt, so no scan is read. */
  countSince(tenant: Tenant, from: Date): Promise<number> {
    const filter = { tenant: tenantKey(tenant), _id: { $gte: firstIdAt('scn', from) } };
    return this.#scans.countDocuments(filter, { hint: NEWEST });
  }

  /** As {@link countSince}, in one pass. */
  async countByMinute(tenant: Tenant, starts: readonly Date[]): Promise<readonly number[]> {
    const [first, last] = [starts[0], starts.at(-1)];
    if (first === undefined || last === undefined) return [];
    const boundaries = [...starts, new Date(last.getTime() + MINUTE_MS)].map((at) => firstIdAt('scn', at));
    const range = { $gte: firstIdAt('scn', first), $lt: boundaries.at(-1) };
    const stages = [{ $match: { tenant: tenantKey(tenant), _id: range } }, { $bucket: { groupBy: '$_id', boundaries } }];
    const found = await this.#scans.aggregate<MinuteCount>(stages, { hint: NEWEST }).toArray();
    const counts = new Map(found.map(({ _id: from, count }) => [from, count]));
    return boundaries.slice(0, -1).map((from) => counts.get(from) ?? 0);
  }

  /** Reads the newest scans, of which there are at most as many as the overview looks at. */
  async busiestSince(tenant: Tenant, from: Date): Promise<ScansOverview['busiest']> {
    const stages = [
      { $match: { tenant: tenantKey(tenant), _id: { $gte: firstIdAt('scn', from) } } },
      { $sort: { _id: -1 } },
      { $limit: LOOKED_AT },
      { $facet: { all: [{ $count: 'scans' }], by_device: most('device_id'), by_operator: most('operator') } },
    ];
    const [found] = await this.#scans.aggregate<Busiest>(stages, { hint: NEWEST }).toArray();
    const { all = [], by_device = [], by_operator = [] } = found ?? {};
    return { looked_at: all[0]?.scans ?? 0, by_device, by_operator };
  }

  async recordOutcomes(outcomes: readonly ScanOutcome[]): Promise<number> {
    const waiting = outcomes.length > 0 ? await this.#resultsOf(outcomes) : [];
    if (waiting.length === 0) return 0;
    const writes = waiting.map(({ id, tenant, scan, event, result }) => ({
      updateOne: {
        filter: { _id: id, tenant, 'scan.applied': 'pending' as const },
        update: {
          $set: { 'scan.applied': scan.applied, 'scan.refusal': scan.refusal, result_event: event, result },
        },
      },
    }));
    try {
      const { modifiedCount } = await this.#scans.bulkWrite(writes, { ordered: false });
      const recorded = modifiedCount === waiting.length ? waiting : await this.#thoseRecorded(waiting);
      this.#relay.handOver(recorded.map(({ id, result }) => resultRow(id, result)));
      return modifiedCount;
    } catch (error) {
      this.#relay.doubt();
      throw error;
    }
  }

  /** The results of scans that have none yet: of several outcomes of one scan the first. */
  async #resultsOf(outcomes: readonly ScanOutcome[]): Promise<readonly ScanResult[]> {
    const first = new Map<string, ScanOutcome>();
    for (const outcome of outcomes) {
      const key = placeOf(tenantKey(outcome.tenant), outcome.scanId);
      if (!first.has(key)) first.set(key, outcome);
    }
    const ids = outcomes.map(({ scanId }) => scanId);
    const found = await this.#scans.find({ _id: { $in: ids }, 'scan.applied': 'pending' }).toArray();
    const byPlace = new Map(found.map(({ _id: id, ...document }) => [placeOf(document.tenant, id), { _id: id, ...document }]));
    return Array.from(first).flatMap(([key, outcome]): ScanResult[] => {
      const document = byPlace.get(key);
      return document ? [this.#resultOf(document, outcome)] : [];
    });
  }

  #resultOf({ _id: id, tenant, scan: before }: ScanDocument, outcome: ScanOutcome): ScanResult {
    const { refusal, requestId } = outcome;
    const since = this.#now();
    // The clocks of processes differ; a scan has its result after it was received.
    const at = new Date(Math.max(outcome.at.getTime(), new Date(before.received_at).getTime()));
    const event = { id: newId('evt', since.getTime()), at };
    const scan: ScanRecord = { ...before, applied: refusal ? 'refused' : 'done', refusal };
    const message = scanResultMessage(event.id, scan, { tenant: outcome.tenant, requestId, traceparent: undefined, at });
    return { id, tenant, scan, event, result: { ...outboxOf(message), since } };
  }

  /** Another process may have recorded some of them first: its results stand. */
  async #thoseRecorded(results: readonly ScanResult[]): Promise<readonly ScanResult[]> {
    const filter = {
      _id: { $in: results.map(({ id }) => id) },
      'result_event.id': { $in: results.map(({ event }) => event.id) },
    };
    const own = await this.#scans.find(filter, { projection: { _id: 1 } }).toArray();
    const ids = new Set(own.map(({ _id: id }) => id));
    return results.filter(({ id }) => ids.has(id));
  }
}

/** Scans that are looked at for one page of a list by several filters, at most. */
const NARROW = 1_000;

interface ListPart {
  readonly filter: Filter<ScanDocument>;
  readonly hint: string;
  readonly picking?: Picking<ScanDocument>;
}

/** True of a scan that matches filters beside the one that it was found by. */
function picksBy(
  names: readonly ListedBy[],
  filter: ScanFilter,
  otherNames: readonly PlaceName[],
): Picking<ScanDocument>['picks'] {
  const tests = names.map((name): Picking<ScanDocument>['picks'] => {
    const forms = new Set<unknown>(valuesOf(name, filter[name]));
    if (name !== 'location' || otherNames.length === 0) return ({ scan }) => forms.has(scan[name]);
    const others = otherNames.map(({ text, from, to }) => ({ forms: new Set(formsOf(name, text)), from, to }));
    return ({ _id: id, scan: { location } }) =>
      location !== null && (forms.has(location) || others.some((other) => other.forms.has(location) && isWithin(id, other)));
  });
  return (document) => tests.every((matches) => matches(document));
}

const isWithin = (id: string, { from, to }: Pick<PlaceName, 'from' | 'to'>): boolean =>
  (!from || id >= firstIdAt('scn', from)) && (!to || id < firstIdAt('scn', to));

/** The result of a scan, with its event. */
interface ScanResult extends Required<Pick<ScanDocument, 'tenant' | 'scan' | 'result'>> {
  readonly id: string;
  readonly event: NonNullable<ScanDocument['result_event']>;
}

/** The values of a field that most of the scans have, those first. */
const most = (field: 'device_id' | 'operator') => [
  { $group: { _id: `$scan.${field}`, scans: { $sum: 1 } } },
  { $sort: { scans: -1, _id: 1 } },
  { $limit: BUSIEST },
  { $project: { _id: 0, [field]: '$_id', scans: 1 } },
];

function placeOf(tenant: string, scanId: string): string {
  return `${tenant}/${scanId}`;
}

function conditionsOf(tenant: string, { from, to, type, ...fields }: ScanFilter): Filter<ScanDocument> {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Without a type all are named: MongoDB then merges one scan of the index for each, all in the order of the list.
  const types = type ?? (named.length > 0 ? SCAN_TYPES : undefined);
  return {
    tenant,
    ...Object.fromEntries(named.map(([field, value]) => [`scan.${field}`, { $in: valuesOf(field, value) }])),
    ...(types === undefined ? {} : { 'scan.type': { $in: [...types] } }),
    ...madeWithin('scn', from, to),
  };
}

const valuesOf = (field: string, value: string | readonly string[] | undefined): string[] =>
  [value ?? []].flat().flatMap((each) => formsOf(field, each));

/** The texts that a device may have sent for what a filter names. */
function formsOf(field: string, text: string): readonly string[] {
  if (field === 'barcode') return barcodeForms(text);
  return field === 'location' ? pathForms(text).flatMap((path) => keptForms(path)) : keptForms(text);
}

const sent = (names: readonly string[]) => ({ $in: names.flatMap((each) => formsOf('location', each)) });
const isBound = ({ from, to }: PlaceName): boolean => from !== undefined || to !== undefined;

/** Scans at places, by what a device may have sent for them, as a filter names them and by their other names. */
function atPlace(texts: readonly string[] | undefined, others: readonly PlaceName[]): Filter<ScanDocument> {
  if (texts === undefined || others.length === 0) return {};
  const [bound, free] = [others.filter(isBound), others.filter((name) => !isBound(name))];
  const all = { 'scan.location': sent([...texts, ...others.map(({ text }) => text)]) };
  if (bound.length === 0) return all;
  const always = { 'scan.location': sent([...texts, ...free.map(({ text }) => text)]) };
  const forATime = bound.map(({ text, from, to }) => ({ 'scan.location': sent([text]), ...madeWithin('scn', from, to) }));
  return { ...all, $or: [always, ...forATime] };
}
