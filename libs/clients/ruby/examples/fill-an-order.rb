# frozen_string_literal: true

# Creates a SKU, sells two of it, packs and ships them. FULFILMENT_API_KEY and FULFILMENT_URL name the system.

require "fulfilment"

client = Fulfilment::Client.new(
  api_key: ENV.fetch("FULFILMENT_API_KEY"),
  base_url: ENV.fetch("FULFILMENT_URL", "http://localhost:8080")
)
sku = "EXAMPLE-#{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}"

client.inventory.create(sku: sku, name: "Mug", on_hand: 10)
order = client.orders.create(lines: [{ sku: sku, quantity: 2 }])
client.orders.pack(order[:id])
shipped = client.orders.ship(order[:id], carrier: "DHL")
left = client.inventory.get(sku)[:on_hand]
puts "#{shipped[:id]} is #{shipped[:status]}; #{left} of #{sku} are left"

begin
  client.orders.cancel(order[:id])
rescue Fulfilment::ApiError => error
  puts "#{error.code}: the order is #{error.problem[:current_status]}"
end
