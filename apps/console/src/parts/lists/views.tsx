import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { numberText } from '../../language/formats.ts';

/** One view of a list: its value of `view` in the address, undefined for the first. */
export interface View {
  readonly value: string | undefined;
  readonly title: string;
  /** Rows of it; none where it is not counted. */
  readonly count?: number | undefined;
}

/** Links between the views of one list, which keep its filters. */
export function Views({ label, views }: { readonly label: string; readonly views: readonly View[] }): ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
      {views.map(({ value, title, count }) => (
        <Link
          key={title}
          to="."
          search={(before: object) => ({ ...before, view: value })}
          activeOptions={{ explicitUndefined: true }}
        >
          {title}
          {count !== undefined && <span className="count"> {numberText(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
