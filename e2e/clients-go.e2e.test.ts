import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../tools/clients/run-program.ts';
import { runGo } from './clients/install-go.ts';
import { INSTALL_MS, type InstalledLibrary, installLibrary, lacksToolchain } from './clients/libraries.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import { makeShop } from './system/shop.ts';
import { processNamed } from './system/start-test-system.ts';

const README = join(import.meta.dirname, '../libs/clients/go/README.md');

describe('the Go library', () => {
  let library: InstalledLibrary;
  let isAbsent: boolean;
  let module: string;

  beforeAll(async () => {
    isAbsent = await lacksToolchain('go');
    if (isAbsent) return;
    library = await installLibrary('go');
    module = (await runGo(library.folder, ['list', '-m', 'all'])).split('\n')[1]?.split(' ')[0] ?? '';
  }, INSTALL_MS);

  beforeEach(({ skip }) => skip(isAbsent, 'go is not on the PATH'));

  afterAll(() => (isAbsent ? undefined : library.remove()));

  test('is formatted by gofmt, its driver and examples too', async () => {
    const home = (await runGo(library.folder, ['list', '-m', '-f', '{{.Dir}}', module])).trim();

    expect(home).toContain('client-go@v');
    expect(await runProgram('gofmt', ['-l', home, 'driver', 'sources'], { cwd: library.folder })).toBe('');
  });

  test('passes go vet and its own tests, as its users have it', async () => {
    await runGo(library.folder, ['vet', './...']);

    // Runs vet on the package too.
    expect(await runGo(library.folder, ['test', '-vet=all', '-ldflags=-s', module])).toMatch(/^ok\s/);
  });

  test('does the tasks of its README, as they stand there', async () => {
    const system = await sharedTestSystem();
    const { baseUrl } = processNamed(system, 'gateway');
    const { id: accountId } = await system.operator.account('A shop of the README in Go');
    const { key } = await system.operator.key({ accountId });
    const shop = makeShop(system.call, key);
    await mkdir(join(library.folder, 'readme'));
    await writeFile(join(library.folder, 'readme/main.go'), programOf(await readFile(README, 'utf8'), { baseUrl, module }));
    await runGo(library.folder, ['build', '-ldflags=-s', '-o', 'examples/readme', './readme']);

    const output = await library.runExample('readme', {
      env: { FULFILMENT_API_KEY: key, WEBHOOK_SECRET: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' },
    });

    expect(output).toContain('invalid_transition 409');
    expect(await shop.sku('CUP-01')).toMatchObject({ on_hand: 40 });
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 98, allocated: 1 });
    expect((await shop.orders()).map(({ external_id: id, status, carrier }) => [id, status, carrier])).toEqual([
      [null, 'created', null],
      ['shop-1001', 'shipped', 'DHL'],
    ]);
  });
});

/** The program of all Go of a README, one task after another. Its feed ends where the events do. */
function programOf(readme: string, { baseUrl, module }: { readonly baseUrl: string; readonly module: string }): string {
  const tasks = [...readme.matchAll(/```go\n(.*?)```/gs)].map(([, code = '']) => code.replace(/^import .*\n/, '')).join('\n');
  const names = new Set([...tasks.matchAll(/^(\w+), err :?= /gm)].map(([, name = '']) => name).filter((name) => name !== '_'));
  return `package main

import (
${['context', 'errors', 'fmt', 'io', 'log', 'net/http', 'os', 'time'].map((each) => `\t"${each}"\n`).join('')}
	fulfilment "${module}"
)

func main() {
	if err := tasks(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func tasks(ctx context.Context) error {
${tasks.replaceAll('http://localhost:8080', baseUrl).replace('FeedOptions{}', 'FeedOptions{UntilEnd: true}')}
${[...names].map((name) => `\t_ = ${name}\n`).join('')}	return err
}
`;
}
