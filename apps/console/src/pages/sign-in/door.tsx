import type { ReactNode } from 'react';
import { strings } from '../../strings.ts';

/** The frame of the pages before a session: one narrow column. */
export function Door({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="door">
      <main>
        <div className="brand">
          <img src="/console/icon.svg" alt="" width="26" height="26" />
          {strings.product}
        </div>
        {children}
      </main>
    </div>
  );
}

/** The token of a link, which the address carries as its fragment: what no browser can decode is taken as it stands, and is no good then. */
export function tokenOfLink(): string {
  const fragment = location.hash.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
