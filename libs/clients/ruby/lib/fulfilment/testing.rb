# frozen_string_literal: true

require "json"
require "openssl"
require_relative "generated/samples"

module Fulfilment
  # Deliveries for tests of a program that receives webhooks: `require "fulfilment/testing"`.
  module Testing
    # A request to an endpoint, ready to be posted: JSON of the event or of a batch, and header fields with both signatures.
    SignedDelivery = Struct.new(:body, :headers, keyword_init: true)

    module_function

    # An event of a type as the API documents it. Each call gives one of its own, which may be changed.
    #
    # @param type [String] one of {EVENT_TYPES}
    # @return [Hash]
    # @raise [KeyError] for a type that this version does not know
    def sample_event(type)
      JSON.parse(SAMPLES.fetch(type), symbolize_names: true)
    end

    # A delivery as the service sends it.
    #
    #   delivery = Fulfilment::Testing.sign_delivery(Fulfilment::Testing.sample_event("order.shipped"), secret)
    #   post "/hook", params: delivery.body, headers: delivery.headers # Rails
    #
    # @param events [Hash, Array<Hash>] one, or the several of a batch
    # @param secrets [String, Array<String>] of the endpoint, `whsec_` and base64: one, or several during a rotation, each of which signs
    # @param delivery_id [String]
    # @param attempt [Integer] from 1
    # @param at [Time, Numeric] time of the signature: receivers refuse one that is more than 5 minutes off
    # @return [SignedDelivery]
    def sign_delivery(events, secrets, delivery_id: "dlv_01KAJ71C5V8X2N6R4TPBD3V001", attempt: 1, at: Time.now)
      event = events.is_a?(Hash) ? events.transform_keys(&:to_sym) : { id: delivery_id, type: "batch" }
      body = JSON.generate(events.is_a?(Hash) ? events : { batch: events })
      facts = { id: event[:id], seconds: at.to_i, body: body, keys: Array(secrets) }
      headers = {
        "Content-Type" => "application/json",
        "User-Agent" => "Fulfilment-Webhooks/1",
        "Service-Event-Id" => event[:id],
        "Service-Event-Type" => event[:type],
        "Service-Delivery-Id" => delivery_id,
        "Service-Attempt" => attempt.to_s,
        "Service-Signature" => service_signature(**facts.except(:id)),
        "webhook-id" => event[:id],
        "webhook-timestamp" => facts[:seconds].to_s,
        "webhook-signature" => standard_signature(**facts)
      }
      SignedDelivery.new(body: body, headers: headers)
    end

    def service_signature(seconds:, body:, keys:)
      ["t=#{seconds}", *keys.map { |key| "v1=#{OpenSSL::HMAC.hexdigest("SHA256", key, "#{seconds}.#{body}")}" }].join(",")
    end
    private_class_method :service_signature

    def standard_signature(id:, seconds:, body:, keys:)
      content = "#{id}.#{seconds}.#{body}"
      keys.map { |key| "v1,#{[OpenSSL::HMAC.digest("SHA256", key.delete_prefix("whsec_").unpack1("m"), content)].pack("m0")}" }.join(" ")
    end
    private_class_method :standard_signature
  end
end
