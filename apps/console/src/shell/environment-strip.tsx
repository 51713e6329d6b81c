import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment, useSession } from '../api/session.ts';
import type { Environment } from '../api/types.ts';
import { strings } from '../strings.ts';

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
  const [, , group = '', page = ''] = path.split('/');
  return (
    <Link to={`/${environment}/${[group, page].filter(Boolean).join('/')}`} aria-current={isCurrent}>
      {title}
    </Link>
  );
}
