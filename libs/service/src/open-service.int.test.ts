import { expect, inject, test } from 'vitest';
import { openOperatedService } from './operated-service.fixture.ts';

test('a start without Kafka ends with one line that names it, its address and the setting', async () => {
  const engines = { ...inject('engines'), kafkaBrokers: '127.0.0.1:9' };

  await expect(openOperatedService(engines, 'orders')).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^Kafka does not answer at 127\.0\.0\.1:9 \([^\n]+\): start it, or correct KAFKA_BROKERS\.$/),
  });
});
