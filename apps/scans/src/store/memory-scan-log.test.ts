import type { ScanRecord } from '@fulfilment/contracts';
import { MemoryScanLog } from './memory-scan-log.ts';
import { holdsTheContractOfAScanLog } from './scan-log.contract.ts';

const log = new MemoryScanLog<readonly ScanRecord[]>();
holdsTheContractOfAScanLog(() => log);
