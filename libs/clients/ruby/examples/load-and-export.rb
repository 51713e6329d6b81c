# frozen_string_literal: true

# Loads SKUs from a file, changes them in a batch, and reads them back as a file and as a list.

require "fulfilment"

client = Fulfilment::Client.new(
  api_key: ENV.fetch("FULFILMENT_API_KEY"),
  base_url: ENV.fetch("FULFILMENT_URL", "http://localhost:8080")
)
prefix = "LOAD-#{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}"
skus = Array.new(20) { |place| "#{prefix}-#{place}" }

# A function gives the pieces of the file for each attempt.
file = -> { ["sku,name,on_hand\r\n", *skus.map { |sku| "#{sku},Mug,5\r\n" }] }
report = client.inventory.import(file, content_type: "text/csv")
answer = client.inventory.batch(items: skus.map { |sku| { op: "adjust", sku: sku, delta: 1, reason: "receipt" } })
exported = client.inventory.export.records.count { |record| record[:sku].start_with?(prefix) && record[:on_hand] == 6 }
listed = client.inventory.list(q: prefix, limit: 7).first(100)
puts "#{report[:created]} created, #{answer[:results].length} changed, #{exported} exported, #{listed.length} listed"
