import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { componentsOfBase, FACTS_SCRIPT, parseFacts } from './base-bill.ts';

const DEBIAN = { versions: { node: '24.21.0', openssl: '3.5.4', modules: '137', napi: '10' }, arch: 'x64' };
const RELEASE = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n';

test('the components of a base are its system, its installed packages, Node, and the libraries in its binary', () => {
  const packages = [
    'Package: libstdc++6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 12.2.0-14+deb12u1\nDescription: GNU\n more text: of it',
    'Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1:1.0',
    // Without a shell, as in distroless bases, there is no status.
    'Package: ca-certificates\nArchitecture: all\nVersion: 20230311',
  ].join('\n\n');

  expect(componentsOfBase({ ...DEBIAN, release: RELEASE, packages })).toMatchObject([
    { type: 'operating-system', name: 'debian', version: '12' },
    {
      type: 'library',
      name: 'libstdc++6',
      version: '12.2.0-14+deb12u1',
      purl: 'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12',
    },
    { type: 'library', name: 'ca-certificates', purl: 'pkg:deb/debian/ca-certificates@20230311?arch=all&distro=debian-12' },
    { type: 'platform', name: 'node', version: '24.21.0', cpe: 'cpe:2.3:a:nodejs:node.js:24.21.0:*:*:*:*:*:*:*' },
    { type: 'library', name: 'openssl', version: '3.5.4', purl: 'pkg:generic/openssl@3.5.4' },
  ]);
});

test('a base without packages has Node alone', () => {
  const components = componentsOfBase({ ...DEBIAN, release: '', packages: '' });

  expect(components.map(({ name }) => name)).toEqual(['node', 'openssl']);
});

test('the script tells the facts of the file system and the Node that it runs in', () => {
  const facts = parseFacts(execFileSync(process.execPath, ['--eval', FACTS_SCRIPT], { encoding: 'utf8' }));

  expect(facts.versions).toEqual({ ...process.versions });
  const names = componentsOfBase(facts).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['node', 'v8', 'openssl', 'uv', 'zlib']));
  expect(new Set(componentsOfBase(facts).map((each) => each['bom-ref'])).size).toBe(names.length);
});
