import { defineConfig } from 'vitest/config';
import { CountReporter } from './libs/testing/src/count-reporter.ts';

/** Holds the stack that runs by deploy/compose to end-to-end tests that use nothing but the API and the operator's. */
export default defineConfig({
  test: {
    name: 'stack',
    reporters: ['default', new CountReporter(import.meta.dirname)],
    include: ['e2e/{main-job,orders,stock,sku-codes,lists,no-oversell,tenants,webhooks-api}.e2e.test.ts'],
    globalSetup: ['./e2e/system/keep-seen-statuses.ts', './e2e/secrets/keep-output.ts', './e2e/stack/keep-stack.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
