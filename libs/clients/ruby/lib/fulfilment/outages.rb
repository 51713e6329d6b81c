# frozen_string_literal: true

module Fulfilment
  # The outages of a long reader: it asks again for ever, after waits that grow to 30 s. Times are in seconds.
  #
  # @api private
  class Outages
    LONGEST_WAIT = 30.0
    # A service that asks for more is looked at before.
    LONGEST_ASKED = 60

    # @param max_silence [Numeric, nil] without an answer, after which the reader gives up
    # @param on_retry [#call] told once for each outage
    def initialize(operation, max_silence:, on_retry:)
      @operation = operation
      @max_silence = max_silence
      @on_retry = on_retry
      ended
    end

    # Asks until there is an answer.
    #
    # @yieldparam options [Hash] of the call: during an outage each look is one request
    def outlive
      answer = yield(@since ? { retries: 0 } : {})
      ended
      answer
    rescue Error => error
      raise unless Retries.succeeds_later?(error)

      wait_out(error)
      retry
    end

    private

    def ended
      @since = nil
      @attempt = 0
    end

    def wait_out(error)
      now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      @since ||= now
      wait = wait_after(error)
      raise error if @max_silence && now + wait - @since > @max_silence

      @attempt += 1
      @on_retry.call(Retry.new(operation: @operation, attempt: 1, wait: wait, code: error.code)) if @attempt == 1
      sleep(wait)
    end

    def wait_after(error)
      [Retries.back_off(@attempt, LONGEST_WAIT), [Retries.asked_by(error).to_f, LONGEST_ASKED].min].max
    end
  end
end
