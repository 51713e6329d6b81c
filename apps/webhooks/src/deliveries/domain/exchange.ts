/** Why an exchange with a receiver came to no complete answer. Shown to the endpoint's owner, so the names stay. */
export type ExchangeFault =
  | 'address_refused'
  | 'host_not_found'
  | 'connect_failed'
  | 'connect_timeout'
  | 'tls_failed'
  | 'timeout'
  | 'connection_lost'
  | 'malformed_response'
  | 'response_too_large';

/** What an attempt failed of, where its status alone does not say it. */
export type AttemptError = ExchangeFault | 'redirect_not_followed' | 'not_modified' | 'event_expired';

/** What both say of the answer, as far as it came. */
interface AnswerFacts {
  /** Those of its headers that are kept, by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A complete answer, whatever it says. */
export interface Answered extends AnswerFacts {
  readonly type: 'answered';
  readonly status: number;
  /** The beginning of its body. */
  readonly excerpt: string;
}

/** No complete answer; status and excerpt as far as they came. */
export interface Broken extends AnswerFacts {
  readonly type: 'broken';
  readonly fault: ExchangeFault;
  /** The phase in which the time was over, what is wrong with a certificate, the kind of an address; null where there is no more to say. */
  readonly detail: string | null;
  readonly status: number | null;
  readonly excerpt: string | null;
}

/** What became of one exchange with a receiver. */
export type Exchange = Answered | Broken;

const NOT_MODIFIED = 304;

/** What its owner is told of an exchange beside the status. */
export function errorOf(exchange: Exchange): { readonly error: AttemptError | null; readonly errorDetail: string | null } {
  if (exchange.type === 'broken') return { error: exchange.fault, errorDetail: exchange.detail };
  const { status, headers } = exchange;
  if (status === NOT_MODIFIED) return { error: 'not_modified', errorDetail: null };
  if (status >= 300 && status < 400) return { error: 'redirect_not_followed', errorDetail: headers['location'] ?? null };
  return { error: null, errorDetail: null };
}
