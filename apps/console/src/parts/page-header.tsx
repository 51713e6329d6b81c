import { type ReactNode, useEffect } from 'react';
import { strings } from '../strings.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** The status of the record, beside the title. */
  readonly status?: ReactNode;
  /** Buttons and links at the end. */
  readonly actions?: ReactNode;
  /** A link to the list that the page belongs to. */
  readonly back?: ReactNode;
}

/** The head of a page, whose title is also that of the browser's tab. */
export function PageHeader({ title, lead, status, actions, back }: PageHeaderProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);
  return (
    <header className="page-header">
      <div>
        {back !== undefined && <span className="back">{back}</span>}
        <div className="row">
          <h1>{title}</h1>
          {status}
        </div>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </header>
  );
}

interface UnreadPageProps extends Pick<PageHeaderProps, 'title' | 'back'> {
  /** Why the record could not be read; null while it is read. */
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A page of a record that has not been read: that it is read, or why it cannot be. */
export function UnreadPage({ error, onRetry, ...header }: UnreadPageProps): ReactNode {
  return (
    <>
      <PageHeader {...header} />
      {error ? <ProblemNotice error={error} {...(onRetry && { onRetry })} /> : <p className="loading">{strings.table.loading}</p>}
    </>
  );
}
