import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/operations.ts';
import { useSession, useSingleSignOn } from '../../api/session.ts';
import type { PlanRecord } from '../../api/types.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';

const { account: words } = strings;

/** The account, its plan with what it includes, and single sign-on. */
export function AccountPage(): ReactNode {
  const { account } = useSession();
  const plans = useQuery(reading(accountOperations.listPlans));
  return (
    <>
      <PageHeader title={words.title} />
      <dl className="facts-list">
        <dt>{words.name}</dt>
        <dd>{account.name}</dd>
        <dt>{words.id}</dt>
        <dd className="row">
          <code>{account.id}</code> <CopyButton text={account.id} />
        </dd>
        <dt>{words.created}</dt>
        <dd>
          <Time at={account.created_at} />
        </dd>
      </dl>
      <section className="section">
        <h2>{words.plan}</h2>
        <p className="quiet">{words.planLead}</p>
        <ProblemNotice error={plans.error} onRetry={() => void plans.refetch()} />
        {plans.data && <Plans plans={plans.data.data} current={account.plan} />}
      </section>
      <SingleSignOnSection />
    </>
  );
}

function Plans({ plans, current }: { readonly plans: readonly PlanRecord[]; readonly current: string }): ReactNode {
  return (
    <div className="table-frame">
      <section className="table-scroll" tabIndex={0} aria-label={words.plan}>
        <table className="table" aria-label={words.plan} data-cards>
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

function SingleSignOnSection(): ReactNode {
  const provider = useSingleSignOn();
  return (
    <section className="section">
      <h2>{words.singleSignOn}</h2>
      <p>{provider ? words.providerIs(provider.name) : words.noProvider}</p>
      <p>
        <a href="/docs/single-sign-on" target="_blank" rel="noreferrer">
          {words.aboutSingleSignOn}
        </a>
      </p>
    </section>
  );
}
