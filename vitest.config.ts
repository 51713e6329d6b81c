import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CostReporter } from './libs/testing/src/cost-reporter.ts';
import { CountReporter } from './libs/testing/src/count-reporter.ts';
import { LongestFirst } from './libs/testing/src/longest-first.ts';
import { patient } from './libs/testing/src/patient.ts';
import { ProgressReporter } from './libs/testing/src/progress-reporter.ts';
import { StallReporter } from './libs/testing/src/stall-reporter.ts';

const SOURCES = '{apps,libs,tools}/**';
/** The benchmarks' tests run by `npm run test:bench`. */
const BENCH = 'tools/bench/**';
/**
 * Files that depend on tools of others (generators, compilers, fuzzers, Helm), that hold what an image, an upgrade, a cluster of engines
 * or engines with TLS and users do, that read the log of engines of their own, and those of the tools that start engines and drills:
 * `npm run test:full`. `npm test` holds every behaviour of the product without them.
 */
const FULL = [
  'e2e/{clients-types,generators,contract-fuzzing,helm-chart,walks}.e2e.test.ts',
  'e2e/{bundles,release-data,rolling-upgrade,topics-grow}.e2e.test.ts',
  'e2e/{command-counts,secured-engines}.e2e.test.ts',
  'e2e/{three-brokers,three-brokers-restart}.int.test.ts',
  'tools/dev-stack/src/engines/start-engines.int.test.ts',
  'tools/dev-stack/src/system/start-command.e2e.test.ts',
  'tools/drill/**/*.{e2e,int}.test.ts',
];
const ENGINES_SETUP = './tools/dev-stack/src/engines/engines-setup.ts';
const SEEN_SETUP = './e2e/system/keep-seen-statuses.ts';
const OUTPUT_SETUP = './e2e/secrets/keep-output.ts';
/**
 * Of the programs that tests start. Nx forces colours on what it runs; they would then colour the numbers that they print. The
 * compile cache halves what a start of a command costs.
 */
const PROGRAMS = { FORCE_COLOR: '0', NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/compile') };
/** For `expect.poll`, as `eventually` has it. */
const PATIENT = { poll: { timeout: patient(30_000), interval: 100 } };
/** Properties have another seed in every run; one that fails names the command that repeats it. */
const PROPERTY_SETUP = './libs/testing/src/property-seed.ts';
const BUNDLES_SETUP = './e2e/system/keep-bundles.ts';
const SYSTEM_SETUP = './e2e/system/keep-shared-system.ts';
const CPU_SETUP = './libs/testing/src/count-cpu.setup.ts';
const RETRIES_SETUP = './e2e/system/before-retries.ts';
/** Further tries of a failed test on engines, 0 unless CI sets it. A property has the same seed in each. */
const RETRIES = Number(process.env['TEST_RETRIES'] ?? 0);
/** The cost of each file in the runs of this folder. */
const COSTS = join(import.meta.dirname, '.cache/test-costs.json');

/** For how long tests are told to go on that make up their work, one of them at most for so long. */
const GOES_ON_MS = 1_000 * Math.max(Number(process.env['MODEL_SECONDS'] ?? 0), Number(process.env['FUZZING_SECONDS'] ?? 0));

/** Of files that run the whole system, or ask the one that they share. */
const SYSTEM_TESTS = {
  setupFiles: [CPU_SETUP, RETRIES_SETUP],
  globalSetup: [ENGINES_SETUP, BUNDLES_SETUP, SEEN_SETUP, OUTPUT_SETUP, SYSTEM_SETUP],
  testTimeout: patient(180_000),
  retry: RETRIES,
  hookTimeout: patient(180_000),
  expect: PATIENT,
  isolate: false,
  // Files wait for what a system does: a worker takes about half to two thirds of a core, that of its system included.
  maxWorkers: 4,
};

export default defineConfig({
  test: {
    // A test that passes when it is tried again leaves nothing but its message.
    chaiConfig: { truncateThreshold: 400 },
    reporters: [
      'default',
      new CostReporter(COSTS, import.meta.dirname),
      new ProgressReporter(COSTS, import.meta.dirname),
      new StallReporter(import.meta.dirname, GOES_ON_MS),
      new CountReporter(import.meta.dirname),
    ],
    sequence: { sequencer: LongestFirst },
    // The stores of the shared system are held against the invariants before it is stopped.
    teardownTimeout: 120_000,
    coverage: { provider: 'v8', include: ['{apps,libs,tools}/**/src/**/*.ts'], exclude: ['**/*.test.ts', '**/main.ts'] },
    projects: [
      {
        // The library as the compiler knows it: its package exists only when it is built.
        resolve: { alias: { '@fulfilment/client': join(import.meta.dirname, 'libs/clients/node/src/index.ts') } },
        test: {
          name: 'unit',
          env: PROGRAMS,
          setupFiles: [CPU_SETUP, PROPERTY_SETUP],
          include: [`${SOURCES}/*.test.ts`, 'e2e/simulation/**/*.test.ts', '*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.e2e.test.ts', BENCH],
          // Several of them hold documents of a megabyte against schemas, on machines that do other work beside it.
          testTimeout: patient(60_000),
          hookTimeout: patient(60_000),
          expect: PATIENT,
          maxWorkers: 5,
          // Importing the libraries costs most files more than their tests do: each process imports them once.
          isolate: false,
          restoreMocks: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          env: PROGRAMS,
          setupFiles: [CPU_SETUP, PROPERTY_SETUP, RETRIES_SETUP],
          include: [`${SOURCES}/*.int.test.ts`, 'e2e/**/*.int.test.ts'],
          exclude: ['**/node_modules/**', ...FULL],
          globalSetup: ENGINES_SETUP,
          retry: RETRIES,
          testTimeout: patient(60_000),
          hookTimeout: patient(60_000),
          expect: PATIENT,
          isolate: false,
          // Much of it is waiting for Kafka's groups: a worker takes a third of a core, its share of engines included. It begins as
          // unit tests end, whose workers wait for the modules that the main process transforms.
          maxWorkers: 5,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: [`${SOURCES}/*.e2e.test.ts`, 'e2e/**/*.e2e.test.ts'],
          env: PROGRAMS,
          exclude: ['**/node_modules/**', BENCH, ...FULL],
          ...SYSTEM_TESTS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          // Judges what all the others saw; filtered out of a partial run together with what it is not named after.
          name: 'record',
          include: ['e2e/*.record.test.ts'],
          globalSetup: [SEEN_SETUP, OUTPUT_SETUP, SYSTEM_SETUP],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'full',
          include: FULL,
          env: PROGRAMS,
          ...SYSTEM_TESTS,
          // Begins as e2e ends.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
