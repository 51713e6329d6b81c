import { ERRORS } from '@fulfilment/contracts';
import { page, table } from './table.ts';

/** Every code that the API can answer, one heading each, so that a problem's `type` leads to it. */
export function errorsPage(): string {
  const entries = Object.entries(ERRORS);
  const overview = table(
    ['code', 'status', 'retryable'],
    entries.map(([code, { status, retryable }]) => [`[\`${code}\`](#${code})`, String(status), retryable ? 'yes' : 'no']),
  );
  const sections = entries.map(([code, { status, title, description, retryable }]) =>
    [`## ${code}`, `${status} ${title}. ${retryable ? 'The same request can still succeed.' : ''}`.trimEnd(), description].join(
      '\n\n',
    ),
  );
  return page(
    '# Errors',
    'Every error is an `application/problem+json` document (RFC 9457). Codes are stable: they are added, never renamed. Repeat a request only where `retryable` is true.',
    overview,
    ...sections,
  );
}
