# frozen_string_literal: true

module Fulfilment
  # A retry that is about to be made: `attempt` is 1 for the first one, `code` that of the error, `wait` in seconds.
  Retry = Struct.new(:operation, :attempt, :wait, :code, keyword_init: true)

  # Which failures are worth another attempt, and how long to wait before it. Waits are in seconds.
  #
  # @api private
  module Retries
    FIRST_WAIT = 0.5
    LONGEST_WAIT = 8.0
    # A service that wants more is not waited for: the caller gets the error.
    LONGEST_RETRY_AFTER = 60

    module_function

    # Seconds to wait before the next attempt; nil if the call is not to be sent again.
    #
    # @param attempt [Integer] 0 for the first one, which failed
    # @param repeatable [Boolean] the call reads, or has an idempotency key
    def wait(error, attempt:, repeatable:, chance: Random.rand)
      return unless retryable?(error, repeatable)

      back_off = [LONGEST_WAIT, FIRST_WAIT * (2**attempt)].min * (0.5 + (chance / 2))
      asked = error.retry_after if error.is_a?(ApiError)
      return back_off if asked.nil?

      [asked + (chance * FIRST_WAIT), back_off].max unless asked > LONGEST_RETRY_AFTER
    end

    def retryable?(error, repeatable)
      case error
      # The API refuses for the rate before it does anything.
      when ApiError then error.retryable? && (repeatable || error.status == 429)
      when UnexpectedAnswerError then repeatable && [502, 503, 504].include?(error.status)
      else repeatable && error.is_a?(ConnectionFailedError)
      end
    end
  end

  # Gives each request its turn, so that no more than some start in a second.
  #
  # @api private
  class Throttle
    def initialize(per_second)
      @spacing = per_second && (1.0 / per_second)
      @lock = Mutex.new
      @next_at = 0
    end

    # Takes the next turn.
    #
    # @return [Numeric] seconds until it
    def seconds_to_turn
      return 0 if @spacing.nil?

      @lock.synchronize do
        now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        at = [@next_at, now].max
        @next_at = at + @spacing
        at - now
      end
    end
  end
end
