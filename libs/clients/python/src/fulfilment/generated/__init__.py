# Generated from the OpenAPI documents by `npm run generate`: do not edit.
