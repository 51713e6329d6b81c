import { defineConfig } from 'vitest/config';

/** Shows every page of the console as pictures, for people to look at; it judges nothing. */
export default defineConfig({
  test: {
    name: 'screenshots',
    include: ['e2e/console/*.screenshots.ts'],
    globalSetup: [
      './tools/dev-stack/src/engines/engines-setup.ts',
      './e2e/system/keep-seen-statuses.ts',
      './e2e/secrets/keep-output.ts',
      './e2e/system/keep-shared-system.ts',
    ],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
