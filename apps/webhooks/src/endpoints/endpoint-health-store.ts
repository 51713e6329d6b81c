import { type Clock, newId } from '@fulfilment/kernel';
import { fromNow, type Transaction } from '../database/collections-documents.ts';
import type { Attempt } from '../model/domain/attempt.ts';
import { wakeOf } from '../database/queue-documents.ts';
import { storeTurns } from '../events/event-store.ts';
import { KnownSubscriptions } from '../events/subscription-cache.ts';
import { recordAudit } from '../audit/audit-log-store.ts';
import {
  type Assessment,
  assessEndpoint,
  type Disabling,
  endOf,
  hasSucceeded,
  type HealthChange,
} from './domain/endpoint-health.ts';
import { matchesSubscription } from '../model/domain/subscription.ts';
import { endpointDisabledEvent } from './endpoint-disabled-messages.ts';
import { type EndpointDocument, toHealth, toHealthDocument } from '../database/endpoint-documents.ts';
import type { OnHealthChange } from './endpoint-ports.ts';

export interface EndpointHealthOptions {
  readonly now: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Time in milliseconds without a success after which a failing endpoint is disabled. */
  readonly disableAfterMs: number;
  readonly onHealthChange: OnHealthChange;
  /** Called with endpoints whose queues were made due, once that is committed. */
  readonly onDue: (endpointIds: readonly string[]) => void;
}

/** Changes of endpoints in one transaction. */
export type HealthChanges = readonly {
  readonly endpoint: { readonly tenant: string; readonly endpointId: string };
  readonly change: HealthChange;
}[];

/** Attempts of one endpoint, in the order in which they ended. */
type Group = readonly Attempt[];

/** An endpoint with its assessment. */
interface Assessed {
  readonly endpoint: EndpointDocument;
  readonly assessment: Assessment;
  /** The id of the event that tells of its auto-disable, if it comes to that. */
  readonly eventId: string;
}

/** A healthy endpoint's last success is stored at most once in this time. */
const SUCCESS_EVERY_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** Records endpoint health: failures, rests and auto-disable. */
export class EndpointHealthStore {
  readonly #options: EndpointHealthOptions;
  /**
   * When the endpoints were stored as healthy last. One worker at a time has an endpoint, so no other process has changed it within
   * so short a time; if one has, a success is stored a second late.
   */
  readonly #healthySince = new Map<string, number>();

  constructor(options: EndpointHealthOptions) {
    this.#options = options;
  }

  /** Begins to record some attempts. Event ids are made before the transaction, so that they stay if it runs again. */
  begin(attempts: readonly Attempt[]): HealthRecording {
    const sent = attempts.filter(({ error }) => error !== 'event_expired');
    const groups = [...Map.groupBy(sent, endpointOf).values()];
    const atMs = this.#options.now().getTime();
    const [healthy, failing] = [
      groups.filter((group) => group.every(hasSucceeded)),
      groups.filter((group) => !group.every(hasSucceeded)),
    ];
    const due = healthy.filter(([first]) => first && atMs - (this.#healthySince.get(endpointOf(first)) ?? 0) >= SUCCESS_EVERY_MS);
    const eventIds = failing.map(() => newId('evt'));
    let woken: readonly string[] = [];
    return {
      write: async (context) => {
        woken = [];
        if (due.length > 0) await recordSuccesses(due, context);
        if (failing.length === 0) return [];
        const recorded = await this.#recordFailures(failing, eventIds, context);
        ({ woken } = recorded);
        return recorded.changes;
      },
      committed: (changes) => {
        if (this.#healthySince.size > MAX_REMEMBERED) this.#healthySince.clear();
        for (const [first] of due) if (first) this.#healthySince.set(endpointOf(first), atMs);
        for (const [first] of failing) if (first) this.#healthySince.delete(endpointOf(first));
        for (const { endpoint, change } of changes) this.#options.onHealthChange(endpoint, change);
        if (woken.length > 0) this.#options.onDue(woken);
      },
    };
  }

  /**
   * Assesses endpoints with failed attempts. It takes one read and one write for any number of endpoints: when hundreds of hanging
   * receivers reach their deadline at once, the attempts of other endpoints wait for the same transaction.
   */
  async #recordFailures(
    groups: readonly Group[],
    eventIds: readonly string[],
    context: Transaction,
  ): Promise<{ readonly changes: HealthChanges; readonly woken: readonly string[] }> {
    const { session, collections } = context;
    const { disableAfterMs, random } = this.#options;
    const ids = groups.map(([first]) => (first ? endpointOf(first) : ''));
    const found = await collections.endpoints.find({ _id: { $in: ids } }, { session }).toArray();
    const byId = new Map(found.map((endpoint) => [idOf(endpoint), endpoint]));
    const assessed = groups.flatMap((group, index): Assessed[] => {
      const endpoint = byId.get(ids[index] ?? '');
      if (!endpoint) return [];
      const { url, status, health } = endpoint;
      const assessment = assessEndpoint({ url, status, health: toHealth(health) }, group, { disableAfterMs, random: random() });
      return assessment ? [{ endpoint, assessment, eventId: eventIds[index] ?? '' }] : [];
    });
    if (assessed.length > 0) await collections.endpoints.bulkWrite(assessed.map(updateOf), { session });
    const woken: string[] = [];
    for (const { endpoint, assessment, eventId } of assessed) {
      if (assessment.disabling) woken.push(...(await disableEndpoint(endpoint, assessment.disabling, eventId, context)));
    }
    const changes = assessed.flatMap(({ endpoint, assessment }) => {
      const key = { tenant: endpoint.tenant, endpointId: idOf(endpoint) };
      return assessment.changes.map((change) => ({ endpoint: key, change }));
    });
    return { changes, woken };
  }
}

/** Attempts that are being recorded. */
export interface HealthRecording {
  /** Stores the health of the endpoints in the caller's transaction; may run more than once. */
  write(context: Transaction): Promise<HealthChanges>;
  /** To be called after the commit. */
  committed(changes: HealthChanges): void;
}

const endpointOf = ({ delivery }: Attempt): string => delivery.endpointId;
const idOf = ({ _id }: EndpointDocument): string => _id;

/** Stores successes of healthy endpoints without reading them. */
async function recordSuccesses(groups: readonly Group[], { session, collections }: Transaction): Promise<void> {
  const byUrl = groups.flatMap((group) => [...Map.groupBy(group, ({ url }) => url)]);
  const changes = byUrl.map(([url, group]) => ({
    updateOne: {
      filter: { _id: group[0]?.delivery.endpointId ?? '', url },
      update: {
        $set: {
          'health.failing_since': null,
          'health.last_success_at': new Date(Math.max(...group.map((attempt) => endOf(attempt).getTime()))),
          'health.failures': 0,
          'health.notices': 0,
          proven_url: url,
        },
      },
    },
  }));
  await collections.endpoints.bulkWrite(changes, { session });
}

function updateOf({ endpoint: { _id }, assessment: { health, restMs } }: Assessed) {
  // The longest of several rests applies; $max ignores null.
  const rest = restMs > 0 ? { rests_until: { $max: ['$rests_until', fromNow(restMs)] } } : {};
  return { updateOne: { filter: { _id }, update: [{ $set: { health: toHealthDocument(health), ...rest } }] } };
}

const BY_SYSTEM = { actor: 'system', requestId: null };

/**
 * Disables an endpoint and stores the `endpoint.disabled` event in the caller's transaction, so that it is stored exactly once, and
 * wakes the queues of its subscribers.
 *
 * @returns those subscribers.
 */
async function disableEndpoint(
  { _id: endpointId, tenant, url, description }: EndpointDocument,
  disabling: Disabling,
  eventId: string,
  { session, collections }: Transaction,
): Promise<readonly string[]> {
  const { reason, at } = disabling;
  const disabled = {
    status: 'disabled',
    disabled: { reason, at: '$$NOW' },
    version: { $add: ['$version', 1] },
    updated_at: '$$NOW',
  };
  await collections.endpoints.updateOne({ _id: endpointId }, [{ $set: disabled }], { session });
  const record = { action: 'webhook.disabled', details: { reason }, by: BY_SYSTEM, tenant, endpointId };
  await recordAudit(record, { session, collections, at });
  const event = endpointDisabledEvent({ endpointId, tenant, url, description }, disabling, eventId);
  const [stored] = await storeTurns([[event]], {
    session,
    collections,
    at,
    match: matchesSubscription,
    known: new KnownSubscriptions(),
    isRepeat: true,
  });
  if (!stored || stored.due.length === 0) return [];
  const update = wakeOf(tenant);
  const wakes = stored.due.map(({ endpointId: _id }) => ({ updateOne: { filter: { _id }, update, upsert: true } }));
  await collections.queues.bulkWrite(wakes, { session });
  return stored.due.map(({ endpointId: woken }) => woken);
}
