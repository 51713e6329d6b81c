# frozen_string_literal: true

require "json"
require "time"

module Fulfilment
  # The rate limit after an answer: requests at once, those that would be admitted now, and when the bucket is full again (Time).
  RateLimit = Struct.new(:limit, :remaining, :reset_at, keyword_init: true)

  # The facts that the headers of an answer tell; `replayed`: it repeats the answer to an earlier request with the same key.
  AnswerFacts = Struct.new(:status, :request_id, :etag, :replayed, :rate_limit, keyword_init: true)

  # A record as it came, with symbols as keys, and the facts of its answer. It is a hash in every other way.
  class Answer < Hash
    # @return [AnswerFacts]
    attr_reader :facts

    # @api private
    def self.of(record, facts)
      new.update(record).tap { |answer| answer.instance_variable_set(:@facts, facts) }
    end
  end

  # An answer whose body was read.
  #
  # @api private
  class Response
    attr_reader :status, :body

    def initialize(url, response, body)
      @url = url
      @status = response.code.to_i
      @headers = response
      @body = body.to_s.dup.force_encoding(Encoding::UTF_8).scrub.delete_prefix("\uFEFF")
    end

    def [](name)
      @headers[name]
    end

    def success?
      status.between?(200, 299)
    end

    def facts
      @facts ||= AnswerFacts.new(
        status: status,
        request_id: self["x-request-id"].to_s,
        etag: self["etag"],
        replayed: self["idempotency-replayed"] == "true",
        rate_limit: rate_limit
      )
    end

    # Seconds of `Retry-After`, as a number or a date.
    def retry_after
      text = self["retry-after"]
      return if text.nil?
      return text.to_i if text.match?(/\A\d+\z/)

      [0, Time.httpdate(text) - Time.now].max
    rescue ArgumentError
      nil
    end

    # The record of a success.
    def value(idempotency_key)
      return if status == 204

      parsed = JSON.parse(body, symbolize_names: true)
      raise unexpected(idempotency_key) unless parsed.is_a?(Hash)

      Answer.of(parsed, facts)
    rescue JSON::ParserError
      raise unexpected(idempotency_key) unless self["content-type"].to_s.match?(/\bjson\b/) || body.empty?

      raise ConnectionFailedError.new("Only a part of the answer came (#{body.bytesize} bytes).", idempotency_key)
    end

    # The error of an answer that is no success.
    def error(idempotency_key)
      return NotModifiedError.new if status == 304

      problem = self.problem
      return unexpected(idempotency_key) if problem.nil?

      ERRORS.fetch(problem[:code], ApiError).new(problem, status, retry_after: retry_after, idempotency_key: idempotency_key)
    end

    # The error of an answer that the API does not give.
    def unexpected(idempotency_key = nil)
      came = "#{@url} answered #{status} with #{self["content-type"] || "no content type"}"
      hint =
        if status.between?(300, 399) && self["location"]
          "a redirect to #{self["location"]}, which is not followed, so that the key stays here: use that address as base URL."
        else
          "not an answer of the API: #{blame}. It began with #{body[0, 80].inspect}."
        end
      UnexpectedAnswerError.new(
        "#{came}: #{hint}", status: status, request_id: self["x-request-id"], retry_after: retry_after, idempotency_key: idempotency_key
      )
    end

    private

    # A 404 is most often a wrong address; other refusals that are none of the API's come from what stands before it.
    def blame
      status >= 400 && status != 404 ? "a proxy on the way refused" : "check the base URL and the proxies on the way"
    end

    def problem
      parsed = JSON.parse(body, symbolize_names: true)
      parsed if parsed.is_a?(Hash) && parsed[:code].is_a?(String)
    rescue JSON::ParserError
      nil
    end

    def rate_limit
      limit, remaining, reset = %w[limit remaining reset].map { |name| Integer(self["x-ratelimit-#{name}"] || "", 10) }
      RateLimit.new(limit: limit, remaining: remaining, reset_at: Time.at(reset).utc)
    rescue ArgumentError
      nil
    end
  end
end
