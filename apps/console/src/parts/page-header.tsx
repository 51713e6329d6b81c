import { type ReactNode, useEffect } from 'react';
import { strings } from '../strings.ts';

interface PageHeaderProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** Buttons and links at the end. */
  readonly actions?: ReactNode;
  /** A link to the list that the page belongs to. */
  readonly back?: ReactNode;
}

/** The head of a page, whose title is also that of the browser's tab. */
export function PageHeader({ title, lead, actions, back }: PageHeaderProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);
  return (
    <header className="page-header">
      <div>
        {back !== undefined && <span className="back">{back}</span>}
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </header>
  );
}
