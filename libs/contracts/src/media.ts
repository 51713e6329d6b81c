/** How something is written that comes piece by piece instead of as one JSON document. */
export interface Medium {
  /** A media type without parameters; its text is UTF-8. */
  readonly type: `${string}/${string}`;
  /** How it is laid out, for the reference. */
  readonly description: string;
  /** Its first lines; of an exported SKU the reference makes them. */
  readonly example?: string;
}

/** A body that is read while it comes, in place of a JSON document. */
export interface UploadSpec {
  /** Accepted media types; `Content-Type` names one. */
  readonly media: readonly Medium[];
  /** The most that it may have, in bytes. */
  readonly maxBytes: number;
}

/** Newline-delimited JSON: one document a line. */
export const NDJSON = 'application/x-ndjson';

/** Comma-separated values (RFC 4180), with a header line. */
export const CSV = 'text/csv';
