import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const DEFAULT = fileURLToPath(new URL('../../../../.data', import.meta.url));

/** Where the system keeps its data: `FULFILMENT_DATA`, else `.data` of the workspace. */
export function dataFolder({ FULFILMENT_DATA: folder = '' }: Readonly<Record<string, string | undefined>>): string {
  return folder === '' ? DEFAULT : resolve(folder);
}
