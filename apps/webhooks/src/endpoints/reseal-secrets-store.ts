import type { Collections } from '../database/collections-documents.ts';
import type { EndpointDocument, SecretDocument } from './endpoint-documents.ts';
import type { SecretBox } from './secret-box-store.ts';

/**
 * Seals with the current key what older ones sealed, so that these can be taken out of the configuration. An endpoint whose
 * secrets change meanwhile is left as it is: the next run finds it.
 *
 * @returns a function that goes over all endpoints, and tells how many it changed.
 */
export function makeResealSecrets({ endpoints }: Pick<Collections, 'endpoints'>, secretBox: SecretBox): () => Promise<number> {
  const anew = (endpointId: string, secret: SecretDocument): SecretDocument => ({
    ...secret,
    sealed: secretBox.seal(secretBox.open(secret.sealed, endpointId), endpointId),
  });
  return async () => {
    let changed = 0;
    const old = endpoints.find<Pick<EndpointDocument, '_id' | 'secrets'>>(
      { secrets: { $elemMatch: { 'sealed.key_id': { $ne: secretBox.keyId } } } },
      { projection: { secrets: 1 } },
    );
    for await (const { _id, secrets } of old) {
      const update = { $set: { secrets: secrets.map((secret) => anew(_id, secret)) } };
      changed += (await endpoints.updateOne({ _id, secrets }, update)).modifiedCount;
    }
    return changed;
  };
}
