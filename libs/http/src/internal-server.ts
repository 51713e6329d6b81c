import { createServer } from 'node:http';
import { LIVENESS_PATH, READINESS_PATH } from '@fulfilment/contracts';
import type { Metrics } from '@fulfilment/observability';
import express, { type Express } from 'express';
import { access } from './access.ts';
import {
  type ApiOptions,
  cacheControl,
  listen,
  mountRoutes,
  NOT_STORED,
  refusing,
  type RunningServer,
  stopServer,
} from './api-server.ts';
import { failures, notFound } from './problem.ts';
import { requestIds } from './request-context.ts';

/** One check of readiness. */
export interface Check {
  readonly name: string;
  /** True where the process can work without it: its failure is `degraded`, not unready. */
  readonly optional?: boolean;
  readonly check: () => Promise<boolean> | boolean;
}

/** Options of {@link startInternal}. */
export interface InternalOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  readonly checks: readonly Check[];
  /** The operator's API, for a process whose own port is not that of a service; its paths begin with `/operator/`. */
  readonly operator?: Pick<ApiOptions, 'routes' | 'verify' | 'publicUrl' | 'logger' | 'translate' | 'serves'>;
}

/** The running server for operators. */
export interface InternalServer extends RunningServer {
  /** From now on `/readyz` answers 503, so that no new work is sent. */
  drain(): void;
}

/** Starts the port for operators: `/livez`, `/readyz` with detail, `/metrics` (Prometheus), and the operator's API where there is one. */
export async function startInternal(options: InternalOptions): Promise<InternalServer> {
  const state = { draining: false };
  const server = createServer(internalApp(options, state));
  const port = await listen(server, options);
  return {
    port,
    drain: () => {
      state.draining = true;
    },
    stop: () => stopServer(server),
  };
}

function internalApp({ metrics, checks, operator }: InternalOptions, state: { readonly draining: boolean }): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get(LIVENESS_PATH, (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get(READINESS_PATH, async (_request, response) => {
    const report = await readiness(checks, state.draining);
    response.status(report.status === 'unready' ? 503 : 200).json(report);
  });
  app.get('/metrics', async (scrape, response) => {
    const { contentType, text } = await metrics.page(scrape.get('accept'));
    response.type(contentType).send(text);
  });
  if (operator) {
    app.use('/operator', cacheControl(NOT_STORED), requestIds, access(operator.verify), refusing(operator.serves));
    mountRoutes(app, operator.routes);
    app.use('/operator', notFound, failures(operator));
  }
  return app;
}

interface Readiness {
  readonly status: 'ready' | 'degraded' | 'unready';
  readonly checks: Readonly<Record<string, 'ok' | 'failing'>>;
}

async function readiness(checks: readonly Check[], draining: boolean): Promise<Readiness> {
  // Without running the checks: new work has to go to other instances at once.
  if (draining) return { status: 'unready', checks: {} };
  const results = await Promise.all(
    checks.map(async ({ name, optional = false, check }) => ({ name, optional, ok: await check() })),
  );
  const failing = results.filter(({ ok }) => !ok);
  const unready = failing.some(({ optional }) => !optional);
  return {
    status: unready ? 'unready' : failing.length > 0 ? 'degraded' : 'ready',
    checks: Object.fromEntries(results.map(({ name, ok }) => [name, ok ? 'ok' : 'failing'])),
  };
}
