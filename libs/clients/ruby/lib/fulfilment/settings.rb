# frozen_string_literal: true

require "uri"

module Fulfilment
  # Options of a client that were checked. The API key is in no variable of them, only in the function `authorization`: nothing that
  # shows or serialises objects can show it.
  #
  # @api private
  class Settings
    AGENT = "fulfilment-ruby/#{VERSION} (ruby #{RUBY_VERSION})"

    attr_reader :authorization, :base_url, :timeout, :deadline, :retries, :throttle, :user_agent, :logger, :on_retry, :configure_http

    # @raise [ConfigurationError] for options that no call could be made with; the key is never in its message
    def initialize(
      api_key:, base_url:, timeout:, deadline:, retries:, requests_per_second:, user_agent:, logger:, on_retry:, configure_http:
    )
      refuse "`api_key` is missing or has blanks or line ends in it." unless api_key.is_a?(String) && api_key.match?(/\A[\x21-\x7e]+\z/)
      refuse "`timeout` must be above 0." unless timeout.nil? || Settings.positive?(timeout)
      refuse "`deadline` must be above 0." unless deadline.nil? || Settings.positive?(deadline)
      refuse "`retries` must be a whole number from 0." unless retries.is_a?(Integer) && !retries.negative?
      refuse "`requests_per_second` must be above 0." unless requests_per_second.nil? || Settings.positive?(requests_per_second)
      key = api_key.dup.freeze
      @authorization = -> { "Bearer #{key}" }
      @base_url = read_base_url(base_url.to_s)
      @timeout = timeout
      @deadline = deadline
      @retries = retries
      @throttle = Throttle.new(requests_per_second)
      @user_agent = [AGENT, user_agent].compact.join(" ")
      @logger = logger
      @on_retry = on_retry
      @configure_http = configure_http
    end

    # True for a number above 0.
    def self.positive?(value)
      value.is_a?(Numeric) && value.positive?
    end

    def inspect
      "#<#{self.class} #{base_url}>"
    end

    private

    def refuse(message)
      raise ConfigurationError, message
    end

    def read_base_url(text)
      url = URI.parse(text)
      refuse "`base_url` must be an http or https URL: https://api.example.com." unless url.is_a?(URI::HTTP) && url.hostname
      refuse "`base_url` is to have no credentials, query or fragment." if url.userinfo || url.query || url.fragment
      url.path = url.path.sub(%r{/+\z}, "").sub(%r{(/account)?/v1\z}, "")
      url
    rescue URI::InvalidURIError
      refuse "`base_url` must be an http or https URL: https://api.example.com."
    end
  end
end
