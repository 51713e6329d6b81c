export { type Caller, makeSignIdentity, makeVerifyIdentity, type SignIdentity, type VerifyIdentity } from './identity.ts';
export { makeSealedText, type SealedText } from './sealed-text.ts';
