import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useEnvironment, usePermissions, useSession } from '../api/session.ts';
import { useScanSending } from '../pages/scans/own-scans.ts';
import { Button } from '../parts/button.tsx';
import { strings } from '../strings.ts';
import { EnvironmentStrip } from './environment-strip.tsx';
import { FinderButton } from './finder/finder-button.tsx';
import { GROUPS, PAGES } from './pages.ts';
import { SidebarFoot } from './sidebar-foot.tsx';

const { shell: words } = strings;

/** Beside the names, which are there at once, and without the icons where those cannot be had: after a release their file may be gone. */
const PageIcon = lazy(async () => {
  const icons = await import('./page-icons.tsx').catch(() => undefined);
  return { default: icons?.PageIcon ?? ((_page: { readonly path: string }) => null) };
});

/** The frame of every page: environment, navigation, and the page itself. */
export function Shell(): ReactNode {
  const { account } = useSession();
  useScanSending();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isOpen, setIsOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    setIsOpen(false);
    // A page that was opened by a link is read from its beginning; the first one is left as the browser has it.
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [path]);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <EnvironmentStrip>
        <FinderButton />
        <span className="menu-button">
          <Button size="small" isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
            {isOpen ? words.closeMenu : words.menu}
          </Button>
        </span>
      </EnvironmentStrip>
      <aside className="sidebar" data-open={isOpen} aria-label={words.sidebar}>
        <Brand account={account.name} />
        <Navigation />
        <SidebarFoot />
      </aside>
      <main className="content" id="content" tabIndex={-1} ref={main}>
        {account.suspended_at !== null && <p className="banner">{words.suspended}</p>}
        <Outlet />
      </main>
    </div>
  );
}

function Brand({ account }: { readonly account: string }): ReactNode {
  return (
    <div className="brand">
      <img src="/console/icon.svg" alt="" width="26" height="26" />
      <div>
        {strings.product}
        <span>{account}</span>
      </div>
    </div>
  );
}

function Navigation(): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const shown = PAGES.filter(({ permission }) => permission === undefined || may(permission));
  return (
    <nav className="navigation" aria-label={words.navigation}>
      {GROUPS.map((group) => {
        const pages = shown.filter(({ entry }) => entry?.group === group);
        if (pages.length === 0) return null;
        return (
          <section key={group}>
            <h2>{words.groups[group]}</h2>
            <ul>
              {pages.map(({ path, entry }) => (
                <li key={path}>
                  <Link to={`/${environment}/${path}`}>
                    <span className="page-icon">
                      <Suspense>
                        <PageIcon path={path} />
                      </Suspense>
                    </span>
                    {entry?.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
