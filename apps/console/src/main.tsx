import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import './parts/states/status-badge.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';
import { whenReconnected } from './api/client.ts';
import { ConnectionLost } from './api/problem.ts';
import { locale } from './language/language.ts';
import { applyAppearance } from './parts/appearance.ts';
import { Toasts } from './parts/toasts.tsx';
import { ConnectionBanner } from './shell/connection-banner.tsx';
import { Interruptions } from './shell/interruptions.tsx';
import { makeRouter } from './shell/router.tsx';

applyAppearance();
// Compiled checks need `eval`, which the policy of the page forbids.
config({ jitless: true });

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (count, error) => error instanceof ConnectionLost && count < 2, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
whenReconnected(() => void queries.invalidateQueries());

const router = makeRouter(queries);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale={locale}>
        <QueryClientProvider client={queries}>
          <ConnectionBanner />
          <RouterProvider router={router} />
          <Interruptions />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
