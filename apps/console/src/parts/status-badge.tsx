import type { ReactNode } from 'react';

/** How a status is judged; a shape goes with the colour. */
export type Tone = 'neutral' | 'good' | 'warning' | 'bad';

/** A status in words, with a mark of its tone. */
export function StatusBadge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
