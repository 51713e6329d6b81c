import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment, useSession } from '../api/session.ts';
import type { Environment } from '../api/types.ts';
import { strings } from '../strings.ts';
import { PAGES } from './pages.ts';

const { shell: words } = strings;

const ENVIRONMENTS: readonly Environment[] = ['sandbox', 'production'];

/** The environment in which the page works, always in view, and the switch to the other one. */
export function EnvironmentStrip({ children }: { readonly children: ReactNode }): ReactNode {
  const environment = useEnvironment();
  return (
    <header className="environment-strip" data-environment={environment}>
      <nav className="environment-switch" aria-label={words.environment}>
        {ENVIRONMENTS.map((each) => (
          <EnvironmentLink key={each} environment={each} isCurrent={each === environment} />
        ))}
      </nav>
      <p>{words.environmentMeaning[environment]}</p>
      {children}
    </header>
  );
}

function EnvironmentLink({
  environment,
  isCurrent,
}: {
  readonly environment: Environment;
  readonly isCurrent: boolean;
}): ReactNode {
  const { account } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const title = words.environments[environment];
  if (environment === 'production' && account.plan !== 'enterprise')
    return <span title={words.productionNotInPlan}>{title}</span>;
  // The same list in the other environment; a record of one environment is not in the other.
  return (
    <Link to={`/${environment}/${listOf(path)}`} aria-current={isCurrent} data-current={isCurrent}>
      {title}
    </Link>
  );
}

/** The page of the navigation that an address belongs to, by its path below the environment; empty where there is none. */
function listOf(address: string): string {
  const below = address.split('/').slice(2).join('/');
  return PAGES.find(({ path, entry }) => entry && (below === path || below.startsWith(`${path}/`)))?.path ?? '';
}
