import type { ErrorCode, ProblemDocument, ProblemItem } from '@fulfilment/contracts';

/** A refusal of the API, as its problem document says it (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: ErrorCode;
  /** URL of the documentation of the code, with its remedy. */
  readonly documentation: string;
  readonly requestId: string;
  /** Seconds to wait before the next attempt; undefined where the answer does not say. */
  readonly retryAfter: number | undefined;
  readonly document: ProblemDocument;

  constructor(document: ProblemDocument, retryAfter?: number) {
    super(document.detail);
    this.document = document;
    this.status = document.status;
    this.code = document.code;
    // The path alone: the console is served by the same gateway, under whichever name.
    this.documentation = URL.parse(document.type)?.hash ? `/docs/errors${URL.parse(document.type)?.hash}` : '/docs/errors';
    this.requestId = document.request_id;
    this.retryAfter = document.retry_after ?? retryAfter;
  }

  /** Faults of single fields of the body or query. */
  get items(): readonly ProblemItem[] {
    return this.document.errors ?? [];
  }
}

/** No answer came: the network, or the gateway, is away. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The member left the dialog that a request waited for; the request was not sent. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The page itself refuses to go on, for a reason that its message says to the member. */
export class UserFault extends Error {
  override readonly name = 'UserFault';
}
