import type { ScanRecord } from '@fulfilment/contracts';
import { MemoryScanLog } from './memory-scan-log.fixture.ts';
import { scanLogConformance } from './scan-log.conformance.ts';

const log = new MemoryScanLog<readonly ScanRecord[]>();
scanLogConformance(
  () => log,
  () => log,
);
