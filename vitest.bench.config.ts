import { defineConfig } from 'vitest/config';

const TESTS = 'tools/bench/src/**';

/** The benchmarks' own tests, apart from those of the product: they measure everything once, and take a system for themselves. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${TESTS}/*.test.ts`],
          exclude: ['**/*.e2e.test.ts'],
          testTimeout: 20_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: [`${TESTS}/*.e2e.test.ts`],
          globalSetup: './tools/dev-stack/src/engines/engines-setup.ts',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
