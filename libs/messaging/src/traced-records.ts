import type { Span, Tracing } from '@fulfilment/observability';
import type { AppendOutcome, IncomingBatch, LogAppender, OutgoingRecord } from './port.ts';

const TRACEPARENT = 'traceparent';

/**
 * Appends records, each of a sampled trace as a span `‹topic› send`: the record carries it on, so that its consumers are below it.
 * Other records stay as they are.
 */
export async function tracedSends(
  tracing: Tracing,
  records: readonly OutgoingRecord[],
  appender: Pick<LogAppender, 'append'>,
): Promise<readonly AppendOutcome[]> {
  const spans = records.map((record) => start(tracing, record, { 'messaging.operation.name': 'send' }));
  const outcomes = await appender.append(records.map((record, place) => carrying(record, spans[place])));
  for (const [place, span] of spans.entries()) {
    const status = outcomes[place]?.status;
    span?.end(status === 'appended' ? undefined : status);
  }
  return outcomes;
}

/**
 * Handles a batch, each record of a sampled trace in a span `‹topic› process`: what the record causes is below it. A batch that is
 * delivered again has spans of its own.
 */
export async function tracedBatch<Result>(
  tracing: Tracing,
  batch: IncomingBatch,
  { group, handle }: { readonly group: string; readonly handle: (batch: IncomingBatch) => Promise<Result> },
): Promise<Result> {
  const spans = batch.records.map((record) =>
    start(tracing, record, {
      'messaging.operation.name': 'process',
      'messaging.consumer.group.name': group,
      'messaging.destination.partition.id': String(record.partition),
      'messaging.kafka.offset': Number(record.offset),
    }),
  );
  let fault: string | undefined = 'failed';
  try {
    const result = await handle({ ...batch, records: batch.records.map((record, place) => carrying(record, spans[place])) });
    fault = undefined;
    return result;
  } finally {
    for (const span of spans) span?.end(fault);
  }
}

type Operation = Readonly<Record<string, string | number>> & { readonly 'messaging.operation.name': 'send' | 'process' };

function start(tracing: Tracing, { topic, headers }: OutgoingRecord, operation: Operation): Span | undefined {
  const name = operation['messaging.operation.name'];
  return tracing.start(`${topic} ${name}`, {
    kind: name === 'send' ? 'producer' : 'consumer',
    parent: headers[TRACEPARENT],
    attributes: {
      'messaging.system': 'kafka',
      'messaging.destination.name': topic,
      'messaging.message.id': headers['ce_id'],
      'fulfilment.message_type': headers['ce_type'],
      'fulfilment.request_id': headers['request_id'],
      ...operation,
    },
  });
}

function carrying<Carried extends OutgoingRecord>(record: Carried, span: Span | undefined): Carried {
  return span ? { ...record, headers: { ...record.headers, [TRACEPARENT]: span.traceparent } } : record;
}
