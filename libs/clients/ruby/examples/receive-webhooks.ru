# frozen_string_literal: true

# Receives webhooks, as a Rack application: `rackup --port 4000 receive-webhooks.ru`, or with Puma `puma --port 4000 receive-webhooks.ru`.
# WEBHOOK_SECRET is the secret of the endpoint; two, with a comma between them, during a rotation.

require "fulfilment"

receiver = Fulfilment::WebhookReceiver.new(ENV.fetch("WEBHOOK_SECRET").split(","), on_error: ->(error) { warn error.message })

receiver.on("order.shipped") do |event|
  puts "#{event[:data][:id]} left with #{event[:data][:carrier] || "some carrier"}"
end
receiver.on("inventory.low_stock") { |event| puts "order more of #{event[:data][:sku]}" }
receiver.on_other { |event| puts event[:type] }

run receiver
