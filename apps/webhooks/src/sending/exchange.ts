import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Broken, Exchange, ExchangeFault } from '../deliveries/domain/exchange.ts';
import { exchangeFault } from './exchange-fault.ts';

/** How far an exchange has come: what its owner is told where the time is over. */
type Phase = 'connecting' | 'waiting_for_answer' | 'reading_answer';

/** One exchange as undici tells of it. */
export interface ExchangeObserver {
  readonly handler: Dispatcher.DispatchHandler;
  /** Never rejects. */
  readonly ended: Promise<Exchange>;
  /** Ends it now, whatever it has come to, and lets its connection go. */
  breakOff(fault: ExchangeFault, detail?: string): void;
  phase(): Phase;
}

/** Follows an exchange to its end, or to where it is broken off. What comes after that is not listened to. */
export function observeExchange(): ExchangeObserver {
  const { promise: ended, resolve } = Promise.withResolvers<Exchange>();
  const excerpt = makeAnswerExcerpt();
  let controller: Dispatcher.DispatchController | undefined;
  let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  let phase: Phase = 'connecting';
  let over = false;

  const end = (exchange: Exchange): void => {
    over = true;
    resolve(exchange);
  };
  const broken = (fault: ExchangeFault, detail: string | null): Broken => ({
    type: 'broken',
    fault,
    detail,
    status: answer?.status ?? null,
    headers: answer?.headers ?? {},
    excerpt: answer ? excerpt.text() : null,
  });
  const abort = (fault: ExchangeFault, detail?: string): void => {
    if (over) return;
    end(broken(fault, detail ?? null));
    controller?.abort(new Error('The exchange was broken off'));
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (begun) => {
      controller = begun;
      phase = 'waiting_for_answer';
      // It came to its connection after its time was over: nothing is sent any more.
      if (over) begun.abort(new Error('The exchange is over'));
    },
    onResponseStart: (_, status, headers) => {
      // 1xx says that there is more to come.
      if (status < 200) return;
      phase = 'reading_answer';
      answer = { status, headers: keptHeaders(headers) };
    },
    onResponseData: (_, chunk) => {
      if (!excerpt.take(chunk)) abort('response_too_large');
    },
    onResponseEnd: () => {
      if (!over && answer) end({ type: 'answered', ...answer, excerpt: excerpt.text() });
    },
    onResponseError: (_, error) => {
      const { fault, detail } = exchangeFault(error);
      if (!over) end(broken(fault, detail));
    },
  };
  return { handler, ended, breakOff: abort, phase: () => phase };
}

/** The most of a receiver's body that is read, in bytes: receivers have nothing to say to us. */
const MAX_BODY_BYTES = 65_536;
/** The part of it that is kept for the endpoint's owner, in bytes. */
const EXCERPT_BYTES = 1_024;

/** The beginning of a body, as it comes. */
interface AnswerExcerpt {
  /** @returns false once the body is too large: the rest of it is not to be read. */
  take(chunk: Uint8Array): boolean;
  text(): string;
}

function makeAnswerExcerpt(): AnswerExcerpt {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  return {
    take: (chunk) => {
      if (size < EXCERPT_BYTES) text += decoder.decode(chunk.subarray(0, EXCERPT_BYTES - size), { stream: true });
      size += chunk.length;
      return size <= MAX_BODY_BYTES;
    },
    text: () => text,
  };
}

/** Headers that tell an endpoint's owner who answered, and us when to try again. */
const KEPT: readonly string[] = ['content-type', 'location', 'retry-after', 'server'];
const LONGEST_VALUE = 256;

/** Those of an answer's headers that are kept, by their lower-case names. */
function keptHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of KEPT) {
    const value = headers[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) kept[name] = first.slice(0, LONGEST_VALUE);
  }
  return kept;
}
