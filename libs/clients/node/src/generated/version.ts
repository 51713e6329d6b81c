// Generated from the OpenAPI documents by `npm run generate`: do not edit.
/** Version of this library. */
export const VERSION = '0.1.0';
