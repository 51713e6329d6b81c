import type { ReactNode } from 'react';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { strings } from '../strings.ts';

const { shell: words } = strings;

/** Stands for an address without a page. */
export function NotFoundPage(): ReactNode {
  return (
    <div className="content">
      <PageHeader title={words.notFound} lead={words.notFoundHint} />
      <a href="/console/">{words.toStart}</a>
    </div>
  );
}

/** Stands for a page that cannot be shown: its code or its first request failed. */
export function FailedPage({ error }: { readonly error: unknown }): ReactNode {
  return (
    <div className="content stack">
      <PageHeader title={words.failed} />
      <ProblemNotice error={error} onRetry={() => location.reload()} />
    </div>
  );
}
