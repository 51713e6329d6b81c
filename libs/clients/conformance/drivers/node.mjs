// Reads one command a line, does each with the library, and writes one result a line: see the README of the suite.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import {
  answerOf,
  ApiError,
  ConfigurationError,
  FilePlaceStore,
  FulfilmentClient,
  FulfilmentError,
  StockMirror,
  verifyWebhook,
  WebhookReceiver,
} from '@fulfilment/client';
import { sampleEvent, signDelivery } from '@fulfilment/client/testing';

const camel = (name) => name.replaceAll(/_(\w)/g, (_all, letter) => letter.toUpperCase());
const camelKeys = (options = {}) => Object.fromEntries(Object.entries(options).map(([name, value]) => [camel(name), value]));

function clientOf({ deadline_ms: _whole, ...options }) {
  return new FulfilmentClient(camelKeys(options));
}

/** Path parameters, body, query and options, as far as the operation has them. */
function argumentsOf({ path = [], body, query, options }, abortAfterMs) {
  const given = { ...camelKeys(options), ...(abortAfterMs && { signal: AbortSignal.timeout(abortAfterMs) }) };
  return [...path, ...(body === undefined ? [] : [body]), ...(query === undefined ? [] : [query]), given];
}

/** `Headers` of another package, as `undici` and `node-fetch` have them: of another class than that of the runtime. */
class ForeignHeaders {
  #fields;
  constructor(fields) {
    this.#fields = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  }
  get(name) {
    return this.#fields.get(name.toLowerCase()) ?? null;
  }
  [Symbol.iterator]() {
    return this.#fields.entries();
  }
}

/** Header fields as frameworks have them. */
const FORMS = {
  express: (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value])),
  lists: (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]])),
  fetch: (fields) => new Headers(fields),
  undici: (fields) => new ForeignHeaders(fields),
  map: (fields) => new Map(Object.entries(fields)),
  pairs: (fields) => Object.entries(fields),
};

const isTold = (error) => error instanceof ConfigurationError;

const circular = {};
circular.self = circular;

/** Mistakes of a caller, by name. */
const MISTAKES = {
  'a number that JSON lacks': (client) => client.inventory.update('A', { on_hand: 5n }),
  'a circular body': (client) => client.inventory.update('A', circular),
  'a request id with a line end': (client) => client.inventory.get('A', { requestId: 'a\r\nx: 1' }),
  'an upload that cannot be opened': (client) =>
    client.inventory.import(() => {
      throw new Error('EISDIR');
    }),
  'a folder for an upload': (client) => client.inventory.import(() => createReadStream('/')),
  'a body that is no object': (client) => client.inventory.batch(['a']),
  'a body that is no upload': (client) => client.inventory.import(5),
  'an id that is none': (client) => client.inventory.get(undefined),
  'a time limit that no timer has': (client) => client.inventory.get('A', { timeoutMs: 3e9 }),
  'retries that are no number': (client) => client.inventory.get('A', { retries: 'two' }),
  'an option that there is not': (client) => client.inventory.get('A', { retires: 3 }),
  'an option of a feed that there is not': (client) => client.feed({ places: new FilePlaceStore('unused'), typs: [] }),
  'an option of a wait that there is not': (client) => client.waitForOrder('A', () => true, { timeout: 3 }),
  'an option of a receiver that there is not': () => new WebhookReceiver({ secrets: () => [], onErorr: () => {} }),
  'an option of the client that there is not': (_client, options) => clientOf({ ...options, retires: 3 }).inventory.get('A'),
  'an agent with a line end': (_client, options) => clientOf({ ...options, user_agent: 'a\r\nb' }).inventory.get('A'),
};

/** @returns the names of those that did not end in an error of the kind. */
async function failuresOf(things, isRight) {
  const ended = Object.entries(things).map(async ([name, made]) => ((await isRight(made)) ? [] : [name]));
  return (await Promise.all(ended)).flat();
}

function fail() {
  throw new Error('a fault of a handler');
}

const DO = {
  async call({ client, call, abort_after_ms: abortAfterMs }) {
    const value = await clientOf(client)[call.group][call.name](...argumentsOf(call, abortAfterMs));
    return { value, answer: value && answerOf(value) };
  },
  async collect({ client, call, limit }) {
    const { [call.group]: group } = clientOf(client);
    return { value: await group[call.name](...argumentsOf(call)).toArray(limit) };
  },
  async download({ client, call, abort_after_ms: abortAfterMs }) {
    const file = await clientOf(client)[call.group][call.name](...argumentsOf(call, abortAfterMs));
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
  async verify_forms({ body, headers, secrets, now, tolerance_seconds: toleranceSeconds }) {
    const verified = async (form) => verifyWebhook(Buffer.from(body), form(headers), secrets, { now, toleranceSeconds });
    return {
      value: await failuresOf(FORMS, (form) =>
        verified(form).then(
          () => true,
          () => false,
        ),
      ),
    };
  },
  async own_faults({ client }) {
    const tried = async (mistake) => mistake(clientOf({ ...client, retries: 0 }), { ...client, retries: 0 });
    return { value: await failuresOf(MISTAKES, (mistake) => tried(mistake).then(() => false, isTold)) };
  },
  async receive({ body, headers, secrets, late }) {
    const receiver = new WebhookReceiver({ secrets: late ? () => secrets : secrets });
    return { value: await receiver.receive(Buffer.from(body), headers) };
  },
  async sign({ events, secrets, at, attempt, delivery_id: deliveryId }) {
    return {
      value: signDelivery(events.length === 1 ? events[0] : events, secrets, { at: new Date(at * 1_000), attempt, deliveryId }),
    };
  },
  async sample({ types }) {
    return { value: types.map((type) => sampleEvent(type)) };
  },
  async untold({ body, headers, secrets }) {
    const logged = [];
    const { error, warn } = console;
    Object.assign(console, { error: (...given) => logged.push(inspect(given)), warn: (...given) => logged.push(inspect(given)) });
    const receiver = new WebhookReceiver({ secrets }).onOther(fail);
    const statuses = [await receiver.receive(Buffer.from(body), headers), await receiver.receive('forged', headers)];
    Object.assign(console, { error, warn });
    return { value: { statuses, logged } };
  },
  async show({ client }) {
    const made = clientOf(client);
    return { value: `${inspect(made, { depth: 9, showHidden: true })} ${JSON.stringify(made)} ${String(made)}` };
  },
};

function errorFacts(error) {
  const known = error instanceof FulfilmentError;
  const facts = { code: known ? error.code : 'untyped', message: String(error.message), shown: inspect(error, { depth: 9 }) };
  if (known) Object.assign(facts, { status: error.status, idempotency_key: error.idempotencyKey });
  if (known) facts.retry_after_seconds = error.retryAfterSeconds;
  if (!(error instanceof ApiError)) return facts;
  const { requestId, retryable, errors, remedy, problem } = error;
  return { ...facts, request_id: requestId, retryable, errors, remedy, problem };
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  const say = (result) => process.stdout.write(`${JSON.stringify({ id: command.id, ...result })}\n`);
  DO[command.do](command).then(say, (error) => say({ error: errorFacts(error) }));
}
