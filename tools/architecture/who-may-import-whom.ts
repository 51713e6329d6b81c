import { type Import, importsOf, type SourceFile } from './imports.ts';

/** The rooms of a service: what each may import of its own service, and of what stands around it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain/', '@fulfilment/kernel'],
  'use-cases': [
    'use-cases/',
    'domain/',
    '@fulfilment/kernel',
    '@fulfilment/contracts',
    '@fulfilment/api-docs/samples',
    '@fulfilment/idempotency',
    'node:crypto',
  ],
  http: [
    'http/',
    '@fulfilment/api-docs/samples',
    'use-cases/',
    'domain/',
    '@fulfilment/http',
    '@fulfilment/contracts',
    '@fulfilment/kernel',
    'zod',
  ],
  messages: ['messages/', 'use-cases/', 'domain/', '@fulfilment/messaging', '@fulfilment/contracts', '@fulfilment/kernel'],
  store: [
    'store/',
    'use-cases/ports.ts',
    'domain/',
    '@fulfilment/contracts',
    '@fulfilment/idempotency',
    '@fulfilment/kernel',
    '@fulfilment/messaging',
    '@fulfilment/mongo',
    '@fulfilment/redis',
    'mongodb',
    'node:crypto',
  ],
};

/** Rooms that one service has and the others do not need. They may import their own service and any library. */
const ROOMS_OF_ONE: readonly string[] = ['apps/cli/', 'apps/webhooks/src/delivery/', 'apps/webhooks/src/sending/'];

/** Services that stand by subject, where the ending of a file's name is its layer. */
const RESTRUCTURED: readonly string[] = ['apps/gateway', 'apps/inventory', 'apps/orders', 'apps/scans', 'apps/webhooks'];

/** Subjects that are machinery: their files may import their own service and any library. */
const MACHINERY: readonly string[] = [
  'apps/gateway/src/authentication/',
  'apps/gateway/src/edge/',
  'apps/gateway/src/proxy/',
  'apps/gateway/src/rate-limiting/',
  'apps/gateway/src/reference/',
  'apps/gateway/src/single-sign-on/',
  'apps/webhooks/src/dispatch/',
  'apps/webhooks/src/sending/',
];

type Layer = 'domain' | 'ports' | 'use-case' | 'http' | 'messages' | 'store';

const CORE = [
  '@fulfilment/kernel',
  '@fulfilment/contracts',
  '@fulfilment/api-docs/samples',
  '@fulfilment/idempotency',
  'node:crypto',
  'p-limit',
  'lru-cache',
];

/** The imports that each layer may have: layers of its own service, and packages. */
const LAYER_IMPORTS: Readonly<Record<Layer, { readonly layers: readonly Layer[]; readonly packages: readonly string[] }>> = {
  // zlib for its CRC-32, which is a pure function.
  domain: { layers: ['domain'], packages: ['@fulfilment/kernel', 'node:zlib'] },
  ports: { layers: ['domain', 'ports'], packages: ['@fulfilment/kernel', '@fulfilment/contracts', '@fulfilment/idempotency'] },
  'use-case': { layers: ['domain', 'ports', 'use-case', 'messages'], packages: CORE },
  http: {
    layers: ['domain', 'ports', 'use-case', 'http'],
    packages: [...CORE, '@fulfilment/http', 'zod', 'csv-parse', 'csv-stringify/sync'],
  },
  messages: { layers: ['domain', 'ports', 'use-case', 'messages'], packages: [...CORE, '@fulfilment/messaging'] },
  store: {
    layers: ['domain', 'ports', 'messages', 'store'],
    packages: [...CORE, '@fulfilment/messaging', '@fulfilment/mongo', '@fulfilment/redis', 'mongodb', 'dataloader'],
  },
};

/** The layer of a file below `src/<subject>/`, by its folder or the ending of its name. */
function layerOf(inside: string): Layer {
  if (inside.includes('/domain/')) return 'domain';
  const ending = /-(store|documents|indexes|routes|presentation|messages|ports)\.ts$/.exec(inside)?.[1];
  switch (ending) {
    case 'store':
    case 'documents':
    case 'indexes':
      return 'store';
    case 'routes':
    case 'presentation':
      return 'http';
    case 'messages':
    case 'ports':
      return ending;
    default:
      return 'use-case';
  }
}

/** Libraries from the ground up: each may import those below its own row. */
const LAYERS: readonly (readonly string[])[] = [
  ['kernel'],
  ['contracts', 'config', 'observability'],
  ['mongo', 'redis', 'identity', 'api-docs'],
  ['messaging', 'http', 'idempotency'],
  ['service'],
];

/** Tools from the ground up: each may import any library, and the tools below its own row. No app and no library imports one. */
const TOOLS: readonly (readonly string[])[] = [['dev-stack'], ['verify'], ['bench', 'demo']];

/** The owners of each driver: all other code asks the owner. Types alone may also be named where a service is composed. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  express: ['libs/http/', 'apps/gateway/src/edge/'],
  compression: ['libs/http/', 'apps/gateway/src/edge/'],
  'csv-parse': ['apps/inventory/src/import-export/'],
  'csv-stringify': ['apps/inventory/src/import-export/'],
  kafkajs: ['libs/messaging/'],
  mongodb: ['libs/mongo/', 'libs/messaging/', 'libs/idempotency/', 'apps/*/src/store/', 'apps/*/src/*-store.ts', 'tools/*/'],
  ioredis: ['libs/redis/'],
  jose: ['libs/identity/', 'tools/*/'],
  pino: ['libs/observability/'],
  'prom-client': ['libs/observability/'],
  undici: ['apps/gateway/src/proxy/', 'apps/webhooks/src/sending/', 'tools/*/'],
  'openid-client': ['apps/gateway/src/single-sign-on/'],
  commander: ['apps/cli/', 'tools/*/'],
  testcontainers: ['tools/*/'],
};

/** The imports that a file has and may not have, each with the reason. */
export function forbiddenImports(source: SourceFile): readonly string[] {
  return importsOf(source).flatMap((each) => {
    const reason = roomRefuses(source.file, each) ?? ownerRefuses(source.file, each);
    return reason === undefined ? [] : [`${source.file} imports ${each.target}: ${reason}`];
  });
}

/** The operator's command line reads the file of a run by the type of the tool that writes it. */
const RUN_FILE = { home: 'apps/cli', target: '@fulfilment/dev-stack/run-file' };

function roomRefuses(file: string, { target, typeOnly }: Import): string | undefined {
  const own = homeOf(file);
  if (typeOnly && own === RUN_FILE.home && target === RUN_FILE.target) return undefined;
  if (isFile(target)) {
    if (homeOf(target) !== own) return 'it is of another package';
  } else if (target.startsWith('@fulfilment/')) {
    const reason = own.startsWith('libs/') ? layerRefuses(own, target) : (appRefuses(own, target) ?? toolRefuses(own, target));
    if (reason !== undefined) return reason;
  }
  return own.startsWith('apps/') ? serviceRefuses(file, { own, target }) : undefined;
}

/** The file that wires the parts of one subject by name; only the composition of the service and of other subjects imports it. */
const COMPOSITION = 'compose.ts';

/** A service with many ports has a file for each part of them. */
const PORTS_OF_A_PART = /^use-cases\/[a-z-]+-ports\.ts$/;

function serviceRefuses(file: string, { own, target }: { own: string; target: string }): string | undefined {
  const inside = `${own}/src/`;
  const [room, ...rest] = file.slice(inside.length).split('/');
  if (room === undefined || rest.length === 0 || ROOMS_OF_ONE.some((known) => file.startsWith(known))) return undefined;
  if (RESTRUCTURED.includes(own))
    return rest.at(-1) === COMPOSITION || MACHINERY.some((known) => file.startsWith(known))
      ? undefined
      : layerOfServiceRefuses(inside, { file, target });
  const allowed = ROOMS[room];
  if (!allowed) return `${room} is no room of a service`;
  const asked = (target.startsWith(inside) ? target.slice(inside.length) : target).replace(PORTS_OF_A_PART, 'use-cases/ports.ts');
  return allowed.some((each) => (each.endsWith('/') ? asked.startsWith(each) : asked === each)) ? undefined : `${room} may not`;
}

function layerOfServiceRefuses(inside: string, { file, target }: { file: string; target: string }): string | undefined {
  const layer = layerOf(file.slice(inside.length));
  const { layers, packages } = LAYER_IMPORTS[layer];
  if (!target.startsWith(inside)) return packages.includes(target) ? undefined : `a ${layer} file may not`;
  const asked = target.slice(inside.length);
  if (asked === 'application.ts' && layer === 'http') return undefined;
  if (!asked.includes('/') || asked.endsWith(`/${COMPOSITION}`) || MACHINERY.some((known) => target.startsWith(known)))
    return `a ${layer} file may not`;
  return layers.includes(layerOf(asked)) ? undefined : `a ${layer} file may not`;
}

const APPS = ['gateway', 'inventory', 'orders', 'scans', 'webhooks', 'console'].map((name) => `@fulfilment/${name}`);

function appRefuses(own: string, target: string): string | undefined {
  if (APPS.includes(target)) return 'no package imports an app';
  if (own.startsWith('apps/') && TEST_PACKAGES.includes(target)) return 'it is for tests alone';
  return undefined;
}

/** The libraries of the tests. */
const TEST_PACKAGES = ['@fulfilment/testing', '@fulfilment/service/test-bed', '@fulfilment/messaging/test-bed'];

function toolRefuses(own: string, target: string): string | undefined {
  const to = levelOfTool(packageOf(target)?.slice('@fulfilment/'.length) ?? '');
  if (to < 0) return undefined;
  if (own.startsWith('apps/')) return 'a tool is not for the product';
  return own.startsWith('tools/') && to >= levelOfTool(own.slice('tools/'.length)) ? 'it is not below' : undefined;
}

function levelOfTool(name: string): number {
  return TOOLS.findIndex((names) => names.includes(name));
}

function layerRefuses(own: string, target: string): string | undefined {
  const [from, to] = [levelOf(own.slice('libs/'.length)), levelOf(target.slice('@fulfilment/'.length))];
  if (own === 'libs/testing') return 'it stands on no other package';
  if (from < 0) return `${own} has no place among the layers`;
  return to >= 0 && to < from ? undefined : 'it is not below';
}

function levelOf(library: string): number {
  return LAYERS.findIndex((names) => names.includes(library));
}

/** The files of a service that stands by subject which know its database. */
const STORE_FILE = /^apps\/[^/]+\/src\/[^/]+\/.*-(store|documents|indexes)\.ts$/;

function ownerRefuses(file: string, { target, typeOnly }: Import): string | undefined {
  const owners = OWNERS[packageOf(target) ?? ''];
  if (!owners) return undefined;
  if (packageOf(target) === 'mongodb' && STORE_FILE.test(file)) return undefined;
  if (typeOnly && /^apps\/[^/]+\/src\/([a-z-]+\/)?compose[^/]*\.ts$/.test(file)) return undefined;
  const home = homeOf(file);
  return owners.some((owner) => isOwnedBy(file, ownerAt(home, owner))) ? undefined : 'it has an owner';
}

/** The package that a file belongs to: `apps/orders`, `libs/http`, `tools/verify`; else the name of a folder at the root. */
export function homeOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  const isPackage = ['apps', 'libs'].includes(top) || (top === 'tools' && TOOLS.some((names) => names.includes(second)));
  return isPackage ? `${top}/${second}` : top;
}

/** The package that an import names, without the path inside it; undefined for files and for Node's own. */
export function packageOf(target: string): string | undefined {
  if (isFile(target) || target.startsWith('node:')) return undefined;
  const [scope = '', name = ''] = target.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

function isFile(target: string): boolean {
  return /\.(ts|js|json)$/.test(target) && /^(apps|libs|tools|e2e)\//.test(target);
}

/** `apps/*` and `tools/*` stand for the package that is asked about. */
function ownerAt(home: string, owner: string): string {
  const [top = ''] = home.split('/');
  return owner.startsWith(`${top}/*`) ? owner.replace(`${top}/*`, home) : owner;
}

/** @param owner a folder with a `/` at its end, or a pattern of file names with one `*`. */
function isOwnedBy(file: string, owner: string): boolean {
  if (owner.endsWith('/')) return file.startsWith(owner);
  const [folder = '', ending = ''] = owner.split('*');
  return file.startsWith(folder) && file.endsWith(ending);
}
