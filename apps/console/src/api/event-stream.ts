import {
  addressOf,
  type AnswerMediaOf,
  type Callable,
  type CallAddress,
  type CallOf,
  type Operation,
} from '@fulfilment/contracts';
import { createParser } from 'eventsource-parser';
import { receive } from './client.ts';
import { connectionLost } from './connection.ts';
import { ApiProblem, ConnectionLost } from './problem.ts';

/**
 * How a stream does: `live` while events come; `paused` while the page is hidden; `crowded` where the member has as many streams open as
 * the gateway allows; `refused` for good.
 */
export type StreamState = 'connecting' | 'live' | 'reconnecting' | 'paused' | 'crowded' | 'refused';

interface StreamOptions {
  /** Called with each connection, before its events; `isContinued` if it goes on where the one before ended. */
  readonly onOpen: (isContinued: boolean) => void;
  /** Called with the data of the events that came together, in their order. */
  readonly onEvents: (data: readonly string[]) => void;
  readonly onState: (state: StreamState) => void;
  readonly signal: AbortSignal;
}

/** The server writes at least every 15 s: a connection that is silent for longer is dead, though nothing has said so. */
const MOST_SILENCE_MS = 40_000;
const RECONNECT_MS = 3_000;
const CROWDED_MS = 30_000;
/** After a longer pause the stream begins now, and the list of the API has the rest. */
const CONTINUED_WITHIN_MS = 300_000;

/**
 * Follows server-sent events (HTML section 9.2) until `signal`, over broken connections, and not while the page is hidden. It reads them
 * with `fetch`, since an `EventSource` says nothing of a refusal and gives up.
 */
export function followEvents<Op extends Operation>(
  operation: Callable<Op>,
  request: 'text/event-stream' extends AnswerMediaOf<Op> ? CallOf<Op> : never,
  options: StreamOptions,
): Promise<void>;
export async function followEvents(operation: Callable, request: CallAddress, options: StreamOptions): Promise<void> {
  const { signal, onState } = options;
  const stream = { ...options, address: addressOf(operation, request) };
  let position: string | undefined;
  let endedAt = performance.now();
  while (!signal.aborted) {
    if (document.hidden) {
      onState('paused');
      await shown(signal);
      if (signal.aborted) return;
    }
    if (performance.now() - endedAt > CONTINUED_WITHIN_MS) position = undefined;
    onState(position === undefined ? 'connecting' : 'reconnecting');
    const outcome = await readUntilEnd(stream, position);
    position = outcome.position;
    endedAt = performance.now();
    if (outcome.state === 'refused') return onState('refused');
    if (signal.aborted) return;
    if (!document.hidden && outcome.waitMs > 0) {
      onState(outcome.state);
      await pause(outcome.waitMs, signal);
    }
  }
}

interface Stream extends StreamOptions {
  readonly address: string;
}

interface Outcome {
  readonly position: string | undefined;
  readonly state: StreamState;
  readonly waitMs: number;
}

async function readUntilEnd(options: Stream, from: string | undefined): Promise<Outcome> {
  let position = from;
  try {
    await readOnce(options, from, (id) => (position = id));
    return { position, state: 'reconnecting', waitMs: RECONNECT_MS };
  } catch (error) {
    return { position, state: 'reconnecting', waitMs: RECONNECT_MS, ...(await consequenceOf(error)) };
  }
}

/** The consequence of a failure to connect; none for a connection that broke. */
async function consequenceOf(error: unknown): Promise<Partial<Outcome>> {
  if (error instanceof ConnectionLost) {
    await new Promise<void>((resolve) => connectionLost(resolve));
    return { waitMs: 0 };
  }
  if (!(error instanceof ApiProblem)) return {};
  // A position that the service does not know any more: begin now.
  if (error.code === 'invalid_cursor') return { position: undefined };
  if (error.status === 429) return { state: 'crowded', waitMs: CROWDED_MS };
  return error.status >= 500 ? {} : { state: 'refused' };
}

/** Reads one connection until it ends, is silent for too long, the browser is offline, or the page is hidden. */
async function readOnce(
  { address, onOpen, onEvents, onState, signal }: Stream,
  from: string | undefined,
  onId: (id: string) => void,
): Promise<void> {
  const connection = new AbortController();
  const leave = (): void => connection.abort();
  const leaveIfHidden = (): void => {
    if (document.hidden) leave();
  };
  signal.addEventListener('abort', leave);
  document.addEventListener('visibilitychange', leaveIfHidden);
  window.addEventListener('offline', leave);
  let silence = setTimeout(leave, MOST_SILENCE_MS);
  try {
    const headers = { Accept: 'text/event-stream', ...(from === undefined ? {} : { 'Last-Event-ID': from }) };
    const { body } = await receive({ method: 'GET', address, headers, signal: connection.signal });
    if (body === null) return;
    onOpen(from !== undefined);
    onState('live');
    let together: string[] = [];
    const parser = createParser({ onId, onEvent: ({ data }) => together.push(data) });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(leave, MOST_SILENCE_MS);
      parser.feed(part.value);
      if (together.length > 0) onEvents(together);
      together = [];
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', leave);
    document.removeEventListener('visibilitychange', leaveIfHidden);
    window.removeEventListener('offline', leave);
    leave();
  }
}

async function shown(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
