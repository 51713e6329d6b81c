import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { ApiProblem } from '../../api/problem.ts';
import { sessionQuery, useSingleSignOn } from '../../api/session.ts';
import { useAddressValues } from '../../parts/address-values.ts';
import { ChoiceField, FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { strings } from '../../strings.ts';
import { Door, tokenOfLink } from './door.tsx';

const { signIn: words } = strings;

/** Sign-in by password, at the identity provider, or by a one-time link, and back to the page that asked for it. */
export function SignInPage(): ReactNode {
  const [{ from: asked = '' }] = useAddressValues();
  const from = pathWithin(asked);
  const provider = useSingleSignOn();
  return (
    <Door>
      <PageHeader title={words.title} />
      <LinkSignIn from={from} />
      {provider && (
        <>
          <a className="button" href={`${provider.path}?${new URLSearchParams({ return_to: `/console${from}` }).toString()}`}>
            {words.with(provider.name)}
          </a>
          <span className="door-or">{words.or}</span>
        </>
      )}
      <PasswordForm from={from} />
      <p className="quiet">{words.forgotten}</p>
    </Door>
  );
}

/** Redeems the token of a one-time link, which the address carries as its fragment. One that is not good any more says so. */
function LinkSignIn({ from }: { readonly from: string }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [token] = useState(tokenOfLink);
  const [failure, setFailure] = useState<unknown>();
  const isBegun = useRef(false);
  useEffect(() => {
    // A token is good once.
    if (token === '' || isBegun.current) return;
    isBegun.current = true;
    const redeem = async (): Promise<void> => {
      const signedIn = await call(accountOperations.redeemSignInLink, { body: { token }, isAnonymous: true });
      queries.setQueryData(sessionQuery.queryKey, signedIn);
      await navigate({ href: from, replace: true });
    };
    redeem().catch(setFailure);
  }, [from, navigate, queries, token]);
  if (token === '') return null;
  return failure === undefined ? <p role="status">{words.link}</p> : <ProblemNotice error={failure} />;
}

function PasswordForm({ from }: { readonly from: string }): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [accounts, setAccounts] = useState<readonly { readonly id: string; readonly name: string }[]>([]);
  const form = useForm({
    initial: { email: '', password: '', account_id: '' },
    bodyOf: ({ account_id: account, ...rest }) => ({ ...rest, ...(account === '' ? {} : { account_id: account }) }),
    send: async (body) => {
      try {
        const signedIn = await call(accountOperations.signIn, { body, isAnonymous: true });
        queries.setQueryData(sessionQuery.queryKey, signedIn);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'several_accounts') setAccounts(error.document.accounts ?? []);
        throw error;
      }
      await navigate({ href: from });
    },
  });
  return (
    <FormFrame form={form} submit={words.submit}>
      <TextField form={form} name="email" type="email" label={words.email} autoComplete="username" isFirst />
      <TextField form={form} name="password" type="password" label={words.password} autoComplete="current-password" />
      {accounts.length > 0 && (
        <ChoiceField
          form={form}
          name="account_id"
          label={words.accounts}
          choices={accounts.map(({ id, name }) => ({ value: id, label: name, hint: id }))}
        />
      )}
    </FormFrame>
  );
}

/** A path of the console, below `/console`; its start for anything else that the address may name. */
function pathWithin(from: string): string {
  return /^\/(?:sandbox|production)(?:\/|$)/.test(from) ? from : '/';
}
