# frozen_string_literal: true

module Fulfilment
  # The base of every error of this library. No error holds the API key.
  class Error < StandardError
    # @return [String] stable, for programs: the code of the API, or one of this library
    attr_reader :code

    # @api private
    def initialize(code, message)
      super(message)
      @code = code
    end
  end

  # The options of the client, or the arguments of a call, cannot be used: `invalid_configuration`. Nothing was sent.
  class ConfigurationError < Error
    # @api private
    def initialize(message)
      super("invalid_configuration", message)
    end
  end

  # No answer came, or only a part of one: `connection_failed`. A write may have taken effect: repeat it under its key.
  class ConnectionFailedError < Error
    # @return [String, nil] the key of the call, to repeat it; nil for a read
    attr_reader :idempotency_key

    # @api private
    def initialize(message, idempotency_key = nil, code = "connection_failed")
      super(code, message)
      @idempotency_key = idempotency_key
    end
  end

  # The answer did not come in time: `request_timeout`.
  class RequestTimeoutError < ConnectionFailedError
    # @api private
    def initialize(message, idempotency_key = nil)
      super(message, idempotency_key, "request_timeout")
    end
  end

  # The answer is not one of the API: `unexpected_answer`. Most often the base URL is wrong, or a proxy answered.
  class UnexpectedAnswerError < Error
    # @return [Integer] the HTTP status
    attr_reader :status
    # @return [String, nil]
    attr_reader :request_id
    # @return [Numeric, nil] seconds to wait before a retry, if the answer names them
    attr_reader :retry_after
    # @return [String, nil] the key of the call, to repeat it; nil for a read
    attr_reader :idempotency_key

    # @api private
    def initialize(message, status: 200, request_id: nil, retry_after: nil, idempotency_key: nil)
      super("unexpected_answer", message)
      @status = status
      @request_id = request_id
      @retry_after = retry_after
      @idempotency_key = idempotency_key
    end
  end

  # The record still has the version of `if_none_match`: `not_modified`.
  class NotModifiedError < Error
    # @api private
    def initialize
      super("not_modified", "The record still has this version.")
    end
  end

  # The service has recorded the call and will do it, later than `pending_timeout`: `pending`. Repeat it under the same key.
  class PendingError < Error
    # @return [Hash] the record as it stands
    attr_reader :record
    # @return [String]
    attr_reader :idempotency_key, :request_id

    # @api private
    def initialize(record, idempotency_key, request_id)
      super("pending", "The call is recorded and not yet done. Repeat it with the idempotency key #{idempotency_key} to get its answer.")
      @record = record
      @idempotency_key = idempotency_key
      @request_id = request_id
    end
  end

  # A batch of several requests stopped after some of them: `batch_interrupted`, with the reason as `cause`.
  class BatchInterruptedError < Error
    # @return [Array<Hash>] the results of the items that were answered; the others are unknown
    attr_reader :results
    # @return [String] the key of the batch: the same call under it goes on where it stopped
    attr_reader :idempotency_key

    # @api private
    def initialize(results, idempotency_key, reason)
      super(
        "batch_interrupted",
        "#{results.length} items were answered, then: #{reason.message} Repeat the batch with the idempotency key #{idempotency_key}."
      )
      @results = results
      @idempotency_key = idempotency_key
    end
  end

  # A refusal by the API (RFC 9457). Each code of this version has a class of its own; later codes come as this one.
  class ApiError < Error
    # The remedy, by the error catalogue; empty for a code of a later version.
    REMEDY = ""

    # @return [Integer] the HTTP status
    attr_reader :status
    # @return [String]
    attr_reader :request_id, :detail
    # @return [Array<Hash>] the offending fields or lines, at most 100
    attr_reader :errors
    # @return [Numeric, nil] seconds to wait before a retry, if the API names them
    attr_reader :retry_after
    # @return [String, nil] the key of the call that was refused; nil for a read
    attr_reader :idempotency_key
    # @return [Hash] the whole answer, with the members of its code (`:current_status`, …) and unknown ones
    attr_reader :problem

    # @api private
    def initialize(problem, status, retry_after: nil, idempotency_key: nil)
      @problem = problem
      @status = status
      @retry_after = retry_after
      @idempotency_key = idempotency_key
      @request_id = problem[:request_id].to_s
      @detail = (problem[:detail] || problem[:title]).to_s
      @errors = problem[:errors] || []
      super(problem[:code], "#{problem[:code]} (#{status}): #{@detail} Request #{@request_id}.#{" #{remedy}" unless remedy.empty?}")
    end

    # @return [Boolean] true if the same request can still succeed
    def retryable?
      problem[:retryable] == true
    end

    # @return [String] what to do; empty for a code of a later version
    def remedy
      self.class::REMEDY
    end
  end
end
