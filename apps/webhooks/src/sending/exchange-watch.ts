import type { Dispatcher } from 'undici';
import type { Broken, Exchange, ExchangeFault } from '../deliveries/domain/exchange.ts';
import { makeAnswerExcerpt } from './answer-excerpt.ts';
import { keptHeaders } from './answer-headers.ts';
import { exchangeFault } from './exchange-fault.ts';

/** How far an exchange has come: what its owner is told where the time is over. */
type Phase = 'connecting' | 'waiting_for_answer' | 'reading_answer';

/** One exchange as undici tells of it. */
export interface ExchangeWatch {
  readonly handler: Dispatcher.DispatchHandler;
  /** Never rejects. */
  readonly ended: Promise<Exchange>;
  /** Ends it now, whatever it has come to, and lets its connection go. */
  breakOff(fault: ExchangeFault, detail?: string): void;
  phase(): Phase;
}

/** Follows an exchange to its end, or to where it is broken off. What comes after that is not listened to. */
export function watchExchange(): ExchangeWatch {
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
  const breakOff = (fault: ExchangeFault, detail?: string): void => {
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
      if (!excerpt.take(chunk)) breakOff('response_too_large');
    },
    onResponseEnd: () => {
      if (!over && answer) end({ type: 'answered', ...answer, excerpt: excerpt.text() });
    },
    onResponseError: (_, error) => {
      const { fault, detail } = exchangeFault(error);
      if (!over) end(broken(fault, detail));
    },
  };
  return { handler, ended, breakOff, phase: () => phase };
}
