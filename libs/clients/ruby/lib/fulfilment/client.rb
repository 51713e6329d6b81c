# frozen_string_literal: true

module Fulfilment
  # The client of the API. One serves the whole program: threads share it, and its connections stay open.
  #
  #   client = Fulfilment::Client.new(api_key: ENV.fetch("FULFILMENT_API_KEY"), base_url: "http://localhost:8080")
  #   client.orders.list(status: "packed").first(20)
  #
  # The key is in no inspection, error, log or serialisation of the client.
  class Client
    include Resources::Readers

    # @param api_key [String]
    # @param base_url [String] the address of the API; a path `/v1` at its end is removed
    # @param timeout [Numeric, nil] the longest silence of an answer in seconds; 35 unless given, 600 for uploads
    # @param deadline [Numeric, nil] seconds for one attempt in all, however its answer drips; ten times the timeout unless given. Of a
    #   download it holds until the file begins
    # @param retries [Integer] after the first attempt
    # @param requests_per_second [Numeric, nil] spaces requests
    # @param user_agent [String, nil] name and version of your program, behind those of the library
    # @param logger [Logger, nil] told of each answer (debug) and each retry (warn)
    # @param on_retry [#call, nil] called with a {Retry} before each wait
    # @param configure_http [#call, nil] called with each new Net::HTTP, for proxies and certificates
    # @raise [ConfigurationError] for a key or base URL that cannot be used; nothing is sent
    def initialize(
      api_key:, base_url:, timeout: nil, deadline: nil, retries: 2, requests_per_second: nil, user_agent: nil, logger: nil, on_retry: nil,
      configure_http: nil
    )
      @settings = Settings.new(
        api_key: api_key, base_url: base_url, timeout: timeout, deadline: deadline, retries: retries, requests_per_second: requests_per_second,
        user_agent: user_agent, logger: logger, on_retry: on_retry, configure_http: configure_http
      )
      @transport = Transport.new(@settings)
      make_resources(@transport)
    end

    # @return [RateLimit, nil] the rate limit that the last answer told
    def rate_limit
      @transport.rate_limit
    end

    # The feed of events, read on from the stored place.
    #
    # @param places [#read, #write] keeps the id of the last event that was handled: {FilePlaceStore}
    # @param types [Array<String>, nil] only these
    # @param created_after [Time, String, nil] while no place is kept, begins at the first event that was stored then or later; at the
    #   oldest by default
    # @param until_end [Boolean] ends at the newest event, instead of waiting for more
    # @param poll_seconds [Numeric] between two looks at the end
    # @param on_retry [#call, nil] called with a {Retry} once for each outage, before its first wait; by default the logger is told, or
    #   standard error
    # @param max_silence [Numeric, nil] seconds without an answer after which the loop ends with the error; it never does by default, and
    #   at the first failure with until_end, so that a job ends
    # @return [Feed]
    def feed(places, types: nil, created_after: nil, until_end: false, poll_seconds: 1, on_retry: nil, max_silence: nil)
      Feed.new(
        events, places, types: types, created_after: created_after, until_end: until_end, poll_seconds: poll_seconds,
                        on_retry: on_retry || method(:tell_outage), max_silence: max_silence
      )
    end

    # Reads an order until it is as you want it: `client.wait_for_order(id) { |order| order[:allocation] == "allocated" }`.
    #
    # @param id [String]
    # @param timeout [Numeric] seconds to wait at most
    # @param poll_seconds [Numeric] between two looks at the order
    # @yieldparam order [Hash]
    # @yieldreturn [Boolean] true once the order is as wanted
    # @return [Hash] the order
    # @raise [RequestTimeoutError] where it is not in time
    def wait_for_order(id, timeout: 60, poll_seconds: 0.5)
      ends_at = Process.clock_gettime(Process::CLOCK_MONOTONIC) + timeout - poll_seconds
      loop do
        order = orders.get(id)
        return order if yield order

        if Process.clock_gettime(Process::CLOCK_MONOTONIC) > ends_at
          raise RequestTimeoutError, "#{id} did not become what was waited for within #{timeout.to_f} s: " \
                                     "it is #{order[:status]} and #{order[:allocation]}."
        end
        sleep(poll_seconds)
      end
    end

    # Closes the idle connections. The client can be used on.
    #
    # @return [void]
    def close
      @transport.close
    end

    # @return [String] without the key
    def inspect
      "#<#{self.class} #{@settings.base_url}>"
    end
    alias to_s inspect

    private

    def tell_outage(retrying)
      text = "fulfilment: #{retrying.operation} has no answer (#{retrying.code}); trying again until there is one."
      @settings.logger ? @settings.logger.warn(text) : warn(text)
    end
  end
end
