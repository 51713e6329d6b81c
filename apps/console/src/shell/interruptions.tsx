import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { accountOperations } from '../api/callable-operations.ts';
import { interruption, type Interruption } from '../api/interruption.ts';
import { UserFault } from '../api/problem.ts';
import { sessionQuery, useSingleSignOn } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormFrame, TextField, useForm } from '../parts/form.tsx';
import { strings } from '../strings.ts';

const { signIn: words } = strings;

/** The dialog that a request waits for, above the page, whose form stays as it is. */
export function Interruptions(): ReactNode {
  const open = useStore(interruption);
  if (open === undefined) return null;
  return open.reason === 'confirm' ? <ConfirmSession {...open} /> : <SignInAgain {...open} />;
}

/** Asks for a confirmation by the ways that the member has: the password, the identity provider, or a new link. */
function ConfirmSession({ finish }: Interruption): ReactNode {
  const hasPassword = useQuery({ ...sessionQuery, staleTime: 0 }).data?.has_password ?? true;
  return (
    <Dialog title={words.confirmTitle} onClose={() => finish(false)}>
      {hasPassword ? <ConfirmByPassword finish={finish} /> : <NewLink lead={words.confirmWithout} finish={finish} />}
      <ProviderLink />
    </Dialog>
  );
}

type Finishing = Pick<Interruption, 'finish'>;

function ConfirmByPassword({ finish }: Finishing): ReactNode {
  const form = useForm({
    initial: { password: '' },
    send: async (body) => {
      await call(accountOperations.confirmSession, { body, isAnonymous: true });
      finish(true);
    },
  });
  return (
    <>
      <p>{words.confirmText}</p>
      <FormFrame form={form} submit={words.confirm} onCancel={() => finish(false)}>
        <TextField form={form} name="password" type="password" label={words.password} autoComplete="current-password" isFirst />
      </FormFrame>
    </>
  );
}

/** The way of a member without a password: another sign-in link, opened in this browser, and back to the form that waits here. */
function NewLink({ lead, finish }: Finishing & { readonly lead: string }): ReactNode {
  const queries = useQueryClient();
  const member = queries.getQueryData(sessionQuery.queryKey)?.member;
  const form = useForm({
    initial: {},
    send: async () => {
      const signedIn = await call(accountOperations.getSession, { isAnonymous: true });
      if (signedIn.member.id !== member?.id) throw new UserFault(words.otherMember);
      if (Date.parse(signedIn.session.recent_until) <= Date.now()) throw new UserFault(words.noNewLink);
      queries.setQueryData(sessionQuery.queryKey, signedIn);
      finish(true);
    },
  });
  return (
    <>
      <p>{lead}</p>
      <p>{words.newLink}</p>
      <CodeBlock label={words.linkCommand} code={`npm run -s admin -- member sign-in-link ${member?.id ?? 'mem_…'}`} />
      <p className="quiet">{words.thenPassword}</p>
      <FormFrame form={form} submit={words.goOn} onCancel={() => finish(false)}>
        {null}
      </FormFrame>
    </>
  );
}

function SignInAgain({ finish }: Interruption): ReactNode {
  const queries = useQueryClient();
  // Without a session the page can show nothing else.
  const leave = (isDone: boolean): void => {
    finish(isDone);
    if (isDone) return;
    queries.clear();
    const from = `${location.pathname}${location.search}`.slice('/console'.length);
    location.assign(`/console/sign-in?${new URLSearchParams({ from }).toString()}`);
  };
  const hasPassword = queries.getQueryData(sessionQuery.queryKey)?.has_password ?? true;
  return (
    <Dialog title={words.endedTitle} onClose={() => leave(false)}>
      {hasPassword ? <SignInByPassword finish={leave} /> : <NewLink lead={words.endedWithout} finish={leave} />}
      <ProviderLink />
    </Dialog>
  );
}

function SignInByPassword({ finish }: Finishing): ReactNode {
  const queries = useQueryClient();
  const known = queries.getQueryData(sessionQuery.queryKey);
  const form = useForm({
    initial: { email: known?.member.email ?? '', password: '' },
    bodyOf: (values) => ({ ...values, ...(known ? { account_id: known.account.id } : {}) }),
    send: async (body) => {
      const signedIn = await call(accountOperations.signIn, { body, isAnonymous: true });
      queries.setQueryData(sessionQuery.queryKey, signedIn);
      finish(true);
    },
  });
  return (
    <>
      <p>{words.ended}</p>
      <FormFrame form={form} submit={words.submit} onCancel={() => finish(false)}>
        <TextField form={form} name="email" type="email" label={words.email} autoComplete="username" />
        <TextField form={form} name="password" type="password" label={words.password} autoComplete="current-password" isFirst />
      </FormFrame>
    </>
  );
}

/** Single sign-on leaves the page, and comes back to the same address. */
function ProviderLink(): ReactNode {
  const provider = useSingleSignOn();
  if (provider === null) return null;
  const target = new URLSearchParams({ return_to: `${location.pathname}${location.search}` });
  return <a href={`${provider.path}?${target.toString()}`}>{words.with(provider.name)}</a>;
}
