# frozen_string_literal: true

require "date"
require "json"
require "time"
require "uri"

module Fulfilment
  # Members of a batch: the list in its body, at most `maximum` items, and the list of results in its answer.
  #
  # @api private
  Batch = Struct.new(:items, :maximum, :results, keyword_init: true)

  # One operation as the generated table describes it: `path` from the base URL, with `{name}` for each path parameter.
  #
  # @api private
  Operation = Struct.new(:id, :http_method, :path, :repeated, :media_types, :idempotent, :pending, :batch, keyword_init: true) do
    # True for an upload.
    def upload?
      !media_types.nil?
    end

    # True if the body is JSON, which an empty one is as `{}`.
    def json_body?
      !upload? && %w[POST PATCH PUT].include?(http_method)
    end

    # The path and query of a request; path parameters are percent-encoded, slashes too.
    #
    # @raise [ConfigurationError] for a path parameter that would make it the path of another operation: empty, `.` or `..`
    def target(path, query)
      values = path.dup
      filled = self.path.gsub(/\{(\w+)\}/) { Wire.segment("#{id}: #{Regexp.last_match(1)}", values.shift) }
      pairs = query.flat_map { |name, value| Wire.texts(value, Array(repeated).include?(name.to_s)).map { |text| [name, text] } }
      pairs.empty? ? filled : "#{filled}?#{URI.encode_www_form(pairs)}"
    end
  end

  # Values as they are sent.
  #
  # @api private
  module Wire
    module_function

    # One segment of a path.
    def segment(name, value)
      text = value.to_s.encode(Encoding::UTF_8)
      raise ConfigurationError, "#{name} must be an id, and is #{text.inspect}." if ["", ".", ".."].include?(text)

      text.b.gsub(/[^A-Za-z0-9\-._~]/) { |byte| format("%%%02X", byte.ord) }
    rescue EncodingError
      raise ConfigurationError, "#{name} must be text in UTF-8."
    end

    # The values of a query parameter.
    def texts(value, repeated)
      return [] if value.nil?
      return [text(value)] unless value.respond_to?(:each)

      texts = value.map { |each| text(each) }
      repeated ? texts : [texts.join(",")]
    end

    # The body of a request.
    #
    # @raise [ConfigurationError] for a value that JSON has no words for
    def json(body)
      return if body.nil?

      JSON.generate(plain(body))
    rescue JSON::GeneratorError, JSON::NestingError, EncodingError, SystemStackError => error
      raise ConfigurationError, "The body cannot be sent as JSON: #{error.message}"
    end

    def text(value)
      value.is_a?(Time) || value.is_a?(Date) ? time(value) : value.to_s
    end

    def plain(value)
      case value
      when Hash then value.transform_values { |each| plain(each) }
      when Array then value.map { |each| plain(each) }
      when Time, Date then time(value)
      else value
      end
    end

    # RFC 3339 with milliseconds; a date without a time stays one.
    def time(value)
      return value.iso8601 if value.instance_of?(Date)

      value.to_time.utc.iso8601(3)
    end
  end
end
