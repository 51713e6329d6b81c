export {
  type AccountDocument,
  ACCOUNTS,
  AUDIT_LOG,
  type AuditDocument,
  type KeyDocument,
  KEYS,
  type SecretDocument,
} from './accounts/account-documents.ts';
export {
  FINISHED_FLOWS,
  type FinishedFlowDocument,
  LINKED_IDENTITIES,
  type LinkedIdentityDocument,
  type MemberDocument,
  MEMBERS,
  type SessionDocument,
  SESSIONS,
} from './members/member-documents.ts';
