# frozen_string_literal: true

# Official client of the inventory and order fulfilment API.
#
#   client = Fulfilment::Client.new(api_key: ENV.fetch("FULFILMENT_API_KEY"), base_url: "http://localhost:8080")
#   order = client.orders.create(lines: [{ sku: "MUG-01", quantity: 2 }])
module Fulfilment
  # The facts of the answer that a record, page or report came in.
  #
  # @param record [Object]
  # @return [AnswerFacts, nil] nil for other objects
  def self.answer_of(record)
    record.facts if record.is_a?(Answer)
  end
end

require_relative "fulfilment/generated/version"
require_relative "fulfilment/errors"
require_relative "fulfilment/generated/errors"
require_relative "fulfilment/generated/event_types"
require_relative "fulfilment/operation"
require_relative "fulfilment/generated/operations"
require_relative "fulfilment/answers"
require_relative "fulfilment/batches"
require_relative "fulfilment/files"
require_relative "fulfilment/pages"
require_relative "fulfilment/retries"
require_relative "fulfilment/settings"
require_relative "fulfilment/connections"
require_relative "fulfilment/transport"
require_relative "fulfilment/resource"
require_relative "fulfilment/generated/resources"
require_relative "fulfilment/outages"
require_relative "fulfilment/feed"
require_relative "fulfilment/stock_mirror"
require_relative "fulfilment/client"
require_relative "fulfilment/webhooks"
