import { accountOperations, actingRole, mayDo, type MemberRole } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { type ConsoleBrowser, startConsoleBrowser } from './console/console-browser.ts';
import type { ListedPage } from './console/pages.ts';
import { type PageRecords, fillDay } from './console/page-records.ts';
import { dialogsFor, dialogsIn, type SeenDialogs } from './console/role-dialogs.ts';
import {
  buttonsFor,
  isFor,
  modesFor,
  pageAt,
  PAGES_OF_MEMBERS,
  type SeenPage,
  STATION_STEPS,
  visitsIn,
} from './console/role-pages.ts';
import { startTestHook, type TestHook } from './console/test-hook.ts';
import { openForEachTry } from './system/each-try.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

const KEY = 'Key “Shop backend”';

let system: TestSystem;
let browser: ConsoleBrowser;
let accountId: string;
let hook: TestHook;
let records: PageRecords;
let owner: SignedInMember;

const join = (role: MemberRole): Promise<SignedInMember> =>
  joinAccount(system, { accountId, role, name: `${role}-${accountId.slice(-8).toLowerCase()}` });

openForEachTry(
  async () => {
    system = await sharedTestSystem();
    browser = await startConsoleBrowser(system);
    ({ id: accountId } = await system.operator.account('A shop of many hands'));
    hook = await startTestHook();
    records = await fillDay(system, { accountId, environment: 'sandbox', receiverUrl: hook.url });
    owner = await join('owner');
    await join('developer');
    await workByHand();
  },
  async () => {
    await browser?.stop();
    await hook?.stop();
  },
);

/** The owner works on records that a key has made, so that each has a change of both. */
async function workByHand(): Promise<void> {
  const { order, held, returned, endpoint, delivery } = records;
  const [line] = (await ask('call', `GET /returns/${returned}`)).lines;
  await ask('call', 'POST /inventory/MUG-01/adjustments', { delta: 3, reason: 'found' });
  await ask('call', `PATCH /orders/${order}`, { note: 'Leave with a neighbour, please' });
  await ask('call', `POST /orders/${held}/holds`, { reason: 'other' });
  await ask('call', `POST /returns/${returned}/receipts`, { lines: [{ line_id: line.line_id, quantity: 1 }] });
  await ask('call', 'POST /scans', { barcode: '4006381333931', type: 'count', quantity: 2, operator: owner.id });
  await ask('callAccount', `PATCH /webhooks/${endpoint}`, { description: 'Shop floor' });
  await ask('callAccount', `POST /deliveries/${delivery}/resend`);
  await ask('callAccount', 'PATCH /retention', { ship_to_days: 400 });
  await ask('callAccount', 'POST /keys', { name: 'Till', role: 'manager' });
}

async function ask(api: 'call' | 'callAccount', request: string, body?: unknown) {
  const [method = '', path = ''] = request.split(' ');
  const answer = await system[api](method, `${path}?environment=sandbox`, { headers: owner.headers, body });
  if (answer.status >= 300) throw new Error(`${request} was answered with ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text || '{}');
}

/** A page that a role does not include. */
const LEFT_OUT = { headings: ['Not part of your role'], buttons: [], links: ['/console/'] };

/** Pages that name who changed their record: the key, the owner, or both. */
const ACTORS: Readonly<Record<string, readonly ('key' | 'owner')[]>> = {
  '/:environment/orders/:order': ['key', 'owner'],
  '/:environment/orders/:held': ['key', 'owner'],
  '/:environment/returns/:returned': ['key', 'owner'],
  '/:environment/stock/MUG-01': ['key', 'owner'],
  '/:environment/scans': ['owner'],
  '/:environment/settings/limits': ['owner'],
  '/:environment/developers/webhooks/:endpoint': ['key', 'owner'],
  '/:environment/developers/webhooks/:endpoint/deliveries/:delivery': ['owner'],
  '/:environment/settings/audit-log': ['key', 'owner'],
};
/** An id that stands for a name. */
const BARE_ID = /\b(?:key|mem)_(?:…|[0-9A-Z]{26})\S*/;

test('each role sees its pages, with actions that it may take and actors by name, and is told of others', async () => {
  const found: string[] = [];
  const ofOwner = new Map<ListedPage, SeenPage>();
  let allDialogs: SeenDialogs | undefined;
  for (const role of ['owner', 'manager', 'fulfilment', 'scanner', 'viewer'] as const) {
    const { page, open, complaints, close } = await browser.window({ member: role === 'owner' ? owner : await join(role) });
    await open('/sandbox/nowhere');
    const { see, rest, refused } = visitsIn(page, records);
    const dialogs = dialogsIn(page, rest);
    for (const listed of PAGES_OF_MEMBERS) {
      const isShown = isFor(actingRole(role), listed);
      const seen = await see(listed);
      const whole = ofOwner.get(listed) ?? seen;
      ofOwner.set(listed, whole);
      const faults = isShown
        ? [
            ...faultsOf(role, listed, { seen, whole: { ...whole, headings: [listed.heading] } }),
            ...actorFaults(role, listed, seen),
            ...codeFaults(listed, seen),
          ]
        : faultsOf(role, listed, { seen, whole: { ...whole, ...LEFT_OUT } });
      found.push(...faults.map((fault) => [role, listed.path, ...fault].join(' ')));
      const wrong = await dialogs.open(listed, seen.buttons);
      found.push(...wrong.map((fault) => [role, listed.path, fault].join(' ')));
    }
    for (const step of STATION_STEPS) {
      const { modes, buttons, headings } = await see(step.page);
      const isShown = isFor(actingRole(role), step.page);
      const wanted = isShown && mayDo(actingRole(role), step.needs) ? [step.button] : [];
      const faults: Faults = [
        ...differences(['headings', headings, isShown ? [step.page.heading] : LEFT_OUT.headings]),
        ...differences(['modes', modes, isShown ? modesFor(actingRole(role)) : []]),
        ...differences(['steps', buttons.filter((button) => button === step.button), wanted]),
      ];
      found.push(...faults.map((fault) => [role, step.page.path, ...fault].join(' ')));
    }
    allDialogs ??= dialogs.seen;
    const offered = [...dialogs.seen].flatMap(([title, buttons]) => buttons.map((button) => `${title} > ${button}`));
    const granted = dialogsFor(actingRole(role), allDialogs);
    found.push(...differences(['dialogs', offered, granted]).map((fault) => [role, ...fault].join(' ')));
    found.push(...[...refused(), ...complaints()].map((fault) => `${role} ${fault}`));
    await close();
  }
  expect(found).toEqual([]);
});

type Faults = ReadonlyArray<readonly string[]>;

/** The faults of a page as a role sees it, by what the owner sees there and what the contract grants. */
function faultsOf(role: MemberRole, listed: ListedPage, { seen, whole }: Readonly<Record<'seen' | 'whole', SeenPage>>): Faults {
  const acting = actingRole(role);
  const offered = (paths: readonly string[]) => paths.filter((path) => isFor(acting, pageAt(path)));
  const compared: readonly Compared[] = [
    ['buttons', seen.buttons, buttonsFor(acting, listed, whole.buttons)],
    ['links', shapesOf(seen.links), shapesOf(offered(whole.links))],
    ['navigation', shapesOf(seen.navigation), shapesOf(offered(whole.navigation))],
    ['heading', seen.headings, whole.headings],
    ['alerts', seen.alerts, []],
  ];
  return compared.flatMap(differences);
}

type Compared = readonly [what: string, is: readonly string[], wanted: readonly string[]];

function differences([what, is, wanted]: Compared): Faults {
  return [
    ...is.filter((each) => !wanted.includes(each)).map((each) => [what, 'has', each]),
    ...wanted.filter((each) => !is.includes(each)).map((each) => [what, 'lacks', each]),
  ];
}

/** The listed pages that addresses lead to. */
function shapesOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => pageAt(path)?.path ?? 'the start page'))];
}

/** Actors of a page that are not named as the role is to know them. */
function actorFaults(role: MemberRole, { path, needs }: ListedPage, { text }: SeenPage): Faults {
  const address = mayDo(actingRole(role), accountOperations.listMembers.permission);
  const name = role === 'owner' ? 'you' : address ? owner.email : owner.email.replace(/@.*/, '');
  const unnamed = (ACTORS[path] ?? []).map((each) => (each === 'key' ? KEY : name)).filter((each) => !text.includes(each));
  // The audit log shows the ids of the records that it names.
  const bare = needs === accountOperations.listAuditLog ? null : BARE_ID.exec(text);
  return [...unnamed.map((each) => ['does not name', each]), ...(bare ? [['shows the id', bare[0]]] : [])];
}

/** A code of the API, and the id of a record that people know by a name, where words are to stand. Those who program read codes. */
const CODE = /[a-z]+_[a-z_]+|(?:ord|ret|ful|rsv)_[0-9A-Z]{26}/;

/** A code or id that a page shows outside of what it marks as code. */
function codeFaults({ path }: ListedPage, { plain }: SeenPage): Faults {
  const [code] = (path.includes('/developers/') ? undefined : CODE.exec(plain)) ?? [];
  return code === undefined ? [] : [['shows the code', code]];
}
