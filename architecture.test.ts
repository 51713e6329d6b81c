import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { walksIn } from './e2e/walks/walks-page.ts';
import { z } from 'zod';
import { declaredIn, isForTests, undeclaredPackages, unusedPackages } from './tools/architecture/declared-packages.ts';
import { clockBounds, fixedWaits, isOfTests } from './tools/architecture/fixed-waits.ts';
import { fileCycles, measureHouse, operatorPaths, upwardImports } from './tools/architecture/house.ts';
import type { SourceFile } from './tools/architecture/imports.ts';
import { pathLiterals } from './tools/architecture/path-literals.ts';
import { boundaryViolations, packageCycles, readPackages, type WorkspacePackage } from './tools/architecture/package-graph.ts';
import { undocumentedExports } from './tools/architecture/undocumented-exports.ts';
import { forbiddenImports } from './tools/architecture/import-rules.ts';

const root = import.meta.dirname;
const sources: readonly SourceFile[] = globSync('{apps,libs,tools}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
  .toSorted()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
/** Files without product code, whose imports only have to be declared. */
const around: readonly SourceFile[] = globSync('{e2e/**/*.ts,*.ts}', { cwd: root })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const product = sources.filter(({ file }) => !isForTests(file));

describe('the table of imports', () => {
  test.each([
    ['a driver in the domain', 'apps/orders/src/orders/domain/order.ts', "import { MongoClient } from 'mongodb';"],
    [
      'contracts in the domain',
      'apps/orders/src/orders/domain/order.ts',
      "import type { OrderRecord } from '@fulfilment/contracts';",
    ],
    ["Node's own in the domain", 'apps/orders/src/orders/domain/order.ts', "import { randomUUID } from 'node:crypto';"],
    ['the store in the domain', 'apps/orders/src/orders/domain/order.ts', "import { orders } from '../order-store.ts';"],
    ['the store in a use case', 'apps/orders/src/saga/run-step.ts', "import type { Doc } from '../orders/order-documents.ts';"],
    ['the broker in a use case', 'apps/orders/src/saga/run-step.ts', "import { Relay } from '@fulfilment/messaging';"],
    ['a use case in the store', 'apps/orders/src/orders/order-store.ts', "import { ship } from '../saga/run-step.ts';"],
    [
      'a composed subject in a use case',
      'apps/orders/src/saga/run-step.ts',
      "import { composeOrders } from '../orders/compose.ts';",
    ],
    ['the store in a route', 'apps/orders/src/orders/order-routes.ts', "export * from './order-store.ts';"],
    ['another app by its path', 'apps/orders/src/compose.ts', "import { scan } from '../../scans/src/scans/create-scan.ts';"],
    ['another app by its name', 'apps/orders/src/compose.ts', "export { compose } from '@fulfilment/scans';"],
    ['a driver where a service is composed', 'apps/orders/src/compose.ts', "import { MongoClient } from 'mongodb';"],
    ['anything in an undeclared subject', 'apps/orders/src/returns/take-back.ts', "import { id } from './domain/return.ts';"],
    ['a room above', 'apps/inventory/src/locations/location-store.ts', "import { barcodes } from '../skus/sku-store.ts';"],
    [
      'a type of a room above',
      'apps/inventory/src/locations/read-locations.ts',
      "import type { SkuStore } from '../skus/sku-ports.ts';",
    ],
    [
      'a room above in machinery',
      'apps/gateway/src/authentication/passwords.ts',
      "import { bucketsOfNetworks } from '../rate-limiting/buckets.ts';",
    ],
    [
      'a room above where a subject is composed',
      'apps/gateway/src/accounts/compose.ts',
      "import { makeMemberStore } from '../members/member-store.ts';",
    ],
    ['the configuration in a room', 'apps/gateway/src/proxy/attempt.ts', "import type { Config } from '../config.ts';"],
    [
      'the application in a use case',
      'apps/inventory/src/skus/read-skus.ts',
      "import type { Application } from '../application.ts';",
    ],
    [
      'the application in a presentation',
      'apps/inventory/src/import-export/tables-presentation.ts',
      "import type { Application } from '../application.ts';",
    ],
    ['contracts in a model', 'apps/inventory/src/model/sku.ts', "import { errors } from '@fulfilment/contracts';"],
    ['the library of the tests in a service', 'apps/orders/src/compose.ts', "import { eventually } from '@fulfilment/testing';"],
    ['a part of that library', 'apps/orders/src/compose.ts', "import { newCaller } from '@fulfilment/service/test-bed';"],
    [
      'a page in a part of the console',
      'apps/console/src/parts/tabs.tsx',
      "import { KeyPage } from '../pages/keys/key-page.tsx';",
    ],
    ['a page in another page', 'apps/console/src/pages/a/a.tsx', "import { B } from '../b/b.tsx';"],
    ['a library of services in the console', 'apps/console/src/api/client.ts', "import { route } from '@fulfilment/http';"],
    ["Node's own in the console", 'apps/console/src/api/client.ts', "import { join } from 'node:path';"],
    ['a library above', 'libs/mongo/src/connect.ts', "import { Relay } from '@fulfilment/messaging';"],
    ['a library beside', 'libs/messaging/src/outbox.ts', "import { route } from '@fulfilment/http';"],
    ['a library in a client library', 'libs/clients/node/src/client.ts', "import { AppError } from '@fulfilment/kernel';"],
    ['a library in the tool of the client', 'libs/clients/cli/src/session.ts', "import { AppError } from '@fulfilment/kernel';"],
    [
      'a file of the client library in its tool',
      'libs/clients/cli/src/feed.ts',
      "import { Feed } from '../../node/src/feed.ts';",
    ],
    ['anything in the kernel', 'libs/kernel/src/ids.ts', "import { ERRORS } from '@fulfilment/contracts';"],
    ['an app in a library', 'libs/http/src/route.ts', "import { compose } from '@fulfilment/orders';"],
    ['an app in a tool', 'tools/dev-stack/src/start.ts', "import { compose } from '@fulfilment/orders';"],
    ['stored documents in another tool', 'tools/bench/src/subject.ts', "import { ORDERS } from '@fulfilment/orders/documents';"],
    ['stored documents in a service', 'apps/scans/src/compose.ts', "import { ORDERS } from '@fulfilment/orders/documents';"],
    ['an app in verification', 'tools/verify/src/look.ts', "import { compose } from '@fulfilment/orders';"],
    ['a part of an app in verification', 'tools/verify/src/look.ts', "import { compose } from '@fulfilment/orders/compose';"],
    [
      'a file of an app in verification',
      'tools/verify/src/look.ts',
      "import { ORDERS } from '../../../apps/orders/src/documents.ts';",
    ],
    ['a tool in a service', 'apps/orders/src/compose.ts', "import { startEngines } from '@fulfilment/dev-stack';"],
    [
      'a value of a tool in the command line',
      'apps/cli/src/running-system.ts',
      "import { readRun } from '@fulfilment/dev-stack/run-file';",
    ],
    ['a tool in a library', 'libs/http/src/route.ts', "import { verifySystem } from '@fulfilment/verify';"],
    ['a tool in the tool below', 'tools/dev-stack/src/start.ts', "import { verifySystem } from '@fulfilment/verify';"],
    ['the inside of a library', 'apps/orders/src/compose.ts', "import { mac } from '../../../libs/mongo/src/cursor.ts';"],
    ['an HTTP client beside its owner', 'apps/webhooks/src/dispatch/endpoint-worker.ts', "import { request } from 'undici';"],
    ['the store in a pure folder of machinery', 'apps/webhooks/src/dispatch/domain/pace.ts', "import '../queue-store.ts';"],
    ['a driver beside its owner', 'libs/http/src/route.ts', "const redis = await import('ioredis');"],
    ['a part of a driver beside its owner', 'libs/http/src/route.ts', "import codes from 'kafkajs/src/protocol/error.js';"],
    ['a type of a driver beside its owner', 'libs/service/src/open.ts', "type Client = import('mongodb').MongoClient;"],
  ])('refuses %s', (_what, file, text) => {
    expect(forbiddenImports({ file, text })).toHaveLength(1);
  });

  test.each([
    ['stored documents in verification', 'tools/verify/src/look.ts', "import { ORDERS } from '@fulfilment/orders/documents';"],
    ['the domain in a use case', 'apps/orders/src/saga/run-step.ts', "import { ship } from '../orders/domain/order.ts';"],
    ['a type of the driver where a service is composed', 'apps/orders/src/compose.ts', "import type { Db } from 'mongodb';"],
    ['the store where a subject is composed', 'apps/gateway/src/accounts/compose.ts', "import { keys } from './key-store.ts';"],
    [
      'the type of the run file in the command line',
      'apps/cli/src/running-system.ts',
      "import type { Run } from '@fulfilment/dev-stack/run-file';",
    ],
    [
      'a room below',
      'apps/inventory/src/skus/read-skus.ts',
      "import type { LocationStore } from '../locations/location-ports.ts';",
    ],
    [
      'the application in routes',
      'apps/inventory/src/skus/sku-routes.ts',
      "import type { Application } from '../application.ts';",
    ],
    ['documents in a cache', 'apps/inventory/src/stock/stock-cache.ts', "import { toSku } from '../database/sku-documents.ts';"],
    ['ports in the store', 'apps/orders/src/orders/order-store.ts', "import type { Lines } from './line-ports.ts';"],
    ['the client library in its tool', 'libs/clients/cli/src/session.ts', "import { VERSION } from '@fulfilment/client';"],
    ['a part in a page of the console', 'apps/console/src/pages/a/a.tsx', "import { Tabs } from '../../parts/tabs.tsx';"],
    ['a file beside it in a page', 'apps/console/src/pages/a/a.tsx', "import { B } from './b.tsx';"],
    ['a library below', 'libs/http/src/route.ts', "import { AppError } from '@fulfilment/kernel';"],
  ])('allows %s', (_what, file, text) => {
    expect(forbiddenImports({ file, text })).toEqual([]);
  });

  test('finds an undeclared package, a type as well', () => {
    const source = { file: 'libs/kernel/src/ids.ts', text: "import type { z } from 'zod';" };

    expect(undeclaredPackages(root, source)).toEqual(['libs/kernel/src/ids.ts imports zod: not declared in libs/kernel']);
  });
});

test('an import of a room above is counted, of a type as well, and not the application in routes', () => {
  const routes = "import type { Application } from '../application.ts';\nimport { csv } from '../batches/csv.ts';";
  const planted = [
    { file: 'apps/inventory/src/skus/sku-routes.ts', text: routes },
    { file: 'apps/inventory/src/skus/sku-store.ts', text: "import type { Sku } from '../model/sku.ts';" },
    { file: 'apps/inventory/src/compose.ts', text: "import { makeSkuStore } from './skus/sku-store.ts';" },
  ];

  expect(upwardImports(planted)).toEqual(['apps/inventory/src/skus/sku-routes.ts → apps/inventory/src/batches/csv.ts']);
});

describe('the tables of packages and exports', () => {
  test('find a package that is declared and not imported', () => {
    const names = ['zod', 'kafkajs', 'typescript', '@types/express', '@types/react'];
    const source = { file: 'apps/orders/src/config.ts', text: "import { z } from 'zod';" };
    const server = { file: 'libs/http/src/route.ts', text: "import type { Request } from 'express';" };

    expect(unusedPackages({ home: 'apps/orders', names }, [source, server])).toEqual([
      'apps/orders declares kafkajs and imports it nowhere',
      'apps/orders declares @types/react and imports it nowhere',
    ]);
  });

  test('find an export without a docstring', () => {
    const index = {
      file: 'libs/kernel/src/index.ts',
      text: "export { silent, said, type Silent, type Said } from './names.ts';",
    };
    const text = [
      'export const silent = [1];',
      '/** It is said. */',
      '// oxlint-disable-next-line no-undef -- a comment between changes nothing.',
      'export const said = [2];',
      'export type Silent = (typeof silent)[number];',
      'export type Said = (typeof said)[number];',
    ].join('\n');

    const silent = ['libs/kernel/src/names.ts: silent', 'libs/kernel/src/names.ts: Silent'];
    expect(undocumentedExports(index, () => text)).toEqual(silent);
    const all = { ...index, text: "export * from './names.ts';" };
    expect(undocumentedExports(all, () => text).toSorted()).toEqual(silent.toSorted());
  });
});

test('a wait for a time is found in a test, but not one that says why', () => {
  const text = [
    'await delay(300);',
    'await new Promise((resolve) => setTimeout(resolve, 300));',
    '// wait: the limit is of one second.',
    'await delay(1_000);',
    'await sleep(20); // wait: between two looks.',
    'await eventually(() => look());',
    'server.on("request", (response) => void setTimeout(() => response.end(), 20));',
  ].join('\n');

  expect(fixedWaits({ file: 'e2e/orders.e2e.test.ts', text })).toEqual(['e2e/orders.e2e.test.ts:1', 'e2e/orders.e2e.test.ts:2']);
});

test('tests wait for what they look for, and not for a time', () => {
  expect([...sources, ...around].filter(({ file }) => isOfTests(file)).flatMap(fixedWaits)).toEqual([]);
});

test('an upper bound of a time is found in a test that is not TIMED', () => {
  const file = 'e2e/orders.e2e.test.ts';
  const text = [
    'expect(performance.now() - startedAt).toBeLessThan(2_000);',
    'expect(admitted).toBeLessThanOrEqual(BURST + (performance.now() - startedAt) / 1_000);',
  ].join('\n');

  expect(clockBounds({ file, text })).toEqual([`${file}:1`]);
  expect(clockBounds({ file, text: `test('at once', TIMED, async () => {\n${text}` })).toEqual([]);
});

test('no test fails because the machine stalls for a moment', () => {
  expect([...sources, ...around].filter(({ file }) => isOfTests(file)).flatMap(clockBounds)).toEqual([]);
});

describe('the package graph', () => {
  test.each([
    ['an app that runs with an app', packageOf('orders', 'app', { dependencies: ['scans'] })],
    ['an app that runs with a tool', packageOf('orders', 'app', { dependencies: ['bench'] })],
    ['a library whose tests need a tool', packageOf('http', 'lib', { devDependencies: ['bench'] })],
    ['a tool that depends on an app', packageOf('demo', 'tool', { dependencies: ['scans'] })],
    ['verification whose tests depend on an app', packageOf('@fulfilment/verify', 'tool', { devDependencies: ['scans'] })],
    ['a package without a tag', packageOf('demo', 'other')],
  ])('refuses %s', (_what, planted) => {
    const others = [packageOf('scans', 'app'), packageOf('bench', 'tool')];

    expect(boundaryViolations([planted, ...others])).toHaveLength(1);
  });

  test('lets verification depend on the apps whose documents it reads', () => {
    const planted = packageOf('@fulfilment/verify', 'tool', { dependencies: ['scans'] });

    expect(boundaryViolations([planted, packageOf('scans', 'app')])).toEqual([]);
  });

  test('finds a cycle that goes through the tests of a package', () => {
    const packages = [
      packageOf('a', 'lib', { dependencies: ['b'] }),
      packageOf('b', 'lib', { dependencies: ['c'] }),
      packageOf('c', 'lib', { devDependencies: ['a'] }),
      packageOf('d', 'lib', { dependencies: ['a'] }),
    ];

    expect(packageCycles(packages)).toEqual(['a ↔ b ↔ c']);
  });

  test('keeps the boundaries of the tags and has no cycle', () => {
    const packages = readPackages(root);

    expect(packages.length).toBeGreaterThan(20);
    expect(boundaryViolations(packages)).toEqual([]);
    expect(packageCycles(packages)).toEqual([]);
  });

  test('has the same targets everywhere', () => {
    const expected = ['typecheck', 'lint', 'unit', 'integration'];

    for (const { home, tags, targets } of readPackages(root))
      expect([home, targets]).toEqual([home, tags[0] === 'app' ? [...expected, 'build'] : expected]);
  });
});

test('a cycle of files is found where only types are imported', () => {
  const planted = [
    { file: 'libs/http/src/a.ts', text: "import { b } from './b.ts';" },
    { file: 'libs/http/src/b.ts', text: "import type { A } from './a.ts';" },
    { file: 'libs/http/src/c.ts', text: "import { b } from './b.ts';" },
  ];

  expect(fileCycles(planted)).toEqual(['libs/http/src/a.ts ↔ libs/http/src/b.ts']);
});

test('the walks of docs/walks.md name files that exist (npm run walks)', () => {
  const files = [...walksIn(readFileSync(join(root, 'docs/walks.md'), 'utf8')).values()].flat();

  expect(files.length).toBeGreaterThan(200);
  expect(files.filter(({ file }) => !existsSync(join(root, file.split(' ')[1] ?? '')))).toEqual([]);
});

describe('the workspace', () => {
  test('is all looked at', () => {
    expect(sources.length).toBeGreaterThan(150);
  });

  test('imports only what the place of each file allows', () => {
    expect(product.flatMap(forbiddenImports)).toEqual([]);
  });

  test('declares every package where it is imported', () => {
    expect([...sources, ...around].flatMap((source) => undeclaredPackages(root, source))).toEqual([]);
  });

  test('declares no package that it does not import', () => {
    const homes = [
      '.',
      ...globSync(['{apps,libs,tools}/*/package.json', 'libs/clients/*/package.json'], { cwd: root }).map(dirname),
    ];
    const all = [...sources, ...around];

    expect(homes.length).toBeGreaterThan(12);
    expect(homes.flatMap((home) => unusedPackages({ home, names: declaredIn(root, home) }, all))).toEqual([]);
  });

  test('installs no test runner where development packages are left out', () => {
    const lock = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });
    const { packages } = lock.parse(JSON.parse(textOf('package-lock.json')));
    const ofRunner = Object.entries(packages).filter(([path]) => /node_modules\/(vitest|vite|@vitest\/[^/]+)$/.test(path));

    expect(ofRunner.length).toBeGreaterThan(5);
    expect(ofRunner.filter(([, { dev }]) => dev !== true).map(([path]) => path)).toEqual([]);
  });

  test('says of everything that a library exports what it is', () => {
    const indexes = sources.filter(({ file }) => isIndex(file));

    expect(indexes.length).toBeGreaterThan(8);
    expect(indexes.flatMap((index) => undocumentedExports(index, textOf))).toEqual([]);
  });

  test('has no wide folder, no long file and no cycle of files or packages', () => {
    const { foldersOverLimit, filesOverLimit, fileCycles: cycles, packageCycles: circular } = measureHouse(root);

    expect({ foldersOverLimit, filesOverLimit, cycles, circular }).toEqual({
      foldersOverLimit: [],
      filesOverLimit: [],
      cycles: [],
      circular: [],
    });
  });

  test.each([
    ['a string', "const path = '/v1/orders';", 1],
    ['a template', 'const path = `/account/v1/keys/${id}`;', 1],
    ['a template after a value', 'const code = `curl ${origin}/v1/me`;', 1],
    ['markup', 'const hint = <code>GET /v1/events</code>;', 1],
    ['a comment alone', '/** As /v1/orders. */ const path = operations.listOrders.path;', 0],
    ['a module of version 1', "import { config } from 'zod/v1/core';", 0],
  ])('finds a path of the API in %s', (_kind, text, count) => {
    expect(pathLiterals({ file: 'apps/console/src/a.tsx', text })).toHaveLength(count);
  });

  test('calls the API from the console by the operations of the contract alone', () => {
    const ofConsole = product.filter(({ file }) => file.startsWith('apps/console/'));

    expect(ofConsole.length).toBeGreaterThan(100);
    expect(ofConsole.flatMap((source) => pathLiterals(source))).toEqual([]);
  });

  test.each([
    ['in a command', 'apps/cli/src/a.ts', "const path = '/operator/v1/keys';", 1],
    ['in an end-to-end test', 'e2e/a.e2e.test.ts', 'const line = `operator GET /operator/v1/webhooks?id=${id}`;', 1],
    ['in the contract', 'libs/contracts/src/operation.ts', "const base = '/operator/v1';", 0],
    ['of another API', 'tools/demo/src/a.ts', "const path = '/v1/keys';", 0],
  ])("finds a path of the operator's API %s", (_place, file, text, count) => {
    expect(operatorPaths([{ file, text }])).toHaveLength(count);
  });

  test("calls and serves the operator's API by the operations of the contract alone", () => {
    const endToEnd = around.filter(({ file }) => file.startsWith('e2e/'));

    expect(endToEnd.length).toBeGreaterThan(100);
    expect(operatorPaths([...product, ...endToEnd])).toEqual([]);
  });

  test('names its files for what they do', () => {
    const vague = sources.filter(({ file }) => /[/-](utils?|helpers?|managers?|common|data|misc)(\/|\.(test\.)?ts$)/.test(file));

    expect(vague.map(({ file }) => file)).toEqual([]);
  });
});

function isIndex(file: string): boolean {
  return /^libs\/[^/]+\/src\/index\.ts$/.test(file);
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function packageOf(name: string, tag: string, more: Partial<WorkspacePackage> = {}): WorkspacePackage {
  return { name, home: '', tags: [tag], targets: [], dependencies: [], devDependencies: [], ...more };
}
