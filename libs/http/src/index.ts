export { bytesUseOf, forbidden, type RouteTarget } from './access.ts';
export { loggedPath } from './access-log.ts';
export { type ApiOptions, type ApiServer, type KeepReply, startApi } from './api-server.ts';
export { type CsvCell, csvText } from './csv-text.ts';
export { type EmbeddedApi, type EmbeddedApiOptions, embedApi, type KnownRequest } from './embedded-api.ts';
export { type Check, type InternalOptions, type InternalServer, startInternal } from './internal-server.ts';
export {
  itemProblemOf,
  methodNotAllowed,
  type PageOf,
  type Problem,
  PROBLEM_TYPE,
  type ProblemContext,
  problemOf,
} from './problem.ts';
export { LookedRecords } from './looked-records.ts';
export { parseBody, parseJson, type ParsedJson, payloadTooLarge } from './read-body.ts';
export { refuseConditions, requestIdFrom, traceparentFrom } from './request-context.ts';
export {
  type BoundRoute,
  type Download,
  downloadRoute,
  type DownloadRoute,
  ok,
  operatorRoute,
  parsedQuery,
  type RawInput,
  type RawReply,
  route,
  type Upload,
  uploadRoute,
  type UploadRoute,
} from './route.ts';
export { listen, type RunningServer, stopServer } from './api-server.ts';
export { parseItem, parseItems } from './validation.ts';
export { inTurns, oneAtATime, Turns, type TurnsOptions, turnsOfExports } from './turns.ts';
