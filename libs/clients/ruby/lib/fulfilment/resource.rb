# frozen_string_literal: true

module Fulfilment
  # A group of operations.
  #
  # @api private
  class Resource
    def initialize(transport)
      @transport = transport
    end

    # @return [String]
    def inspect
      "#<#{self.class}>"
    end

    private

    # A body that was given as a hash, as keywords, or as both.
    def body_of(body, fields)
      return fields if body.nil?
      return body if fields.empty?
      raise ConfigurationError, "The body must be a hash." unless body.respond_to?(:to_h)

      body.to_h.transform_keys(&:to_sym).merge(fields)
    end
  end
end
