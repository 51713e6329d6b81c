import type { RunningSystem } from './start-system.ts';

const SAMPLE_SKU = { sku: 'MUG-01', name: 'Mug', on_hand: 100, reorder_point: 10, location: 'A3/S2' };

/** What the newcomer reads once everything runs. */
export function welcome({ baseUrl, accounts }: Pick<RunningSystem, 'baseUrl' | 'accounts'>, dataDir: string): string {
  const { key } = accounts.demo;
  return `
  Base URL   ${baseUrl}/v1
  API key    ${key}   (sandbox, role admin)
  Reference  ${baseUrl}/docs
  Data       ${dataDir} (data, key, secrets, logs; begin empty with --fresh)

Create a SKU:

  curl -i -X POST ${baseUrl}/v1/inventory \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(SAMPLE_SKU)}'

Stop: Ctrl-C`;
}
