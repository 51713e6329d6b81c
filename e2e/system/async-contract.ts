import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { z } from 'zod';

/** A record as it stands on a topic, past all services. */
export interface TopicRecord {
  readonly topic: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Holds records against the AsyncAPI document that the system itself serves. */
export interface AsyncContract {
  /** @returns what the document does not allow: the type on that topic, a header, or the body. */
  faultsOf(record: TopicRecord): readonly string[];
  /** `stock.commands allocate` for each message of each topic but those of dead letters. */
  readonly messages: readonly string[];
}

const reference = z.object({ $ref: z.string() });
const asyncApi = z.looseObject({
  channels: z.record(z.string(), z.looseObject({ address: z.string().nullable(), messages: z.record(z.string(), reference) })),
  components: z.looseObject({ messages: z.record(z.string(), z.looseObject({ name: z.string() })) }),
});

/** @param baseUrl of the gateway. */
export async function readAsyncContract(baseUrl: string): Promise<AsyncContract> {
  const served = await fetch(`${baseUrl}/asyncapi.json`);
  const document = asyncApi.parse(await served.json());
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // An annotation, of which ajv-formats knows nothing.
  ajv.addFormat('idn-email', true);
  ajv.addSchema({ ...document, $id: 'asyncapi' });
  const places = new Map(
    Object.values(document.channels).flatMap(({ address, messages }) =>
      Object.values(messages).map(({ $ref }): [string, string] => {
        const message = document.components.messages[$ref.slice($ref.lastIndexOf('/') + 1)];
        return [`${address} ${message?.name}`, $ref];
      }),
    ),
  );
  const check = (pointer: string, value: unknown): string[] => {
    const validate = ajv.getSchema(`asyncapi${pointer}`) ?? ajv.compile({ $ref: `asyncapi${pointer}` });
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
  return {
    messages: [...places.keys()].filter((place) => !/^null |\.dlq /.test(place)),
    faultsOf: ({ topic, value, headers }) => {
      const place = places.get(`${topic} ${headers['ce_type']}`);
      if (place === undefined) return [`${topic} has no message ${headers['ce_type']}`];
      return [...check(`${place}/headers`, headers), ...check(`${place}/payload`, JSON.parse(value))];
    },
  };
}
