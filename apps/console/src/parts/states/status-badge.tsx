import type { ReactNode } from 'react';
import type { Look } from './states.ts';

/** A status in words, with a mark of its colour and shape. */
export function StatusBadge({ tone = 'neutral', shape, children }: Partial<Look> & { readonly children: ReactNode }): ReactNode {
  return (
    <span className="badge" data-tone={tone} data-shape={shape}>
      {children}
    </span>
  );
}
