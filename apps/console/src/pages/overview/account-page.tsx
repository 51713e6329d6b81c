import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/operations.ts';
import { useSession, useSingleSignOn } from '../../api/session.ts';
import type { PlanRecord } from '../../api/types.ts';
import { Identifier } from '../../parts/copy.tsx';
import { Facts, Panel } from '../../parts/facts.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';
import { StoragePanel } from './storage-panel.tsx';

const { account: words } = strings;

/** The account, its plan with what it includes, and single sign-on. */
export function AccountPage(): ReactNode {
  const { account } = useSession();
  const plans = useQuery(reading(accountOperations.listPlans));
  const own = plans.data?.data.find(({ plan }) => plan === account.plan);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <div className="stack">
        <Panel title={account.name}>
          <Facts
            facts={[
              [words.plan, words.plans[account.plan]],
              [words.id, <Identifier key="id" id={account.id} />],
              [words.created, <Time key="created" at={account.created_at} />],
            ]}
          />
        </Panel>
        {own && <UseOfPlan plan={own} />}
        <Panel title={words.plan}>
          <p className="quiet">{words.planLead}</p>
          <ProblemNotice error={plans.error} onRetry={() => void plans.refetch()} />
          {plans.data && <Plans plans={plans.data.data} current={account.plan} />}
        </Panel>
        <SingleSignOnPanel />
      </div>
    </>
  );
}

/** How much of its bounds each environment of the plan uses. */
function UseOfPlan({ plan: { environments } }: { readonly plan: PlanRecord }): ReactNode {
  return (
    <div className="halves">
      {environments.map(({ environment }) => (
        <StoragePanel key={environment} environment={environment} title={words.usedIn(strings.shell.environments[environment])}>
          <p>
            <Link to={`/${environment}/settings/limits`}>{words.useOf(strings.shell.environments[environment])}</Link>
          </p>
        </StoragePanel>
      ))}
    </div>
  );
}

function Plans({ plans, current }: { readonly plans: readonly PlanRecord[]; readonly current: string }): ReactNode {
  return (
    <div className="table-frame">
      <section className="table-scroll" tabIndex={0} aria-label={words.planTable}>
        <table className="table" aria-label={words.planTable} data-cards>
          <thead>
            <tr>
              <th scope="col">{words.plan}</th>
              <th scope="col">{words.environments}</th>
              <th scope="col">{words.keyLimit}</th>
            </tr>
          </thead>
          <tbody>
            {plans.map(({ plan, environments }) => (
              <tr key={plan} aria-current={plan === current}>
                <th scope="row">
                  {words.plans[plan]} {plan === current && <span className="quiet">{words.current}</span>}
                </th>
                <td data-title={words.environments}>
                  {environments.map(({ environment }) => strings.shell.environments[environment]).join(', ')}
                </td>
                <td className="numeric" data-title={words.keyLimit}>
                  {environments.map(({ environment, key_limit: { rate, burst } }) => (
                    <span key={environment} className="detail">
                      {`${strings.shell.environments[environment]}: ${strings.keys.limitOf(rate, burst)}`}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function SingleSignOnPanel(): ReactNode {
  const provider = useSingleSignOn();
  return (
    <Panel title={words.singleSignOn}>
      <p>{provider ? words.providerIs(provider.name) : words.noProvider}</p>
      <p>
        <a href="/docs/single-sign-on" target="_blank" rel="noreferrer">
          {words.aboutSingleSignOn}
        </a>
      </p>
    </Panel>
  );
}
