import { EVENT_TOPICS } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OwnEngines, ownEngines, upTo } from '../engines.fixture.ts';

const PATIENCE = { withinMs: 30_000 };
const MEMBERS = 5;
const TENANTS = 20;

let own: OwnEngines;

beforeEach(async () => {
  own = await ownEngines();
  await own.log.ensureTopics(
    EVENT_TOPICS.map((name) => ({ name, partitions: 12, replicationFactor: 1, retentionMs: 3_600_000 })),
  );
});

afterEach(() => own.stop());

test('one member gets all events of a tenant, on whatever topic and of whatever record', async () => {
  const membersByTenant = new Map<string, Set<number>>();
  let received = 0;
  const members = await Promise.all(
    upTo(MEMBERS).map((member) =>
      own.openLog().consume({
        group: 'webhooks',
        topics: EVENT_TOPICS,
        handle: async ({ records }) => {
          for (const { key } of records) {
            const [tenant = ''] = key.split('|');
            membersByTenant.set(tenant, (membersByTenant.get(tenant) ?? new Set()).add(member));
          }
          received += records.length;
        },
      }),
    ),
  );
  await Promise.all(members.map((member) => member.ready()));

  const keys = upTo(TENANTS).flatMap((tenant) => upTo(6).map((record) => `acc_${tenant}:sandbox|record-${record}`));
  const records = EVENT_TOPICS.flatMap((topic) => keys.map((key) => ({ topic, key, value: '{}', headers: {} })));
  await own.log.append(records);
  await eventually(() => expect(received).toBeGreaterThanOrEqual(records.length), PATIENCE);

  expect(membersByTenant.size).toBe(TENANTS);
  for (const ofTenant of membersByTenant.values()) expect(ofTenant.size).toBe(1);
  expect(new Set(Array.from(membersByTenant.values(), (ofTenant) => [...ofTenant][0])).size).toBe(MEMBERS);
});
