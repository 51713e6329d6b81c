export { type Caller, makeSignIdentity, makeVerifyIdentity, type SignIdentity, type VerifyIdentity } from './identity.ts';
export {
  type OperatedService,
  type OperatorCallArguments,
  OperatorClient,
  type OperatorClientOptions,
  OperatorRefusal,
  OperatorUnreachable,
} from './operator-client.ts';
export { makeSealedText, type SealedText } from './sealed-text.ts';
