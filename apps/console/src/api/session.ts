import type { Environment, SignedInRecord, SignInMethods } from './types.ts';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from './call.ts';
import { accountOperations } from './callable-operations.ts';

/** The signed-in member, account and permissions. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => call(accountOperations.getSession, { isAnonymous: true }),
  staleTime: 60_000,
  retry: false,
});

/** The ways to sign in that the installation has. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => call(accountOperations.getSignInMethods, { isAnonymous: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in member, inside of the shell, which has loaded the session. */
export function useSession(): SignedInRecord {
  return useSuspenseQuery(sessionQuery).data;
}

/** True for each permission that the member has; what a page offers follows it, and the API decides. */
export function usePermissions(): (permission: SignedInRecord['permissions'][number]) => boolean {
  const { permissions } = useSession();
  return (permission) => permissions.includes(permission);
}

/** The environment that the address names. */
export function useEnvironment(): Environment {
  const { environment } = useParams({ strict: false });
  return environment === 'production' ? 'production' : 'sandbox';
}

/** Single sign-on, if the installation has it. */
export function useSingleSignOn(): SignInMethods['single_sign_on'] {
  return useQuery(signInMethodsQuery).data?.single_sign_on ?? null;
}
