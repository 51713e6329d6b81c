import { openKafkaLog } from '@fulfilment/messaging';
import { connectMongo } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { redisAnswers } from '@fulfilment/redis';
import { type EngineAddresses, eventually, patient } from '@fulfilment/testing';
import { beforeEach, inject } from 'vitest';

const WITHIN_MS = 90_000;

// A machine of CI may stand still for minutes: the next try of a test that failed by it begins once the engines answer, since each of
// its tries would fail by the same stall else.
beforeEach(
  async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) await eventually(() => askEngines(inject('engines')), { withinMs: WITHIN_MS });
  },
  patient(2 * WITHIN_MS),
);

async function askEngines({ kafkaBrokers, mongodbUrl, redisUrl }: EngineAddresses): Promise<void> {
  const mongo = await connectMongo({ url: mongodbUrl, database: 'retries', appName: 'retries' });
  const log = openKafkaLog({
    brokers: kafkaBrokers.split(','),
    clientId: 'retries',
    topicPrefix: 'retries.',
    logger: silentLogger,
    onFatal: () => undefined,
  });
  try {
    await mongo.db.command({ ping: 1 });
    if (!(await log.healthy())) throw new Error('Kafka does not answer');
    if (!(await redisAnswers({ url: redisUrl }))) throw new Error('Redis does not answer');
  } finally {
    await Promise.all([mongo.stop(), log.stop()]);
  }
}
