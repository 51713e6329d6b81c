import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { accountOperations } from '../api/operations.ts';
import { interruption, type Interruption } from '../api/interruption.ts';
import { sessionQuery, useSingleSignOn } from '../api/session.ts';
import { useStore } from '../api/store.ts';
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

function ConfirmSession({ finish }: Interruption): ReactNode {
  const form = useForm({
    initial: { password: '' },
    send: async (body) => {
      await call(accountOperations.confirmSession, { body, isAnonymous: true });
      finish(true);
    },
  });
  return (
    <Dialog title={words.confirmTitle} onClose={() => finish(false)}>
      <p>{words.confirmText}</p>
      <FormFrame form={form} submit={words.confirm} onCancel={() => finish(false)}>
        <TextField form={form} name="password" type="password" label={words.password} autoComplete="current-password" isFirst />
      </FormFrame>
      <ProviderLink />
    </Dialog>
  );
}

function SignInAgain({ finish }: Interruption): ReactNode {
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
  // Without a session the page can show nothing else.
  const leave = (): void => {
    finish(false);
    queries.clear();
    const from = `${location.pathname}${location.search}`.slice('/console'.length);
    location.assign(`/console/sign-in?${new URLSearchParams({ from }).toString()}`);
  };
  return (
    <Dialog title={words.endedTitle} onClose={leave}>
      <p>{words.ended}</p>
      <FormFrame form={form} submit={words.submit} onCancel={leave}>
        <TextField form={form} name="email" type="email" label={words.email} autoComplete="username" />
        <TextField form={form} name="password" type="password" label={words.password} autoComplete="current-password" isFirst />
      </FormFrame>
      <ProviderLink />
    </Dialog>
  );
}

/** Single sign-on leaves the page, and comes back to the same address. */
function ProviderLink(): ReactNode {
  const provider = useSingleSignOn();
  if (provider === null) return null;
  const target = new URLSearchParams({ return_to: `${location.pathname}${location.search}` });
  return <a href={`${provider.path}?${target.toString()}`}>{words.with(provider.name)}</a>;
}
