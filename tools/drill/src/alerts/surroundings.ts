import { createServer } from 'node:http';
import type { Stoppable } from '@fulfilment/kernel';

const DAY_S = 86_400;
const DISK_BYTES = 1e11;

/** Values that exporters of the surroundings tell. */
export interface SurroundingValues {
  /** Free share of the volume of MongoDB. */
  freeDisk: number;
  /** Seconds until the certificate ends. */
  certificateEndsInSeconds: number;
  failedJobs: number;
  /** Seconds since the last backup. */
  backupAgeSeconds: number;
}

/** A stand-in for node_exporter, blackbox_exporter, kube-state-metrics and a job of backups: the series that the rules read of them. */
export interface Surroundings extends Stoppable {
  readonly address: string;
  readonly values: SurroundingValues;
}

export const WELL: Readonly<SurroundingValues> = {
  freeDisk: 0.6,
  certificateEndsInSeconds: 60 * DAY_S,
  failedJobs: 0,
  backupAgeSeconds: DAY_S / 2,
};

export async function startSurroundings(): Promise<Surroundings> {
  const values = { ...WELL };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4').end(seriesOf(values, Date.now() / 1_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The exporters have no port');
  return {
    address: `127.0.0.1:${address.port}`,
    values,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function seriesOf({ freeDisk, certificateEndsInSeconds, failedJobs, backupAgeSeconds }: SurroundingValues, now: number): string {
  const disk = 'device="/dev/vdb",mountpoint="/var/lib/mongodb"';
  return [
    `node_filesystem_size_bytes{${disk}} ${DISK_BYTES}`,
    `node_filesystem_avail_bytes{${disk}} ${DISK_BYTES * freeDisk}`,
    `probe_ssl_earliest_cert_expiry ${now + certificateEndsInSeconds}`,
    `kube_job_failed{condition="true",namespace="shop",job_name="shop-fulfilment-migrations-1"} ${failedJobs}`,
    `fulfilment_backup_success_timestamp_seconds ${now - backupAgeSeconds}`,
    '',
  ].join('\n');
}
