# Generated from the OpenAPI documents by `npm run generate`: do not edit.

VERSION = "0.1.0"
