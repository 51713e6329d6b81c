import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { STACK_HOME } from './stack.ts';

/** Keeps the ids of running containers in a file, and writes down how it is called. */
const DOCKER = `#!/bin/bash
echo "$*" >>"$FOLDER/calls"
case "$*" in
  'compose ps --quiet '*) cat "$FOLDER/running" ;;
  *' migrate.js status '*) echo 'a warning of Compose' >&2; echo "$TOLD" >&2; exit "$CODE" ;;
  inspect*) echo "/fulfilment-orders-\${@: -1}" ;;
  rm*) sed -i "/^$2$/d" "$FOLDER/running" ;;
  'compose up '*) echo "new$(wc -l <"$FOLDER/calls")" >>"$FOLDER/running" ;;
esac
`;

interface Given {
  readonly service?: string;
  /** Of the containers that run. */
  readonly running?: readonly string[];
  /** The exit code of the check of the store, and its last line. */
  readonly check?: { readonly code: number; readonly told: string };
}

async function roll({ service = 'orders', running = ['1', '2'], check = { code: 0, told: '' } }: Given) {
  const folder = mkdtempSync(join(tmpdir(), 'fulfilment-roll-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'docker'), DOCKER, { mode: 0o755 });
  writeFileSync(join(folder, 'running'), running.map((id) => `${id}\n`).join(''));
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, FOLDER: folder, CODE: String(check.code), TOLD: check.told };
  const rolling = spawn(join(STACK_HOME, 'roll'), [service], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(rolling.stderr), once(rolling, 'exit')]);
  const calls = existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n') : [];
  return { code: Number(code), said, calls, changes: calls.filter((call) => /^(stop|rm|rename|compose up) /.test(call)) };
}

test('roll replaces one container after the other, and each new one has the name of the one before', async () => {
  const { code, calls, changes } = await roll({});

  expect(code).toBe(0);
  expect(changes.map((change) => change.replace(/new\d+/, 'new'))).toEqual(
    ['1', '2'].flatMap((id) => [
      `stop --time 30 ${id}`,
      `rm ${id}`,
      'compose up --detach --wait --no-deps --no-recreate --scale orders=2 orders',
      `rename new fulfilment-orders-${id}`,
    ]),
  );
  const check = calls.findIndex((call) => call.includes(' migrate migrate.js status --check --service orders'));
  expect(check).toBeGreaterThan(-1);
  expect(check).toBeLessThan(calls.findIndex((call) => call.startsWith('stop')));
});

test.each([
  [1, 'The store of orders is at schema version 1, and this release needs 2. Run: npm run -s admin -- migrate'],
  [1, 'No store answers.'],
  [125, 'No such image: fulfilment/operator:next'],
])('roll stops nothing where the check of the store ends with %i: %s', async (code, told) => {
  const refused = await roll({ check: { code, told } });

  expect(refused).toMatchObject({ code: 1, changes: [] });
  expect(refused.said).toBe(
    `orders goes on as it is: ${told.replace(/ Run: .*/, '')} First: docker compose run --rm --no-deps migrate\n`,
  );
});

test('roll knows the five services alone, and none that does not run', async () => {
  expect(await roll({ service: 'mongodb' })).toMatchObject({ code: 2, calls: [] });
  expect(await roll({ running: [] })).toMatchObject({ code: 1, said: 'orders does not run\n', changes: [] });
});
