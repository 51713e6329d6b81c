import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, keyOf, reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { sessionQuery, useSession } from '../../api/session.ts';
import type { SessionRecord } from '../../api/types.ts';
import { inWords } from '../../language/codes.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { type BodyOf, type Form, FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { Panel } from '../../parts/facts.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { localTime, Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toasts.tsx';
import { strings } from '../../strings.ts';
import { settingsWords } from './settings-strings.ts';

const { ownSignIn: words } = strings;

const FACTS: readonly Column<SessionRecord>[] = [
  {
    id: 'browser',
    title: words.browser,
    brief: 'what',
    cell: ({ user_agent: agent, current }) => (
      <>
        <span className="clipped" title={agent ?? ''}>
          {browserOf(agent)}
        </span>
        {current && <StatusBadge tone="good">{words.current}</StatusBadge>}
      </>
    ),
  },
  { id: 'address', title: words.address, brief: 'who', cell: ({ address }) => <code>{address ?? '–'}</code> },
  { id: 'method', title: words.method, brief: 'when', cell: ({ method }) => inWords(method, settingsWords.methods) },
  { id: 'used', title: words.lastUsed, brief: 'amount', cell: ({ last_used_at: at }) => <Time at={at} isRelative /> },
  { id: 'opened', title: words.opened, priority: 'low', cell: ({ created_at: at }) => <Time at={at} /> },
];

/** The member's own sign-in: open sessions, and the password. */
export function SignInSettingsPage(): ReactNode {
  const queries = useQueryClient();
  const [ending, setEnding] = useState<SessionRecord | 'others'>();
  const sessions = useQuery(reading(accountOperations.listSessions));
  const list = {
    rows: sessions.data?.data,
    error: sessions.error,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => undefined,
    reload: () => void sessions.refetch(),
  };
  const end = async (): Promise<void> => {
    if (ending === 'others' || ending === undefined) await call(accountOperations.revokeOtherSessions);
    else await call(accountOperations.revokeSession, { params: { id: ending.id } });
    await queries.invalidateQueries({ queryKey: keyOf(accountOperations.listSessions) });
    toast(words.ended);
  };
  const others = (list.rows?.length ?? 0) > 1 && <Button onPress={() => setEnding('others')}>{words.endOthers}</Button>;
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={others} />
      <div className="stack">
        <DataTable
          label={words.sessions}
          columns={[...FACTS, endColumn(setEnding)]}
          list={list}
          keyOf={({ id }) => id}
          empty={{ title: words.sessions, text: '' }}
        />
        <PasswordSection />
      </div>
      {ending !== undefined && (
        <ConfirmDialog title={words.endTitle} action={words.end} onConfirm={end} onClose={() => setEnding(undefined)}>
          <p>{ending === 'others' ? words.endOthersText : words.endText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function endColumn(setEnding: (session: SessionRecord) => void): Column<SessionRecord> {
  return {
    id: 'actions',
    title: words.actions,
    brief: 'note',
    hasHiddenTitle: true,
    cell: (session) =>
      !session.current && (
        <Button
          kind="danger-quiet"
          size="small"
          onPress={() => setEnding(session)}
          label={words.endNamed(session.address ?? session.id)}
        >
          {words.end}
        </Button>
      ),
  };
}

function PasswordSection(): ReactNode {
  const { has_password: hasPassword, session } = useSession();
  const method = session.method === 'link' ? <FirstPassword until={session.recent_until} /> : <p>{words.firstElsewhere}</p>;
  return (
    <Panel title={words.password}>
      <div className="narrow stack">{hasPassword ? <AnotherPassword /> : method}</div>
    </Panel>
  );
}

/** Sends a new password; the session tells from then on that the member has one. */
function useChangePassword() {
  const queries = useQueryClient();
  return async (body: BodyOf<'changePasswordBody'>): Promise<void> => {
    queries.setQueryData(sessionQuery.queryKey, await call(accountOperations.changePassword, { body }));
    await queries.invalidateQueries({ queryKey: keyOf(accountOperations.listSessions) });
  };
}

const differing = ({ new_password: chosen, again }: { readonly new_password: string; readonly again: string }) =>
  chosen === again ? {} : { again: strings.redeem.different };

function AnotherPassword(): ReactNode {
  const change = useChangePassword();
  const form = useForm({
    initial: { current_password: '', new_password: '', again: '' },
    schema: 'changePasswordBody',
    bodyOf: ({ again: _repeated, ...body }) => body,
    check: differing,
    send: async (body) => {
      await change(body);
      form.reset();
      toast(words.passwordChanged);
    },
  });
  return (
    <>
      <p className="quiet">{words.passwordLead}</p>
      <FormFrame form={form} submit={words.changePassword}>
        <TextField
          form={form}
          name="current_password"
          type="password"
          label={words.currentPassword}
          autoComplete="current-password"
        />
        <NewPasswordFields form={form} />
      </FormFrame>
    </>
  );
}

/** The first password of a member who signed in by a link. @param until the link stands for the present password so long. */
function FirstPassword({ until }: { readonly until: string }): ReactNode {
  const change = useChangePassword();
  const form = useForm({
    initial: { new_password: '', again: '' },
    schema: 'changePasswordBody',
    bodyOf: ({ again: _repeated, ...body }) => body,
    check: differing,
    send: async (body) => {
      await change(body);
      toast(words.passwordSet);
    },
  });
  return (
    <>
      <p>{Date.parse(until) > Date.now() ? words.firstLead(localTime(until)) : words.firstLate}</p>
      <FormFrame form={form} submit={words.setPassword}>
        <NewPasswordFields form={form} />
      </FormFrame>
    </>
  );
}

function NewPasswordFields({ form }: { readonly form: Form<'new_password' | 'again'> }): ReactNode {
  return (
    <>
      <TextField
        form={form}
        name="new_password"
        type="password"
        label={strings.redeem.password}
        hint={strings.redeem.passwordHint}
        autoComplete="new-password"
      />
      <TextField form={form} name="again" type="password" label={strings.redeem.again} autoComplete="new-password" />
    </>
  );
}

const BROWSERS = [/Edg\/\d+/, /Firefox\/\d+/, /Chrome\/\d+/, /Version\/\d+.*Safari/, /curl\/[\d.]+/];

/** The browser's name and version of a `User-Agent`; its beginning where it is none of those that are known. */
function browserOf(agent: string | null): string {
  const found = BROWSERS.map((pattern) => pattern.exec(agent ?? '')?.[0]).find((name) => name !== undefined);
  return found?.replace('/', ' ').replace('Edg ', 'Edge ') ?? agent ?? words.unknownBrowser;
}
