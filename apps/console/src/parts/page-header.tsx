import { type ReactNode, useEffect } from 'react';
import { shortId } from '../language/ids.ts';
import { strings } from '../strings.ts';
import { CopyButton } from './copy.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** Of a record; where its title has it, for want of a name, it is shown shortened beside a button that copies it. */
  readonly id?: string;
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
export function PageHeader({ title, id, lead, status, actions, back }: PageHeaderProps): ReactNode {
  const shown = id === undefined ? title : title.replace(id, shortId(id));
  useEffect(() => {
    document.title = `${shown} · ${strings.product}`;
  }, [shown]);
  return (
    <header className="page-header">
      <div>
        {back !== undefined && <span className="back">{back}</span>}
        <div className="row">
          {id === undefined || shown === title ? (
            <h1>{title}</h1>
          ) : (
            <span className="identifier">
              <h1 title={id} aria-label={title}>
                {shown}
              </h1>
              <CopyButton text={id} label={strings.copy.copyId} isCompact />
            </span>
          )}
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
