# frozen_string_literal: true

# Reads the feed of events up to its end, and keeps its place in a file: run again, it goes on behind it.

require "fulfilment"

client = Fulfilment::Client.new(
  api_key: ENV.fetch("FULFILMENT_API_KEY"),
  base_url: ENV.fetch("FULFILMENT_URL", "http://localhost:8080")
)
places = Fulfilment::FilePlaceStore.new(ARGV.fetch(0, "feed.place"))
events = 0
client.feed(places, until_end: true).each do |event|
  events += 1
  puts "#{event[:type]} #{event[:created_at]}"
end
puts "#{events} new events"
