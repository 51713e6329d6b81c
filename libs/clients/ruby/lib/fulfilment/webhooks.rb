# frozen_string_literal: true

require "json"
require "openssl"

module Fulfilment
  # A delivery that is not to be trusted. Answer it with 400 and say nothing of the reason. `code` is `missing_signature`,
  # `invalid_signature`, `timestamp_out_of_tolerance` or `malformed_payload`.
  class WebhookError < Error
  end

  # One request to an endpoint: its id (`dlv_…`), the attempt from 1, and the event, or all of a batch in the order of the feed.
  Delivery = Struct.new(:id, :attempt, :events, keyword_init: true)

  # Verifies a delivery, in constant time, and reads its events. Events of unknown types are among them.
  #
  # @param raw_body [String] the bytes as they came, before any parser
  # @param headers [Hash] of the request, with names in any case, or as Rack has them
  # @param secrets [String, Array<String>] those of the endpoint, as they were shown: one, or several during a rotation
  # @param tolerance_seconds [Numeric] how far the signed time may be off the clock, either way
  # @param now [Numeric, nil] Unix seconds; the clock unless given
  # @return [Delivery]
  # @raise [ConfigurationError] for no secret, and for one that is not `whsec_` and the base64 of 16 bytes or more: anyone can sign
  #   under an empty one
  # @raise [WebhookError] for a delivery that is not to be trusted
  def self.verify_webhook(raw_body, headers, secrets, tolerance_seconds: 300, now: nil)
    known = Signature.read_secrets(secrets)
    Signature.verify(raw_body.b, Signature.fields_of(headers), known, tolerance_seconds, now || Time.now.to_i)
  end

  # Signatures of webhooks: `Service-Signature`, and Standard Webhooks.
  #
  # @api private
  module Signature
    # Standard Webhooks asks for 24 bytes; the service makes 32.
    LEAST_SECRET_BYTES = 16

    module_function

    # The secrets without the blanks and line ends around them; no secret is in the message of an error.
    def read_secrets(secrets)
      given = secrets.is_a?(Array) ? secrets : [secrets]
      raise ConfigurationError, "No webhook secret is given." if given.empty?

      given.each_with_index.map { |each, index| read_secret(each, given.one? ? "The webhook secret" : "Webhook secret #{index + 1} of #{given.length}") }
    end

    def read_secret(given, what)
      secret = given.is_a?(String) ? given.strip : ""
      base64 = secret[%r{\Awhsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\z}, 1]
      return secret if base64 && base64.unpack1("m").bytesize >= LEAST_SECRET_BYTES

      raise ConfigurationError, "#{what} is #{secret.empty? ? "empty" : "unusable"}: it must be `whsec_` and the base64 of " \
                                "#{LEAST_SECRET_BYTES} bytes or more, as the endpoint shows it."
    end

    def fields_of(headers)
      headers.each_with_object({}) do |(name, value), fields|
        # The environment of Rack has streams and much else beside the header fields.
        text = value.is_a?(Array) ? value.first : value
        fields[name.to_s.delete_prefix("HTTP_").tr("_", "-").downcase] = text if text.is_a?(String)
      end
    end

    def verify(body, fields, secrets, tolerance_seconds, now)
      signed_at, given, expected = service_signature(fields) || standard_signature(fields)
      refuse "missing_signature", "The request has neither Service-Signature nor webhook-signature." if given.nil?

      # Every secret and signature is compared, so that the time tells nothing.
      matches = secrets.product(given).map { |secret, each| OpenSSL.secure_compare(each, expected.call(secret, body)) }
      refuse "invalid_signature", "No signature matches: check the secret, and that the raw body was not changed." if matches.none?

      check_time(now - signed_at, tolerance_seconds)
      attempt = fields["service-attempt"].to_s
      Delivery.new(id: fields["service-delivery-id"], attempt: attempt.match?(/\A[0-9]{1,12}\z/) ? attempt.to_i : nil, events: events_in(body))
    end

    def service_signature(fields)
      header = fields["service-signature"]
      return if header.nil?

      parts = header.split(",").map { |part| part.strip.split("=", 2) }
      signed_at = parts.find { |name, _| name == "t" }&.last.to_s
      expected = ->(secret, body) { OpenSSL::HMAC.hexdigest("SHA256", secret, "#{signed_at}.".b << body) }
      [time_of(signed_at), parts.filter_map { |name, value| value if name == "v1" }, expected]
    end

    def standard_signature(fields)
      id, signed_at, header = %w[id timestamp signature].map { |name| fields["webhook-#{name}"] }
      return if id.nil? || signed_at.nil? || header.nil?

      expected = lambda do |secret, body|
        [OpenSSL::HMAC.digest("SHA256", secret.delete_prefix("whsec_").unpack1("m"), "#{id}.#{signed_at}.".b << body)].pack("m0")
      end
      [time_of(signed_at), header.split.filter_map { |part| part.delete_prefix("v1,") if part.start_with?("v1,") }, expected]
    end

    def time_of(text)
      refuse "invalid_signature", "The signature has no time in Unix seconds." unless text.match?(/\A[0-9]{1,12}\z/)

      text.to_i
    end

    def check_time(off, tolerance_seconds)
      return if off.abs <= tolerance_seconds

      refuse(
        "timestamp_out_of_tolerance",
        "The signed time is #{off.abs.round} s #{off.positive? ? "ago" : "ahead"}; #{tolerance_seconds} s are allowed. " \
        "Check the clock of this machine (NTP), or the request was recorded and repeated."
      )
    end

    def events_in(body)
      parsed = JSON.parse(body.dup.force_encoding(Encoding::UTF_8), symbolize_names: true)
      batch = parsed.is_a?(Hash) ? parsed.fetch(:batch, [parsed]) : []
      whole = batch.is_a?(Array) && batch.any? && batch.all? { |each| each.is_a?(Hash) && each[:type].is_a?(String) && each.key?(:id) }
      refuse "malformed_payload", "The signature is genuine, but the body holds no event." unless whole

      batch
    rescue JSON::ParserError
      refuse "malformed_payload", "The signature is genuine, but the body is not JSON."
    end

    def refuse(code, message)
      raise WebhookError.new(code, message)
    end
  end

  # Receives webhooks: verifies each delivery, and calls the handlers of its events one after another. It is a Rack application:
  # `run receiver` in a config.ru, `mount receiver => "/hook"` in the routes of Rails.
  #
  #   receiver = Fulfilment::WebhookReceiver.new(ENV.fetch("WEBHOOK_SECRET"))
  #   receiver.on("order.shipped") { |event, delivery| puts event[:data][:tracking_number] }
  #
  # An event may come more than once and out of order: look `event[:id]` up, and compare `event[:sequence]`.
  class WebhookReceiver
    # The largest body that is read: a batch of 100 events stays below it.
    MAX_BODY_BYTES = 8 * 1_024 * 1_024

    # @param secrets [String, Array<String>, #call] of the endpoint, as they were shown: one, or several during a rotation; a function
    #   is called for each delivery
    # @param tolerance_seconds [Numeric] how far the signed time may be off the clock
    # @param on_error [#call, nil] told of refused requests and failed handlers, for your log; `warn` is by default
    # @raise [ConfigurationError] for no secret, and for one that is not `whsec_` and the base64 of 16 bytes or more; where a function
    #   gives such ones, on_error is told of it, and the delivery comes again
    def initialize(secrets, tolerance_seconds: 300, on_error: nil)
      known = secrets.respond_to?(:call) ? nil : Signature.read_secrets(secrets)
      @secrets = known ? -> { known } : secrets
      @tolerance_seconds = tolerance_seconds
      @on_error = on_error || method(:log)
      @handlers = Hash.new { |handlers, type| handlers[type] = [] }
      @others = []
    end

    # Adds a handler of one type.
    #
    # @param type [String] one of {EVENT_TYPES}, or a later one
    # @yieldparam event [Hash]
    # @yieldparam delivery [Delivery]
    # @return [self]
    def on(type, &handler)
      @handlers[type] << handler
      self
    end

    # Adds a handler of all events that no other handler is for, unknown types too.
    #
    # @yieldparam event [Hash]
    # @yieldparam delivery [Delivery]
    # @return [self]
    def on_other(&handler)
      @others << handler
      self
    end

    # Handles one request.
    #
    # @param raw_body [String] bytes as they came
    # @param headers [Hash]
    # @return [Integer] the status to answer: 204 when all handlers have ended, 400 for a delivery that is not to be trusted, 500 when a
    #   handler failed, so that the delivery comes again
    def receive(raw_body, headers)
      delivery = Fulfilment.verify_webhook(raw_body, headers, @secrets.call, tolerance_seconds: @tolerance_seconds)
      delivery.events.each { |event| @handlers.fetch(event[:type], @others).each { |handler| handler.call(event, delivery) } }
      204
    rescue StandardError => error
      @on_error.call(error)
      error.is_a?(WebhookError) ? 400 : 500
    end

    # The protocol of Rack.
    #
    # @param env [Hash]
    # @return [Array(Integer, Hash, Array)]
    def call(env)
      return [405, { "allow" => "POST" }, []] unless env["REQUEST_METHOD"] == "POST"

      body = body_of(env["rack.input"])
      return [413, {}, []] if body.bytesize > MAX_BODY_BYTES

      [receive(body, env.select { |name, _| name.start_with?("HTTP_") }), {}, []]
    end

    # @return [String] without the secrets
    def inspect
      "#<#{self.class} #{@handlers.keys.join(", ")}>"
    end

    private

    def log(error)
      refused = error.is_a?(WebhookError)
      warn(refused ? "A delivery is refused: #{error.message}" : "A delivery failed, and comes again. #{error.full_message(highlight: false)}")
    end

    # The raw body, also behind a parser that has read it.
    def body_of(input)
      return "".b if input.nil?

      input.rewind if input.respond_to?(:rewind)
      input.read(MAX_BODY_BYTES + 1) || "".b
    end
  end
end
