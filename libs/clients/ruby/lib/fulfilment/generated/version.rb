# frozen_string_literal: true

# Generated from the OpenAPI documents by `npm run generate`: do not edit.
module Fulfilment
  # The version of this library.
  VERSION = "0.1.0"
end
