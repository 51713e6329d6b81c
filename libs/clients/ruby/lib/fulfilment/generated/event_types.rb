# frozen_string_literal: true

# Generated from the OpenAPI documents by `npm run generate`: do not edit.
module Fulfilment
  # The types of events that this version knows. Later versions add types: such events come like all others.
  EVENT_TYPES = [
    "inventory.updated",
    "inventory.low_stock",
    "inventory.out_of_stock",
    "sku.updated",
    "location.created",
    "location.updated",
    "location.archived",
    "reservation.expired",
    "reservation.released",
    "order.created",
    "order.updated",
    "order.packed",
    "order.shipped",
    "order.cancelled",
    "fulfilment.created",
    "fulfilment.updated",
    "fulfilment.packed",
    "fulfilment.unpacked",
    "fulfilment.shipped",
    "fulfilment.cancelled",
    "return.created",
    "return.updated",
    "return.received",
    "return.closed",
    "return.cancelled",
    "scan.completed",
    "scan.applied",
    "scan.refused",
    "endpoint.disabled",
    "webhook.test",
  ].freeze
end
