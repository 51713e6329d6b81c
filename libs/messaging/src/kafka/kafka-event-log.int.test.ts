import { silentLogger } from '@fulfilment/observability';
import { uniqueName } from '@fulfilment/testing';
import { inject } from 'vitest';
import { describeEventLog } from '../conformance/event-log.conformance.ts';
import { openKafkaLog } from './kafka-event-log.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.fixture.ts';
import type { BrokerAddress } from './sockets.ts';

describeEventLog('on Kafka', async () => {
  const { kafkaBrokers } = inject('engines');
  const ownPrefix = `${uniqueName('messaging')}.`;
  const proxies: FaultProxy[] = [];
  const fatal: unknown[] = [];
  // What KafkaJS's own timer makes Node 24 say.
  const onWarning = (warning: Error): void => void (warning.name === 'TimeoutNegativeWarning' && fatal.push(warning));
  process.on('warning', onWarning);
  return {
    open: async (topicPrefix) => {
      const proxy = await startFaultProxy(firstBroker(kafkaBrokers));
      proxies.push(proxy);
      const log = openKafkaLog({
        brokers: kafkaBrokers.split(','),
        clientId: 'conformance',
        topicPrefix: ownPrefix + topicPrefix,
        logger: silentLogger,
        onFatal: (error) => fatal.push(error),
        dial: proxy.dial,
      });
      return { log, loseNextReply: proxy.loseNextProduceReply, freeze: proxy.freeze, sever: proxy.sever };
    },
    stop: async () => {
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      process.off('warning', onWarning);
      if (fatal.length > 0) throw new AggregateError(fatal, 'A consumer stopped for good, or Node warned of a timer');
    },
  };
});

function firstBroker(brokers: string): BrokerAddress {
  const [host = '', port = ''] = brokers.split(',')[0]?.split(':') ?? [];
  return { host, port: Number(port) };
}
