import { useEnvironment } from '../../api/session.ts';
import { strings } from '../../strings.ts';
import type { RecordPage } from '../actions/record-action.ts';

/** Gives the page of what the audit logs have of a key or member. Each role that reads those reads the logs. */
export function useAuditPage(): (id: string, name: string) => RecordPage {
  const environment = useEnvironment();
  return (id, name) => ({
    id: 'history',
    title: strings.history.title,
    label: strings.audit.historyOf(name),
    to: `/${environment}/settings/audit-log`,
    search: { target_id: id },
  });
}
