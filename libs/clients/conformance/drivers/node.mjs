// Reads one command a line, does each with the library, and writes one result a line: see the README of the suite.
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import {
  answerOf,
  ApiError,
  FilePlaceStore,
  FulfilmentClient,
  FulfilmentError,
  StockMirror,
  verifyWebhook,
  WebhookReceiver,
} from '@fulfilment/client';

const camel = (name) => name.replaceAll(/_(\w)/g, (_all, letter) => letter.toUpperCase());
const camelKeys = (options = {}) => Object.fromEntries(Object.entries(options).map(([name, value]) => [camel(name), value]));

function clientOf(options) {
  return new FulfilmentClient(camelKeys(options));
}

/** Path parameters, body, query and options, as far as the operation has them. */
function argumentsOf({ path = [], body, query, options }) {
  return [...path, ...(body === undefined ? [] : [body]), ...(query === undefined ? [] : [query]), camelKeys(options)];
}

const DO = {
  async call({ client, call }) {
    const value = await clientOf(client)[call.group][call.name](...argumentsOf(call));
    return { value, answer: value && answerOf(value) };
  },
  async collect({ client, call, limit }) {
    const { [call.group]: group } = clientOf(client);
    return { value: await group[call.name](...argumentsOf(call)).toArray(limit) };
  },
  async download({ client, call }) {
    const file = await clientOf(client)[call.group][call.name](...argumentsOf(call));
    const records = [];
    for await (const record of file.records()) records.push(record);
    return { value: records };
  },
  async feed({ client, place_file: path, types, created_after: createdAfter, stop_after: stopAfter = Infinity }) {
    const ids = [];
    const feed = clientOf(client).feed({ places: new FilePlaceStore(path), types, createdAfter, untilEnd: true });
    for await (const event of feed) {
      if (ids.length >= stopAfter) break;
      ids.push(event.id);
    }
    return { value: ids };
  },
  async follow({ client, types, place = null, stop_after: stopAfter, until_end: untilEnd, max_silence_ms: maxSilenceMs }) {
    const [events, outages, places] = [[], [], []];
    const store = { read: async () => place, write: async (id) => void places.push(id) };
    const onRetry = ({ code }) => void outages.push(code);
    const feed = clientOf(client).feed({ places: store, types, pollMs: 10, untilEnd, maxSilenceMs, onRetry });
    for await (const event of feed) if (events.push(event.id) === stopAfter) break;
    return { value: { events, outages, places } };
  },
  async wait_for_order({ client, order, until, timeout_ms: timeoutMs }) {
    const isReached = (found) => Object.entries(until).every(([name, value]) => found[name] === value);
    return { value: await clientOf(client).waitForOrder(order, isReached, { timeoutMs, pollMs: 10 }) };
  },
  async mirror({ records, events, export: exported }) {
    const mirror = new StockMirror();
    const taken = [...records.map((record) => mirror.load(record)), ...events.map((event) => mirror.apply(event))];
    const agrees = exported.map((record) => mirror.agrees(record));
    return { value: { taken, agrees, records: [...mirror], missing: mirror.get('NONE') ?? null } };
  },
  async verify({ body, headers, secrets, now, tolerance_seconds: toleranceSeconds }) {
    const { events } = verifyWebhook(Buffer.from(body), headers, secrets, { now, toleranceSeconds });
    return { value: events };
  },
  async receive({ body, headers, secrets, late }) {
    const receiver = new WebhookReceiver({ secrets: late ? () => secrets : secrets });
    return { value: await receiver.receive(Buffer.from(body), headers) };
  },
  async show({ client }) {
    const made = clientOf(client);
    return { value: `${inspect(made, { depth: 9, showHidden: true })} ${JSON.stringify(made)} ${String(made)}` };
  },
};

function errorFacts(error) {
  const known = error instanceof FulfilmentError;
  const facts = { code: known ? error.code : 'untyped', message: String(error.message), shown: inspect(error, { depth: 9 }) };
  if (!(error instanceof ApiError)) return facts;
  const { status, requestId, retryable, errors, remedy, retryAfterSeconds, problem } = error;
  return { ...facts, status, request_id: requestId, retryable, errors, remedy, retry_after_seconds: retryAfterSeconds, problem };
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  const say = (result) => process.stdout.write(`${JSON.stringify({ id: command.id, ...result })}\n`);
  DO[command.do](command).then(say, (error) => say({ error: errorFacts(error) }));
}
