import type { ReactNode } from 'react';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { strings } from '../strings.ts';

const { shell: words } = strings;

/** Thrown for a page that the role of the member does not include. */
export class NotForRole extends Error {}

/** Stands for an address without a page. */
export function NotFoundPage(): ReactNode {
  return <DeadEnd title={words.notFound} lead={words.notFoundHint} />;
}

/** Stands for a page that cannot be shown: the role of the member leaves it out, or its code or its first request failed. */
export function FailedPage({ error }: { readonly error: unknown }): ReactNode {
  if (error instanceof NotForRole) return <DeadEnd title={words.notForRole} />;
  return (
    <div className="content stack">
      <PageHeader title={words.failed} />
      <ProblemNotice error={error} onRetry={() => location.reload()} />
    </div>
  );
}

function DeadEnd(header: { readonly title: string; readonly lead?: string }): ReactNode {
  return (
    <div className="content">
      <PageHeader {...header} />
      <a className="button" href="/console/">
        {words.toStart}
      </a>
    </div>
  );
}
