import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configFolder, ProfileStore } from './profiles.ts';

let folder: string;
let store: ProfileStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fulfil-profiles-'));
  store = new ProfileStore({ XDG_CONFIG_HOME: folder });
});

afterEach(() => rm(folder, { recursive: true }));

test('profiles are kept in a file and a folder for their owner alone', async () => {
  const live = { baseUrl: 'https://api.example.com', apiKey: 'fsk_live_x' };
  await store.write({ current: 'live', profiles: new Map([['live', live]]), webhookSecret: null });

  expect(await store.read()).toEqual({ current: 'live', profiles: new Map([['live', live]]), webhookSecret: null });
  expect((await stat(store.path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'fulfil'))).mode & 0o777).toBe(0o700);
});

test('changes at once lose nothing of each other', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `shop-${index}`);
  await Promise.all(
    names.map((name) =>
      new ProfileStore({ XDG_CONFIG_HOME: folder }).change((kept) => ({
        ...kept,
        profiles: new Map([...kept.profiles, [name, { baseUrl: 'https://api.example.com', apiKey: 'fsk_live_x' }]]),
      })),
    ),
  );

  expect([...(await store.read()).profiles.keys()].toSorted()).toEqual(names.toSorted());
  expect(await readdir(join(folder, 'fulfil'))).toEqual(['config.json']);
});

test('neither a refused change nor the lock of a process that died stands in the way of the next change', async () => {
  const refused = store.change(() => {
    throw new Error('no such profile');
  });
  await expect(refused).rejects.toThrow('no such profile');
  await mkdir(`${store.path}.lock`);
  await utimes(`${store.path}.lock`, 0, 0);

  expect((await store.change((kept) => ({ ...kept, current: 'live' }))).before.current).toBeNull();
  expect((await store.read()).current).toBe('live');
});

test('the secret of local receivers stays the same', async () => {
  const first = await store.webhookSecret();

  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await store.webhookSecret()).toBe(first);
  expect(await readFile(store.path, 'utf8')).toContain(first);
});

test.each(['', ' ', 'whsec_', 'whsec_eA==', 'whsec_of the shop, long enough but no base64'])(
  'a kept secret that others may know, %j, is replaced',
  async (webhookSecret) => {
    await store.write({ current: null, profiles: new Map(), webhookSecret });
    const first = await store.webhookSecret();

    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await store.webhookSecret()).toBe(first);
  },
);

test('settings that cannot be read are named', async () => {
  await store.write({ current: null, profiles: new Map(), webhookSecret: null });
  for (const text of ['{', '{"profiles":{"a":{"base_url":1}}}']) {
    await writeFile(store.path, text);
    await expect(store.read()).rejects.toThrow(`${store.path} cannot be read as settings`);
  }
});

test('a folder that cannot be written is named', async () => {
  await writeFile(join(folder, 'file'), '');
  const blocked = new ProfileStore({ XDG_CONFIG_HOME: join(folder, 'file') });

  await expect(blocked.write({ current: null, profiles: new Map(), webhookSecret: null })).rejects.toThrow('cannot be written');
});

test('the folder is that of the XDG specification', () => {
  expect(configFolder({ HOME: '/home/ada' }, 'linux')).toBe('/home/ada/.config/fulfil');
  expect(configFolder({ HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, 'linux')).toBe('/etc/ada/fulfil');
  expect(configFolder({ HOME: '/home/ada', XDG_CONFIG_HOME: 'relative' }, 'linux')).toBe('/home/ada/.config/fulfil');
});
