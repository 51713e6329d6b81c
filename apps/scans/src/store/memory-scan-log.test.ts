import { MemoryScanLog } from './memory-scan-log.ts';
import { holdsTheContractOfAScanLog } from './scan-log.contract.ts';

const log = new MemoryScanLog();
holdsTheContractOfAScanLog(() => log);
