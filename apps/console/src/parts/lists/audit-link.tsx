import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../api/session.ts';
import { strings } from '../../strings.ts';

interface AuditLinkProps {
  /** Of the key or member. */
  readonly id: string;
  /** For those who hear the link without its row. */
  readonly name: string;
}

/** Leads to what the audit logs have of a key or member, below its name. Each role that reads those reads the logs. */
export function AuditLink({ id, name }: AuditLinkProps): ReactNode {
  const environment = useEnvironment();
  return (
    <Link
      className="detail"
      to={`/${environment}/settings/audit-log`}
      search={{ target_id: id }}
      aria-label={strings.audit.historyOf(name)}
    >
      {strings.history.title}
    </Link>
  );
}
