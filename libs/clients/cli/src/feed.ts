import {
  type Event,
  FilePlaceStore,
  type FulfilmentClient,
  laterValue,
  type OutageOptions,
  type PlaceStore,
} from '@fulfilment/client';
import { InvalidArgumentError, Option } from 'commander';
import { collected, moment, UsageError } from './arguments.ts';
import { OPERATION_COMMANDS } from './generated/commands.ts';
import type { Output } from './terminal/output.ts';
import { memberOf } from './profiles.ts';
import type { Session } from './session.ts';
import { shown, textTime } from './terminal/text-table.ts';

/** Where and how the feed is read. */
export interface FeedReading {
  /** An event id, `oldest`, a time or a time ago; from now on by default. */
  readonly since?: string | undefined;
  readonly types?: readonly string[] | undefined;
  /** Waits at the end for more. */
  readonly follow: boolean;
  /** File that keeps the place. */
  readonly state?: string | undefined;
}

/** The option for types of events. The known ones complete; a later version of the API may have more. */
export function typesOption(): Option {
  const option = new Option('--types <types>', 'only these types; can be repeated').argParser(collected);
  const listEvents = OPERATION_COMMANDS.find(({ id }) => id === 'listEvents');
  option.argChoices = [...(listEvents?.query.find(({ flag }) => flag === 'types')?.values ?? [])];
  return option;
}

/** Reads events, one after another: the place is kept behind those that were handled. */
export async function readFeed(session: Session, reading: FeedReading, handle: (event: Event) => Promise<void>): Promise<void> {
  const client = await session.client();
  const { types, follow, state } = reading;
  const places = state === undefined ? placeInMemory() : new FilePlaceStore(state);
  const start = (await placeIn(places, state)) === null ? await startOf(session, client, reading) : {};
  if (start.after !== undefined) await places.write(start.after);
  session.out.hint(follow ? 'Waiting for events; Ctrl-C ends.' : 'Reading to the end of the feed.');
  for await (const event of client.feed({
    places,
    types: types?.map(laterValue),
    createdAfter: start.createdAfter,
    untilEnd: !follow,
    ...outagesOf(session),
  }))
    await handle(event);
}

/** A long command outlives outages, and tells each once. */
export function outagesOf({ out, signal }: Session): OutageOptions {
  return {
    signal,
    onRetry: ({ code }) => out.say(`fulfil: the service is lost (${code}); trying again until it answers.`),
  };
}

function placeInMemory(): PlaceStore {
  let place: string | null = null;
  return {
    read: () => Promise.resolve(place),
    write: (eventId) => {
      place = eventId;
      return Promise.resolve();
    },
  };
}

async function placeIn(places: PlaceStore, state: string | undefined): Promise<string | null> {
  const place = await places.read().catch((error: unknown) => {
    throw new UsageError(`${state ?? 'The place'} cannot be read.`, { cause: error });
  });
  if (place !== null && !/^evt_\w+$/.test(place))
    throw new UsageError(`${state ?? 'The place'} holds no event id: name another --state.`);
  return place;
}

/** Where a reading begins: behind an event, or at a time; at the oldest event without either. */
interface Start {
  readonly after?: string;
  readonly createdAfter?: string;
}

/** Further than the clock of this machine may be off. */
const RECENT_MS = 600_000;

async function startOf(session: Session, client: FulfilmentClient, { since, types }: FeedReading): Promise<Start> {
  if (since === 'oldest') return {};
  if (since !== undefined) return /^evt_\w+$/.test(since) ? { after: since } : { createdAfter: startTime(since) };
  const recent = new Date(Date.now() - RECENT_MS).toISOString();
  const query = { limit: 200, created_after: recent, ...(types && { types: types.map(laterValue) }) };
  let newest: string | undefined;
  for await (const page of client.events.list(query, session.call).pages()) newest = page.data.at(-1)?.id ?? newest;
  return newest === undefined ? { createdAfter: recent } : { after: newest };
}

/** @throws UsageError for what is no place in the feed. */
function startTime(since: string): string {
  try {
    return moment(since);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError(`--since ${since} is no place in the feed: no event id, not \`oldest\`, and no time. ${error.message}`);
  }
}

/** Prints one event: a line, or as JSON. */
export async function showEvent(out: Output, event: Event): Promise<void> {
  if (out.json) return out.document(event);
  await out.line(textOfEvent(out, event));
}

/** Time, type and subject of an event. */
export function textOfEvent(out: Output, event: Event): string {
  const data: unknown = memberOf(event, 'data');
  const subject = ['sku', 'path', 'id'].map((name) => memberOf(data, name)).find((value) => typeof value === 'string');
  const facts = ['status', 'allocation', 'on_hand', 'available', 'barcode', 'carrier']
    .map((name) => [name, memberOf(data, name)] as const)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name}=${String(value)}`);
  const reason = memberOf(event, 'reason');
  const words = [typeof subject === 'string' ? subject : '', ...facts, ...(typeof reason === 'string' ? [`(${reason})`] : [])];
  return `${textTime(event.created_at)}  ${out.paint('bold', event.type.padEnd(22))}  ${shown(words.join(' '))}`;
}
