import type { Operation } from '@fulfilment/contracts';
import { externalDocs, guideOfOperation, type PlaceInGuide } from '../guides.ts';
import type { JsonObject } from './json-shapes.ts';

/** A tag: the first part of paths, and what the reference says of the operations below it. */
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly guide: PlaceInGuide;
}

/** The tags of each API, in the order of its reference. */
const TAGS: Readonly<Record<'v1' | 'account', readonly Tag[]>> = {
  v1: [
    { name: 'inventory', description: 'SKUs with their current quantities.', guide: 'changing-stock' },
    { name: 'me', description: 'The API key that asks: its account, role, permissions and limits.', guide: 'getting-started' },
    { name: 'integrity', description: 'Whether stock, holds and ledger agree.', guide: 'changing-stock' },
    {
      name: 'locations',
      description: 'Warehouses, aisles, shelves and bins, and transfers between them.',
      guide: 'changing-stock',
    },
    {
      name: 'allocation-rules',
      description: 'The rules by which orders get the warehouses that their units are held in.',
      guide: 'shipping-from-warehouses#the-rules',
    },
    { name: 'orders', description: 'Orders from external systems: created, packed, shipped.', guide: 'placing-orders' },
    { name: 'reservations', description: 'Units that are kept for a cart or quote until a time.', guide: 'reserving-stock' },
    { name: 'availability', description: 'Quotes of what could be ordered.', guide: 'reserving-stock#asking-without-reserving' },
    { name: 'fulfilments', description: 'Parts of orders that are packed and shipped together.', guide: 'fulfilling-in-parts' },
    { name: 'returns', description: 'Units of orders that come back.', guide: 'taking-returns' },
    { name: 'scans', description: 'Scans of handheld devices.', guide: 'scanning' },
    { name: 'events', description: 'The feed of the events of the last 30 days.', guide: 'catching-up' },
    { name: 'webhooks', description: 'Signed events, as subscribers receive them.', guide: 'receiving-webhooks' },
  ],
  account: [
    { name: 'account', description: 'The account and its plan.', guide: 'accounts' },
    { name: 'keys', description: 'API keys: create, list, change, rotate, revoke.', guide: 'accounts#keys-with-limits' },
    { name: 'members', description: 'Members of the account and their roles.', guide: 'accounts' },
    { name: 'sessions', description: 'Sign-in, and the sessions of the signed-in member.', guide: 'accounts' },
    { name: 'sign-in-methods', description: 'Ways to sign in that the system offers.', guide: 'single-sign-on' },
    { name: 'single-sign-on', description: 'Sign-in at an identity provider.', guide: 'single-sign-on' },
    { name: 'session', description: 'The present session, and sign-out.', guide: 'accounts' },
    { name: 'password', description: 'Changing and resetting the password of a member.', guide: 'accounts' },
    { name: 'invitations', description: 'Invitations to an account.', guide: 'accounts' },
    { name: 'plans', description: 'Plans and their limits.', guide: 'rate-limits' },
    { name: 'audit-log', description: 'Changes with actor, time and address.', guide: 'accounts#audit-log' },
    { name: 'webhooks', description: 'Webhook endpoints, their secrets, deliveries and replays.', guide: 'webhooks' },
    {
      name: 'deliveries',
      description: 'One event on its way to one endpoint, with every attempt.',
      guide: 'webhooks#deliveries',
    },
    { name: 'event-types', description: 'The catalogue of events.', guide: 'receiving-webhooks' },
    { name: 'actors', description: 'Names of the keys and members behind changes.', guide: 'accounts' },
    { name: 'retention', description: "How long persons' data of orders is kept, by environment.", guide: 'accounts' },
    { name: 'overview', description: 'Overviews of stock, orders, scans and webhooks.', guide: 'accounts' },
  ],
};

/** The tags of an API, each with its guide (OpenAPI 3.1.0 section 4.8.22). */
export function tagsOf(api: Operation['api'], publicUrl: string): readonly JsonObject[] {
  return TAGS[api ?? 'v1'].map(({ guide, ...tag }) => ({ ...tag, externalDocs: externalDocs(guide, publicUrl) }));
}

/** The first segment of an operation's path: what it is about. */
export function tagOf({ path }: Operation): string {
  return path.split('/')[1] ?? '';
}

/** The `externalDocs` of an operation: its own guide, or that of its tag. @throws Error where its tag is not in the table. */
export function guideToOperation(operation: Operation, publicUrl: string): JsonObject {
  const guide = guideOfOperation(operation) ?? TAGS[operation.api ?? 'v1'].find(({ name }) => name === tagOf(operation))?.guide;
  if (guide === undefined) throw new Error(`libs/api-docs/src/openapi/tags.ts has no tag ${tagOf(operation)}`);
  return externalDocs(guide, publicUrl);
}
