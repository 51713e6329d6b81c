import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface TabsProps {
  readonly label: string;
  /** Addresses below the environment, such as `/sandbox/settings/members`. */
  readonly tabs: ReadonlyArray<{ readonly to: string; readonly title: string }>;
}

/** Links between the parts of one subject; each part has its own address. */
export function Tabs({ label, tabs }: TabsProps): ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, title }) => (
        <Link key={to} to={to}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
