import '../src/styles/tokens.css';
import '../src/styles/base.css';
import '../src/styles/parts.css';
import '../src/styles/shell.css';
import '../src/styles/operations.css';
import '../src/parts/states/status-badge.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from '../src/api/session.ts';
import { locale } from '../src/language/language.ts';
import { Toasts } from '../src/parts/toasts.tsx';
import { layoutFaults } from './layout-faults.ts';
import { SCENES } from './scenes.tsx';
import { isTextKind, SCENE_NAMES, TEXTS } from './texts.ts';

/** Shows the scene that the address names, with texts of one kind, as a page of the console: `/sandbox/‹scene›?text=‹kind›`. */
const { pathname, searchParams } = new URL(location.href);
const name = SCENE_NAMES.find((each) => pathname.endsWith(`/${each}`));
const kind = searchParams.get('text') ?? '';
if (name === undefined || !isTextKind(kind)) throw new Error(`No scene has the address ${location.href}`);
const Scene = SCENES[name];

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
// Of the session, parts read who the member is and what they may do.
queries.setQueryData([...sessionQuery.queryKey], {
  member: { id: 'mem_1' },
  permissions: ['orders:read', 'webhooks:read', 'audit:read'],
});

const root = createRootRoute();
const page = createRoute({
  getParentRoute: () => root,
  path: '/$environment/$scene',
  component: () => (
    <main className="content" id="content" tabIndex={-1}>
      <Suspense>
        <Scene text={TEXTS[kind]} />
      </Suspense>
    </main>
  ),
});
const router = createRouter({ routeTree: root.addChildren([page]) });

// Asked by the test.
Object.assign(window, { layoutFaults });

const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <StrictMode>
      <I18nProvider locale={locale}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
