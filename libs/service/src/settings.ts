import type { makeVerifyIdentity } from '@fulfilment/identity';

/** What a service is opened with: the parsed settings that every service has. */
export interface ServiceSettings {
  readonly HOST: string;
  readonly PORT: number;
  readonly INTERNAL_HOST: string;
  readonly INTERNAL_PORT: number;
  readonly PUBLIC_URL: string;
  readonly MONGODB_URL: string;
  readonly MONGODB_DATABASE: string;
  readonly REDIS_URL: string;
  readonly REDIS_PREFIX: string;
  readonly KAFKA_BROKERS: readonly string[];
  readonly KAFKA_REPLICATION_FACTOR: number;
  readonly KAFKA_PARTITIONS: number;
  readonly TOPIC_PREFIX: string;
  readonly JWT_PUBLIC_KEYS: Parameters<typeof makeVerifyIdentity>[0]['keys'];
  readonly DRAIN_NOTICE_MS: number;
  readonly LOG_LEVEL: string;
}
