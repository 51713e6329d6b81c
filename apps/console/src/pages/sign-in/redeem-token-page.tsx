import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { sessionQuery } from '../../api/session.ts';
import { FormFrame, TextField, useForm } from '../../parts/form.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { strings } from '../../strings.ts';
import { Door, tokenOfLink } from './door.tsx';

const { redeem } = strings;

/** Accepts an invitation: the link's token, and a password of one's own. */
export function InvitationPage(): ReactNode {
  return <RedeemPage operation={accountOperations.acceptInvitation} words={redeem.invitation} />;
}

/** Chooses another password, by the token of a link. */
export function ResetPage(): ReactNode {
  return <RedeemPage operation={accountOperations.resetPassword} words={redeem.reset} />;
}

interface RedeemPageProps {
  readonly operation: typeof accountOperations.acceptInvitation | typeof accountOperations.resetPassword;
  readonly words: { readonly title: string; readonly lead: string; readonly submit: string };
}

function RedeemPage({ operation, words }: RedeemPageProps): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  // The fragment reaches no server; it stays in the address until the token is redeemed, so that the page can be reloaded.
  const [token] = useState(tokenOfLink);
  const form = useForm({
    initial: { password: '', again: '' },
    schema: 'redeemTokenBody',
    bodyOf: ({ password }) => ({ token, password }),
    check: ({ password, again }) => (password === again ? {} : { again: redeem.different }),
    send: async (body) => {
      const signedIn = await call(operation, { body, isAnonymous: true });
      queries.setQueryData(sessionQuery.queryKey, signedIn);
      await navigate({ to: '/', replace: true });
    },
  });
  return (
    <Door>
      <PageHeader title={words.title} lead={words.lead} />
      {token === '' ? (
        <p className="notice" data-kind="error" role="alert">
          {redeem.noToken}
        </p>
      ) : (
        <FormFrame form={form} submit={words.submit}>
          <TextField
            form={form}
            name="password"
            type="password"
            label={redeem.password}
            hint={redeem.passwordHint}
            autoComplete="new-password"
            isFirst
          />
          <TextField form={form} name="again" type="password" label={redeem.again} autoComplete="new-password" />
        </FormFrame>
      )}
    </Door>
  );
}
