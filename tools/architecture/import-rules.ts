import { type Import, importsOf, type SourceFile } from './imports.ts';
import { type Kind, kindOf, ROOMS } from './rooms.ts';

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
  domain: { layers: ['domain'], packages: ['@fulfilment/kernel', 'ipaddr.js', 'node:zlib'] },
  ports: { layers: ['domain', 'ports'], packages: ['@fulfilment/kernel', '@fulfilment/contracts', '@fulfilment/idempotency'] },
  'use-case': { layers: ['domain', 'ports', 'use-case', 'messages'], packages: CORE },
  http: {
    layers: ['domain', 'ports', 'use-case', 'http'],
    packages: [...CORE, '@fulfilment/http', 'zod', 'csv-parse'],
  },
  messages: { layers: ['domain', 'ports', 'use-case', 'messages'], packages: [...CORE, '@fulfilment/messaging'] },
  store: {
    layers: ['domain', 'ports', 'messages', 'store'],
    packages: [...CORE, '@fulfilment/messaging', '@fulfilment/mongo', '@fulfilment/redis', 'mongodb', 'dataloader'],
  },
};

/** The layer of a file below `src/<room>/`, by its room, its folder or the ending of its name. */
function layerOf(own: string, inside: string): Layer {
  if (kindOf(own, inside) === 'domain' || inside.includes('/domain/')) return 'domain';
  const ending = /-(store|documents|indexes|cache|routes|presentation|messages|ports)\.ts$/.exec(inside)?.[1];
  switch (ending) {
    case 'store':
    case 'documents':
    case 'indexes':
    case 'cache':
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
const TOOLS: readonly (readonly string[])[] = [
  ['dev-stack'],
  ['verify', 'migrate', 'archive'],
  ['bench', 'demo', 'deploy'],
  ['drill'],
];

/** Folders of each driver's owners: all other code asks the owner. Types alone may also be named where a service is composed. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  express: ['libs/http/', 'apps/gateway/src/edge/'],
  compression: ['libs/http/', 'apps/gateway/src/edge/'],
  'csv-parse': ['apps/inventory/src/import-export/'],
  'csv-stringify': ['libs/http/'],
  kafkajs: ['libs/messaging/'],
  mongodb: ['libs/mongo/', 'libs/messaging/', 'libs/idempotency/', 'tools/'],
  ioredis: ['libs/redis/'],
  jose: ['libs/identity/', 'tools/'],
  pino: ['libs/observability/'],
  'prom-client': ['libs/observability/'],
  '@opentelemetry/api': ['libs/observability/'],
  undici: ['apps/gateway/src/proxy/', 'apps/webhooks/src/sending/', 'tools/'],
  'openid-client': ['apps/gateway/src/single-sign-on/'],
  commander: ['apps/cli/', 'libs/clients/cli/', 'tools/'],
  testcontainers: ['tools/'],
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

/**
 * Verification reads the stores by the types and collection names that each service exports, migration its schema, and the program that
 * archives the ledger runs what inventory exports for it: nothing else of an app.
 */
const STORE_READERS: Readonly<Record<string, RegExp>> = {
  'tools/verify': /^@fulfilment\/[a-z]+\/documents$/,
  'tools/migrate': /^@fulfilment\/[a-z]+\/schema$/,
  'tools/archive': /^@fulfilment\/inventory\/archive$/,
};

/** The command-line tool stands on the Node library, as any user of it does, and on the files to import that it shares with the console. */
const TOOL_OF_CLIENT = { home: 'libs/clients/cli', targets: ['@fulfilment/client', '@fulfilment/contracts/import-files'] };

function roomRefuses(file: string, { target, typeOnly }: Import): string | undefined {
  const own = homeOf(file);
  if (typeOnly && own === RUN_FILE.home && target === RUN_FILE.target) return undefined;
  if (isFile(target)) {
    if (homeOf(target) !== own) return 'it is of another package';
  } else if (target.startsWith('@fulfilment/')) {
    const reason = own.startsWith('libs/') ? layerRefuses(own, target) : (appRefuses(own, target) ?? toolRefuses(own, target));
    if (reason !== undefined) return reason;
  }
  if (own === CONSOLE) return consoleRefuses(file, target);
  return own.startsWith('apps/') ? serviceRefuses(file, { own, target }) : undefined;
}

/** The console runs in a browser: its rooms from the ground up, each above those that it may import, and the libraries that run there too. */
const CONSOLE = 'apps/console';
const CONSOLE_ROOMS: readonly string[] = ['language', 'api', 'parts', 'pages', 'shell'];
const CONSOLE_LIBRARIES = ['@fulfilment/contracts', '@fulfilment/contracts/import-files', '@fulfilment/kernel'];

function consoleRefuses(file: string, target: string): string | undefined {
  if (target.startsWith('node:')) return 'it runs in a browser';
  if (target.startsWith('@fulfilment/')) return CONSOLE_LIBRARIES.includes(target) ? undefined : 'it is for services';
  return isFile(target) ? roomOfConsoleRefuses(partsOf(file), partsOf(target)) : undefined;
}

/** @returns the folders and the name of a file of the console below its `src`. */
function partsOf(file: string): readonly string[] {
  return file.slice(`${CONSOLE}/src/`.length).split('/');
}

function roomOfConsoleRefuses(from: readonly string[], to: readonly string[]): string | undefined {
  if (from.length === 1 || to.length === 1) return undefined;
  const [room = '', page] = from;
  const [asked = '', askedPage] = to;
  if (room === asked) return room === 'pages' && page !== askedPage ? 'pages share parts' : undefined;
  return CONSOLE_ROOMS.indexOf(asked) < CONSOLE_ROOMS.indexOf(room) ? undefined : 'it is not below';
}

/** The file that wires the parts of one subject by name; only the composition of the service and of other subjects imports it. */
const COMPOSITION = 'compose.ts';

function serviceRefuses(file: string, { own, target }: { own: string; target: string }): string | undefined {
  const inside = `${own}/src/`;
  const placed = file.slice(inside.length);
  if (!placed.includes('/')) return undefined;
  const kind = kindOf(own, placed);
  if (kind === undefined) return 'its folder is no room of the service';
  if (runsUp(file, target)) return 'it is not below';
  const layer = layerOf(own, placed);
  if ((kind === 'machinery' && layer !== 'domain') || placed.endsWith(`/${COMPOSITION}`)) return undefined;
  const isAllowed = target.startsWith(inside)
    ? layerReaches(layer, { kind, own, asked: target.slice(inside.length) })
    : LAYER_IMPORTS[layer].packages.includes(target);
  return isAllowed ? undefined : `a ${layer} file may not`;
}

/**
 * True where a file of a room imports one of a room above it, or of `src` itself, in the same service. The routes of a room import
 * `application.ts`: what they serve is made of all rooms.
 */
export function runsUp(file: string, target: string): boolean {
  const own = homeOf(file);
  const rooms = Object.keys(ROOMS[own] ?? {});
  const inside = `${own}/src/`;
  const [room, name] = file.slice(inside.length).split('/');
  if (name === undefined || rooms.length === 0 || !target.startsWith(inside)) return false;
  const [asked = '', askedName] = target.slice(inside.length).split('/');
  if (askedName === undefined) return !(asked === 'application.ts' && file.endsWith('-routes.ts'));
  return rooms.indexOf(asked) > rooms.indexOf(room ?? '');
}

/** @param asked a file of the same service by its path in `src`. */
function layerReaches(layer: Layer, { kind, own, asked }: { kind: Kind; own: string; asked: string }): boolean {
  // Its routes alone: see `runsUp`.
  if (asked === 'application.ts' && layer === 'http') return true;
  if (!asked.includes('/') || asked.endsWith(`/${COMPOSITION}`)) return false;
  if (kind === 'layered' && kindOf(own, asked) === 'machinery') return false;
  return LAYER_IMPORTS[layer].layers.includes(layerOf(own, asked));
}

const APPS = Object.keys(ROOMS).map((home) => home.replace('apps', '@fulfilment'));

function appRefuses(own: string, target: string): string | undefined {
  const isRead = STORE_READERS[own]?.test(target) === true;
  if (APPS.includes(packageOf(target) ?? '') && !isRead) return 'no package imports an app';
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
  if (own === TOOL_OF_CLIENT.home && TOOL_OF_CLIENT.targets.includes(target)) return undefined;
  if (own.startsWith('libs/clients/')) return 'a client library stands on no package of the workspace';
  if (own === 'libs/testing') return 'it stands on no other package';
  if (from < 0) return `${own} has no place among the layers`;
  return to >= 0 && to < from ? undefined : 'it is not below';
}

function levelOf(library: string): number {
  return LAYERS.findIndex((names) => names.includes(library));
}

/** The files of a service that know its database. */
const STORE_FILE = /^apps\/[^/]+\/src\/[^/]+\/.*-(store|documents|indexes)\.ts$/;

function ownerRefuses(file: string, { target, typeOnly }: Import): string | undefined {
  const owners = OWNERS[packageOf(target) ?? ''];
  if (!owners) return undefined;
  if (packageOf(target) === 'mongodb' && STORE_FILE.test(file)) return undefined;
  if (typeOnly && /^apps\/[^/]+\/src\/([a-z-]+\/)?compose[^/]*\.ts$/.test(file)) return undefined;
  return owners.some((owner) => file.startsWith(owner)) ? undefined : 'it has an owner';
}

/** The package that a file belongs to: `apps/orders`, `libs/http`, `libs/clients/node`, `tools/verify`; else the name of a folder at the root. */
export function homeOf(file: string): string {
  const [top = '', second = '', third = ''] = file.split('/');
  if (top === 'libs' && second === 'clients') return `libs/clients/${third}`;
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
  return /\.(tsx?|js|json|css)$/.test(target) && /^(apps|libs|tools|e2e)\//.test(target);
}
