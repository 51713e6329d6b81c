import { type ReactNode, useEffect } from 'react';
import { strings } from '../strings.ts';

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
