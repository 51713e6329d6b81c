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

      seconds = back_off(attempt, LONGEST_WAIT, chance)
      asked = asked_by(error)
      return seconds if asked.nil?

      [asked + (chance * FIRST_WAIT), seconds].max unless asked > LONGEST_RETRY_AFTER
    end

    # The API refuses for the rate before it does anything.
    def retryable?(error, repeatable)
      succeeds_later?(error) && (repeatable || (error.is_a?(ApiError) && error.status == 429))
    end

    # True for an error after which the same request may succeed later: of the API, of a proxy before it, or of the network.
    def succeeds_later?(error)
      case error
      when ApiError then error.retryable? || passing?(error.status)
      when UnexpectedAnswerError then passing?(error.status)
      else error.is_a?(ConnectionFailedError)
      end
    end

    def passing?(status)
      [408, 429].include?(status) || status >= 500
    end

    # Half a second that doubles, 50 to 100 % of it by chance.
    def back_off(attempt, longest, chance = Random.rand)
      [longest, FIRST_WAIT * (2**[attempt, 10].min)].min * (0.5 + (chance / 2))
    end

    # Seconds that an answer asks to wait; nil where it asks for none.
    def asked_by(error)
      error.retry_after if error.is_a?(ApiError) || error.is_a?(UnexpectedAnswerError)
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
