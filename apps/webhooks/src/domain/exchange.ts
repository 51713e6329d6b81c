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

/** A complete answer, whatever it says. */
export interface Answered {
  readonly type: 'answered';
  readonly status: number;
  /** The beginning of its body. */
  readonly excerpt: string;
  /** The header `Retry-After` as it came. */
  readonly retryAfter: string | null;
}

/** No complete answer; status and excerpt as far as they came. */
export interface Broken {
  readonly type: 'broken';
  readonly fault: ExchangeFault;
  readonly status: number | null;
  readonly excerpt: string | null;
}

/** What became of one exchange with a receiver. */
export type Exchange = Answered | Broken;
