export { type AsyncApiDocument, asyncApiDocument, type AsyncApiOptions } from './asyncapi/document.ts';
export { TOPIC_SPECS, type TopicMessage, type TopicSpec } from './asyncapi/topic-messages.ts';
export { errorReference, type ErrorReference, whoGivesInWords } from './errors/error-reference.ts';
export { GUIDES, type Guide, type GuideName, pathOfGuide } from './guides.ts';
export { accountApiDocument, type OpenApiDocument, openApiDocument, type OpenApiOptions } from './openapi/document.ts';
export { withMeanings } from './openapi/json-shapes.ts';
