import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, keyOf } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { usePermissions, useSession } from '../../api/session.ts';
import type { MemberRecord, MemberRole, MemberWithToken } from '../../api/types.ts';
import type { RecordAction } from '../../parts/actions/record-action.ts';
import { RowActions } from '../../parts/actions/record-actions.tsx';
import { Button } from '../../parts/button.tsx';
import { SecretOnce } from '../../parts/copy.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { type Choice, ChoiceField, FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { useAuditPage } from '../../parts/lists/audit-page.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useSeenVersion } from '../../api/seen-version.ts';
import { toast } from '../../parts/toasts.tsx';
import { strings } from '../../strings.ts';

const { members: words } = strings;

const ROLES: readonly Choice[] = (
  ['owner', 'developer', 'manager', 'fulfilment', 'scanner', 'viewer'] satisfies MemberRole[]
).map((value) => ({ value, label: words.roles[value].title, hint: words.roles[value].may }));

const FACTS: readonly Column<MemberRecord>[] = [
  {
    id: 'email',
    title: words.email,
    brief: 'what',
    cell: (member) => <Email of={member} />,
  },
  { id: 'role', title: words.role, brief: 'who', cell: ({ role }) => words.roles[role].title },
  {
    id: 'status',
    title: words.status,
    brief: 'amount',
    cell: ({ status, token_expires_at: expires }) => (
      <>
        <StatusBadge {...STATES.member[status]}>{words.statuses[status]}</StatusBadge>
        {expires !== null && (
          <span className="detail">
            {words.linkEnds} <Time at={expires} isRelative />
          </span>
        )}
      </>
    ),
  },
  { id: 'seen', title: words.lastSeen, brief: 'when', cell: (member) => <LastSeen of={member} /> },
];

type Open = { readonly kind: 'invite' } | { readonly kind: 'role' | 'remove' | 'reset' | 'renew'; readonly member: MemberRecord };

/** The members of the account: who may sign in, and in which role. */
export function MembersPage(): ReactNode {
  const mayManage = usePermissions()('members:manage');
  const [open, setOpen] = useState<Open>();
  const list = useRows(accountOperations.listMembers, {});
  const invite = mayManage && (
    <Button kind="primary" onPress={() => setOpen({ kind: 'invite' })}>
      {words.invite}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={invite} />
      <DataTable
        label={words.title}
        columns={[...FACTS, actionsColumn(mayManage ? setOpen : undefined)]}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: words.title, text: words.lead }}
      />
      {open && <OpenDialog open={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Email({ of: { id, email } }: { readonly of: MemberRecord }): ReactNode {
  const { member: own } = useSession();
  return (
    <>
      <span className="wrapped">{email}</span> {id === own.id && <span className="own">{words.you}</span>}
    </>
  );
}

/** When a member was seen last; on phones, of one who was invited, how long the link is valid. */
function LastSeen({ of: { last_seen_at: at, token_expires_at: expires } }: { readonly of: MemberRecord }): ReactNode {
  const isInvited = at === null && expires !== null;
  return (
    <>
      <span className="narrow-only">
        {isInvited ? words.linkEnds : `${words.seen}:`} <Time at={isInvited ? expires : at} isRelative />
      </span>
      <span className="wide-only">
        <Time at={at} isRelative />
      </span>
    </>
  );
}

function actionsColumn(setOpen: ((open: Open) => void) | undefined): Column<MemberRecord> {
  return {
    id: 'actions',
    title: words.actions,
    brief: 'menu',
    hasHiddenTitle: true,
    cell: (member) => <Actions member={member} setOpen={setOpen} />,
  };
}

interface ActionsProps {
  readonly member: MemberRecord;
  /** None for members who may not change others. */
  readonly setOpen: ((open: Open) => void) | undefined;
}

function Actions({ member, setOpen }: ActionsProps): ReactNode {
  const { member: own } = useSession();
  const auditPage = useAuditPage();
  const { id, email, status } = member;
  const step = (kind: 'role' | 'remove' | 'reset' | 'renew'): RecordAction => ({
    id: kind,
    title: words.act[kind],
    label: `${words.act[kind]}: ${email}`,
    kind: kind === 'remove' ? 'danger' : undefined,
    onPress: () => setOpen?.({ kind, member }),
  });
  const isChangeable = setOpen !== undefined && id !== own.id;
  const changes = isChangeable ? [step('role'), step(status === 'invited' ? 'renew' : 'reset')] : [];
  return <RowActions of={email} actions={[...changes, auditPage(id, email), ...(isChangeable ? [step('remove')] : [])]} />;
}

interface DialogProps {
  readonly onClose: () => void;
  readonly onChange: () => void;
}

function OpenDialog({ open, onClose }: { readonly open: Open; readonly onClose: () => void }): ReactNode {
  const queries = useQueryClient();
  const onChange = (): void => void queries.invalidateQueries({ queryKey: keyOf(accountOperations.listMembers) });
  const common = { onClose, onChange };
  switch (open.kind) {
    case 'invite':
      return <InviteDialog {...common} />;
    case 'role':
      return <RoleDialog {...common} member={open.member} />;
    case 'remove':
      return <RemoveDialog {...common} member={open.member} />;
    case 'reset':
    case 'renew':
      return <LinkDialog {...common} member={open.member} kind={open.kind} />;
  }
}

function InviteDialog({ onClose, onChange }: DialogProps): ReactNode {
  const [invited, setInvited] = useState<MemberWithToken>();
  const form = useForm({
    initial: { email: '', role: 'viewer' },
    schema: 'inviteMemberBody',
    send: async (body) => {
      setInvited(await call(accountOperations.inviteMember, { body }));
      onChange();
    },
  });
  if (invited) return <TokenDialog member={invited} onClose={onClose} />;
  return (
    <Dialog title={words.inviteTitle} onClose={onClose}>
      <FormFrame form={form} submit={words.invite} onCancel={onClose}>
        <TextField form={form} name="email" type="email" label={words.email} isFirst />
        <ChoiceField form={form} name="role" label={words.role} choices={ROLES} />
      </FormFrame>
    </Dialog>
  );
}

function RoleDialog({ member, onClose, onChange }: DialogProps & { readonly member: MemberRecord }): ReactNode {
  const asSeen = useSeenVersion(member);
  const form = useForm({
    initial: { role: member.role },
    schema: 'updateMemberBody',
    send: async (body) => {
      await asSeen((ifMatch) => call(accountOperations.updateMember, { params: { id: member.id }, body, ifMatch }));
      onChange();
      toast(words.roleChanged(member.email));
      onClose();
    },
  });
  return (
    <Dialog title={words.roleTitle(member.email)} onClose={onClose}>
      <FormFrame form={form} submit={words.act.role} onCancel={onClose}>
        <ChoiceField form={form} name="role" label={words.role} choices={ROLES} />
      </FormFrame>
    </Dialog>
  );
}

function RemoveDialog({ member, onClose, onChange }: DialogProps & { readonly member: MemberRecord }): ReactNode {
  const asSeen = useSeenVersion(member);
  const remove = async (): Promise<void> => {
    await asSeen((ifMatch) => call(accountOperations.removeMember, { params: { id: member.id }, ifMatch }));
    onChange();
    toast(words.removed(member.email));
  };
  return (
    <ConfirmDialog title={words.removeTitle} action={words.act.remove} typed={member.email} onConfirm={remove} onClose={onClose}>
      <p>{words.removeText(member.email)}</p>
    </ConfirmDialog>
  );
}

function LinkDialog(props: DialogProps & { readonly member: MemberRecord; readonly kind: 'reset' | 'renew' }): ReactNode {
  const { member, kind, onClose, onChange } = props;
  const [issued, setIssued] = useState<MemberWithToken>();
  const form = useForm({
    initial: {},
    send: async () => {
      const issue = kind === 'reset' ? accountOperations.issuePasswordReset : accountOperations.renewInvitation;
      setIssued(await call(issue, { params: { id: member.id } }));
      onChange();
    },
  });
  if (issued) return <TokenDialog member={issued} onClose={onClose} />;
  return (
    <Dialog title={`${words.act[kind]}: ${member.email}`} onClose={onClose}>
      <p>{words.linkText[kind]}</p>
      <FormFrame form={form} submit={words.act[kind]} onCancel={onClose}>
        {null}
      </FormFrame>
    </Dialog>
  );
}

function TokenDialog({ member, onClose }: { readonly member: MemberWithToken; readonly onClose: () => void }): ReactNode {
  const { one_time_token: token, email } = member;
  return (
    <Dialog title={words.tokenTitle[token.purpose](email)} onClose={onClose} loses={strings.secret.loses} isWide>
      <SecretOnce label={words.tokenLink} value={token.url} onDone={onClose}>
        <p>
          {words.tokenText} <Time at={token.expires_at} />.
        </p>
      </SecretOnce>
    </Dialog>
  );
}
