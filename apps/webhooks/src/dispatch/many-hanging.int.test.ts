import type { Tenant } from '@fulfilment/kernel';
import { newTenant } from '@fulfilment/service/test-bed';
import { eventually, patient } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { endpoint } from '../database/store.fixture.ts';
import { type EndpointDocument, toDocument } from '../database/endpoint-documents.ts';
import { SecretBox } from '../endpoints/secret-box-store.ts';
import { answers, answersAfter, hangs } from '../receiver.fixture.ts';
import { scanEvent } from '../webhooks.fixture.ts';
import { PATIENCE, sceneOfEachTest } from './delivering.fixture.ts';

const ENDPOINTS_A_TENANT = 50;
/** They have more endpoints than a process delivers to at once where all are healthy. */
const TENANTS = 24;
/** Attempts at slow receivers that a process has in flight. */
const SLOW_SLOTS = 512;

/** Longer than a quick attempt may take. */
const SLOW_MS = 1_500;

/** No attempt at a receiver that hangs ends within a test. */
const scene = sceneOfEachTest({
  WEBHOOK_DEADLINE_MS: '60000',
  WEBHOOK_HOST_CONCURRENCY: '2000',
  // All receivers share an address.
  WEBHOOK_UNPROVEN_RATE: '100000',
  WEBHOOK_LEASE_MS: '5000',
});

/** As the API stores it, with a URL of its own. */
function endpointDocument(tenant: Tenant, url: string): EndpointDocument {
  const added = endpoint({ tenant });
  const sealed = new SecretBox(Buffer.alloc(32, 7)).seal('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', added.id);
  const secrets = added.secrets.map(({ id, last4, createdAt }) => ({ id, last4, created_at: createdAt, ends_at: null, sealed }));
  return toDocument({ ...added, url: `${url}/${added.id}` }, secrets);
}

test(
  '1 200 receivers that hang do not delay one that answers, though it was slow once',
  { timeout: patient(120_000) },
  async () => {
    const { delivering, webhooks, story, tenant, receiver } = scene();
    const hanging = await story.receiverThat(hangs);
    const tenants = Array.from({ length: TENANTS }, () => newTenant());
    const documents = tenants.flatMap((each) =>
      Array.from({ length: ENDPOINTS_A_TENANT }, () => endpointDocument(each, hanging.url)),
    );
    await delivering.bed.collections.endpoints.insertMany(documents);
    const { id } = await webhooks.add(tenant, receiver.url);
    await story.publish();
    await delivering.ended(id, 1);
    await delivering.bed.publish(...tenants.map((each) => scanEvent(each)));
    await eventually(() => expect(hanging.received.length).toBeGreaterThanOrEqual(SLOW_SLOTS), PATIENCE);

    await story.publish(20);

    // Before one of those that hang gives its place up.
    await delivering.ended(id, 21);

    receiver.behave(answersAfter(SLOW_MS));
    await story.publish();
    await delivering.ended(id, 22);
    receiver.behave(answers(204));
    await story.publish();
    await delivering.ended(id, 23);
  },
);
