import { describeEventLog } from '../conformance/event-log.conformance.ts';
import { MemoryBroker } from './memory-broker.ts';
import { openMemoryLog } from './memory-event-log.ts';

describeEventLog('in memory', async () => {
  const broker = new MemoryBroker();
  return {
    open: async (topicPrefix) => {
      const log = openMemoryLog({ broker, topicPrefix });
      return { log, loseNextReply: () => log.loseNextReply(), sever: () => log.sever(), freeze: () => log.loseNextReply() };
    },
    stop: () => Promise.resolve(),
  };
});
