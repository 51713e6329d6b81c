import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** One view of a list: its value of `view` in the address, undefined for the first. */
export interface View {
  readonly value: string | undefined;
  readonly title: string;
}

/** Links between the views of one list, which keep its filters. */
export function Views({ label, views }: { readonly label: string; readonly views: readonly View[] }): ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
      {views.map(({ value, title }) => (
        <Link
          key={title}
          to="."
          search={(before: object) => ({ ...before, view: value })}
          activeOptions={{ explicitUndefined: true }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
