import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiProblem } from '../api/problem.ts';
import { sessionQuery } from '../api/session.ts';
import type { Permission } from '../api/types.ts';
import { FailedPage, NotFoundPage, NotForRole } from './fallback-pages.tsx';
import { PAGES } from './pages.ts';
import { Shell } from './shell.tsx';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({ component: Outlet });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/$environment', params: { environment: 'sandbox' } });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const redeem = (['invitation', 'reset'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      () => import('../pages/sign-in/redeem-token-page.tsx'),
      path === 'invitation' ? 'InvitationPage' : 'ResetPage',
    ),
  }),
);

const environment = createRoute({
  getParentRoute: () => root,
  path: '/$environment',
  beforeLoad: async ({ params, context, location }) => {
    if (params.environment !== 'sandbox' && params.environment !== 'production') throw notFound();
    await context.queries.ensureQueryData(sessionQuery).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 401)
        throw redirect({ to: '/sign-in', search: { from: location.href } });
      throw error;
    });
  },
  component: Shell,
});

const start = createRoute({
  getParentRoute: () => environment,
  path: '/',
  beforeLoad: async ({ params, context }) => {
    const { permissions } = await context.queries.ensureQueryData(sessionQuery);
    const first = PAGES.find(({ permission }) => permission === undefined || permissions.includes(permission));
    throw redirect({ to: `/${params.environment}/${first?.path ?? ''}` });
  },
});

async function allows(queries: QueryClient, permission: Permission | undefined): Promise<boolean> {
  return permission === undefined || (await queries.ensureQueryData(sessionQuery)).permissions.includes(permission);
}

const pages = PAGES.map(({ path, permission, component }) =>
  createRoute({
    getParentRoute: () => environment,
    path,
    component,
    beforeLoad: async ({ context }) => {
      if (!(await allows(context.queries, permission))) throw new NotForRole();
    },
  }),
);

/** Makes the router of the console, whose addresses lie below `/console`. */
export function makeRouter(queries: QueryClient) {
  return createRouter({
    basepath: '/console',
    routeTree: root.addChildren([home, signIn, ...redeem, environment.addChildren([start, ...pages])]),
    context: { queries },
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: FailedPage,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
      return text === '' ? '' : `?${text}`;
    },
    scrollRestoration: true,
    defaultPreload: 'intent',
  });
}
