import { errorReference, type ErrorReference, whoGivesInWords } from '@fulfilment/api-docs';
import { page, table } from './table.ts';

/** Every code that the API can answer, one heading each, so that a problem's `type` leads to it. */
export function errorsPage(): string {
  const entries = errorReference();
  const overview = table(
    ['code', 'status', 'retryable'],
    entries.map(({ code, status, retryable }) => [`[\`${code}\`](#${code})`, String(status), retryable ? 'yes' : 'no']),
  );
  return page(
    '# Errors',
    'Every error is an `application/problem+json` document (RFC 9457). Codes are stable: they are added, never renamed. Repeat a request only where `retryable` is true. The gateway serves the same at `/docs/errors`, where the `type` of each problem leads.',
    overview,
    ...entries.map(section),
  );
}

function section({ code, status, title, description, remedy, retryable, givenBy }: ErrorReference): string {
  return [
    `## ${code}`,
    `${status} ${title}. ${retryable ? 'The same request can still succeed.' : ''}`.trimEnd(),
    description,
    `**What to do:** ${remedy}`,
    `**Given by** ${whoGivesInWords(givenBy, ({ id }) => `\`${id}\``)}.`,
  ].join('\n\n');
}
