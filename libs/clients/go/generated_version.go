// Code generated from the OpenAPI documents by npm run generate. DO NOT EDIT.

package fulfilment

// Version is the version of this library.
const Version = "0.1.0"
