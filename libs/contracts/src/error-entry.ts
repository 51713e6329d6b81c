/** One entry of the error catalogue: what a code means to a client, whatever operation gives it. */
export interface ErrorEntry {
  /** The HTTP status it is answered with. */
  readonly status: number;
  readonly title: string;
  /** True only where the very same request can still succeed. */
  readonly retryable: boolean;
  /** What it means and what to do, for the reference. */
  readonly description: string;
}

/** What is refused for good: the same request cannot succeed. */
export const entry = (status: number, title: string, description: string): ErrorEntry => ({
  status,
  title,
  retryable: false,
  description,
});
/** What may pass: the same request can still succeed. */
export const retryable = (status: number, title: string, description: string): ErrorEntry => ({
  status,
  title,
  retryable: true,
  description,
});
