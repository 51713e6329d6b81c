# frozen_string_literal: true

# Generated from the OpenAPI documents by `npm run generate`: do not edit.
module Fulfilment
  # The groups of operations: `client.orders` is one.
  module Resources
    # `client.allocation_rules`
    class AllocationRules < Resource
      # Retrieve the rules by which orders get warehouses.
      #
      # Each environment has one record. Until the rules are set, units are held wherever they lie: `anywhere`, at version 0.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `AllocationRules`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getAllocationRules], if_none_match:, timeout:, retries:, request_id:)
      end

      # Change the rules by which orders get warehouses.
      #
      # They apply to orders that are placed after the change, within five seconds; existing orders keep the units that they hold. A change to the present values makes no new version. `priority`, `ships` and `countries` of each warehouse are fields of the location.
      #
      # Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param body [Hash, nil] `AllocationRulesUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :strategy Choice of the warehouses that orders hold their units in. `anywhere`: none is chosen, and units are shipped from where they lie. `priority`: the warehouse with the highest `priority` first. `most_stock`: the one with most units of the line first. `fewest_splits`: one warehouse for the whole order where one has all of it, else one for each line. Of equal ones, the first by `priority` and then by code.
      # @option fields [String, nil] :split How orders may be split. `never`: all units of an order come from one warehouse. `by_line`: all units of a line come from one warehouse. `within_line`: a line may have units of several. Units that this leaves out wait for stock.
      # @return [Hash] `AllocationRules`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateAllocationRules], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end
    end

    # `client.availability`
    class Availability < Resource
      # Quote what is available of several SKUs.
      #
      # A quote holds nothing: what it shows may be gone a moment later. `POST /reservations` keeps units. A SKU that does not exist or is archived is 422 `unknown_sku`. Where the rules of `/v1/allocation-rules` have a strategy, or the request has `ship_from` or `split`, units come from the warehouses that may ship an order of these lines: `available` and `complete` count what these can give, and `planned` names them. Otherwise units are held wherever they lie, and `ship_to_country` has no effect.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param body [Hash, nil] `AvailabilityRequest`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>] :lines One SKU with its units each.
      # @option fields [Array<String>, nil] :ship_from Warehouses that it may be shipped from, by id or code. Default: all. An archived one ships nothing.
      # @option fields [String, nil] :ship_to_country Country that it is shipped to: warehouses that do not ship there are left out. ISO 3166-1 alpha-2.
      # @option fields [String, nil] :split How it may be split over warehouses. Default: as the rules say.
      # @return [Hash] `Availability`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def quote(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:quoteAvailability], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end
    end

    # `client.events`
    class Events < Resource
      # Read the feed of events.
      #
      # Every event of the account in this environment, oldest first, for 30 days after it was stored, with or without a subscribed endpoint. Each event is identical to the delivered one, with the same `id`.
      #
      # The feed has no gaps and only grows at its end: an event never appears before one that was read. To catch up, start after the last event that was handled (`after`), follow `next_cursor` to the last page, where it is null, and start the next round at its `next_after`: the position up to which the page looked, so that a filter that rarely matches never grows too old. A position whose next event is older than 30 days is refused as `invalid_cursor`: start without one, at the oldest stored event. A page of very large events ends before `limit`.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `events:read`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param after [String, nil] Starts after this event: the last one that was handled, of any type. A `cursor`, as in `Link`, takes precedence.
      # @param types [String, Array<String>, nil] Event types. Default: all.
      # @param created_after [String, Time, nil] Starts at the first event that was stored at or after this time: some tens of milliseconds after its `created_at`, or longer after an outage. Before the oldest event it starts there. With `after`, whichever is later.
      # @param created_before [String, Time, nil] Ends before the first event that was stored at or after this time, so that consecutive windows neither miss nor repeat one.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Event` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, after: nil, types: nil, created_after: nil, created_before: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listEvents], query: { limit:, after:, types:, created_after:, created_before: }, timeout:, retries:, request_id:)
      end
    end

    # `client.fulfilments`
    class Fulfilments < Resource
      # List fulfilments, filtered by status.
      #
      # Sorted by order, newest first, and within an order by fulfilment, newest first. Filters can be combined. With `carrier`, or with `warehouse` and `status`, a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param status [String, Array<String>, nil] Statuses. Default: all.
      # @param order_id [String, nil] Fulfilments of this order.
      # @param carrier [String, nil] Fulfilments with this carrier.
      # @param external_id [String, nil] The fulfilment's id in another system.
      # @param warehouse [String, nil] Id of the warehouse that the units are held in, or were shipped from, which `GET /locations?path=` finds by its code.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Fulfilment` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, status: nil, order_id: nil, carrier: nil, external_id: nil, warehouse: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listFulfilments], query: { limit:, status:, order_id:, carrier:, external_id:, warehouse: }, timeout:, retries:, request_id:)
      end

      # Retrieve one fulfilment.
      #
      # A fulfilment whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Fulfilment`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getFulfilment], path: [id], if_none_match:, timeout:, retries:, request_id:)
      end

      # Update tracking, delivery or note of a fulfilment.
      #
      # From any status but `cancelled`; `delivered_at` once it is shipped. A change emits `fulfilment.updated`; a request that changes nothing is answered with the fulfilment as it is.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `FulfilmentUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :carrier Carrier of the parcels; null clears it.
      # @option fields [String, nil] :tracking_number The carrier's tracking number; null clears it.
      # @option fields [String, nil] :tracking_url Tracking page: http or https; null clears it.
      # @option fields [String, nil] :note Free text; null clears it.
      # @option fields [String, nil] :delivered_at Time of delivery, of a shipped fulfilment; null clears it.
      # @option fields [Array<Hash>, nil] :packages One entry for each parcel, in the order of `packages`; what else a parcel has is accepted where it equals it.
      # @return [Hash] `Fulfilment`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(id, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateFulfilment], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Cancel a fulfilment.
      #
      # From `open` or `packed`. Its units stay allocated to the order, in no fulfilment.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderCancel`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :reason Reason given by the caller.
      # @return [Hash] `Fulfilment`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def cancel(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:cancelFulfilment], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Mark a fulfilment as packed.
      #
      # From `open`, without holds of the order. Every unit must be allocated; stock that has become available is allocated first. With fewer `lines` than planned, `short` says what becomes of the rest.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `FulfilmentPack`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>, nil] :packages The parcels, at most 100. If one has `lines`, the contents of all parcels together are packed.
      # @option fields [Array<Hash>, nil] :lines What is packed, where it is less than the fulfilment plans; `short` is required then.
      # @option fields [String, nil] :short What becomes of units that are not packed: `backorder` puts them back into the order, `cancel` drops them from it, `reallocate` puts them back and holds them in other warehouses, as far as the order may be shipped from those and they have units free.
      # @return [Hash] `Fulfilment`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `quantity_exceeded`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def pack(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:packFulfilment], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Mark a fulfilment as shipped and decrement inventory.
      #
      # From `packed`, without holds of the order. 200 means that the stock has been decremented. The order is `shipped` once nothing of it is open any more.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `FulfilmentShip`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :carrier Carrier of the parcels, 1 to 100 characters.
      # @option fields [String, nil] :tracking_number The carrier's tracking number, 1 to 100 characters.
      # @option fields [String, nil] :tracking_url Tracking page: http or https, at most 2 000 characters.
      # @option fields [Array<Hash>, nil] :from The locations that units are taken from: for each line that is named, all its units. Default: the home location, then the fullest others.
      # @return [Hash] `Fulfilment`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def ship(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:shipFulfilment], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Unpack a fulfilment.
      #
      # From `packed`: it is `open` again, its units stay allocated, and its parcels are discarded.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderCancel`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :reason Reason given by the caller.
      # @return [Hash] `Fulfilment`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def unpack(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:unpackFulfilment], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end
    end

    # `client.integrity`
    class Integrity < Resource
      # Check stock, holds and ledger against each other.
      #
      # Compares all SKUs with their movements and with what orders hold, in groups of up to 1,000 SKUs, and reports the compared totals and the differences. Each ledger is read from its last checkpoint on: balances at a version, which the service verifies and records every minute for SKUs with 100 changes since. So the time grows with the number of SKUs, and not with the age of the ledger. One check runs at a time; a few of other accounts can wait for it. A check that takes more than 200 seconds, or a second check of the same stock, is answered 503 `upstream_unavailable`.
      #
      # In the rate limit it counts as one request for every 300 SKUs that it reads or part of them, and as 100 where the client leaves before the answer, or the time is over.
      #
      # Needs `integrity:read`, which these roles have: admin, member:owner.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `IntegrityReport`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def check(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:checkIntegrity], timeout:, retries:, request_id:)
      end
    end

    # `client.inventory`
    class Inventory < Resource
      # List SKUs with their current quantities.
      #
      # Sorted by `sku` by default. Archived SKUs are left out by default. Filters can be combined. With `sold_out`, and if each other filter matches many SKUs and all together few, a page looks through 1,000 SKUs and may have fewer than `limit`, or none, while `has_more` is true.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param status [String, nil] Status of the record.
      # @param low_stock [Boolean, nil] `true`: only SKUs below their reorder point; `false`: only the others.
      # @param sold_out [Boolean, nil] `true`: only SKUs without available units; `false`: only the others.
      # @param location [String, nil] Id or path of a location: only SKUs with their home or stock at it or below it. 400 if it does not exist.
      # @param warehouse [String, nil] Id or code of a warehouse: only SKUs with stock, their home or settings in it, each with the quantities, places, `safety_stock`, `reorder_point`, `low_stock` and `sold_out` of that warehouse alone, and the filters of these names judged by it. Not together with `location`. 400 if it does not exist.
      # @param q [String, nil] Only SKUs whose `sku`, or a word of whose `name`, starts with this, ignoring case and accents. Every word must match; there are at most 8.
      # @param sku [String, Array<String>, nil] Only these SKUs: repeat the parameter, up to 100 times.
      # @param barcode [String, Array<String>, nil] Only SKUs with one of these barcodes: repeat the parameter, up to 100 times.
      # @param barcode_prefix [String, nil] Only SKUs with a barcode that starts with this, case-sensitive; of digits, leading zeros count for nothing.
      # @param updated_since [String, Time, nil] Only SKUs that changed at or after this time. A change carries the time of its request and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.
      # @param sort [String, nil] Ascending. Default: `updated_at` with `updated_since`, else `sku`. By `updated_at`, a SKU that changes between two pages is listed again.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Sku` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, status: nil, low_stock: nil, sold_out: nil, location: nil, warehouse: nil, q: nil, sku: nil, barcode: nil, barcode_prefix: nil, updated_since: nil, sort: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listSkus], query: { limit:, status:, low_stock:, sold_out:, location:, warehouse:, q:, sku:, barcode:, barcode_prefix:, updated_since:, sort: }, timeout:, retries:, request_id:)
      end

      # Create a SKU.
      #
      # The opening quantity is a movement at `location`. An aisle, shelf or bin that does not exist yet in an existing warehouse is created.
      #
      # Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param body [Hash, nil] `SkuCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :sku Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
      # @option fields [String] :name Display name.
      # @option fields [Integer, nil] :on_hand Units in stock at all locations.
      # @option fields [Integer, nil] :reorder_point The SKU is low in stock while fewer units are on hand.
      # @option fields [Integer, nil] :safety_stock Units to withhold from new orders and reservations; never taken from orders that hold units already.
      # @option fields [String, nil] :location Home location; null for the default warehouse itself.
      # @option fields [Array<Object>, nil] :barcodes Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits.
      # @option fields [Hash{Symbol => String}, nil] :metadata Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500.
      # @option fields [Integer, nil] :weight_g Weight of one unit in grams.
      # @option fields [String, nil] :unit_cost Cost of one unit as a decimal text, such as `12.50`; needs `currency`.
      # @option fields [String, nil] :currency Currency of `unit_cost`, ISO 4217.
      # @option fields [String, nil] :hs_code Customs code of the Harmonized System, 6 to 12 digits, with or without dots.
      # @option fields [String, nil] :country_of_origin Country of origin, ISO 3166-1 alpha-2.
      # @return [Hash] `Sku`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `sku_exists`, `barcode_exists`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createSku], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Retrieve one SKU.
      #
      # Includes archived SKUs.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param sku [String] Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Sku`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(sku, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getSku], path: [sku], if_none_match:, timeout:, retries:, request_id:)
      end

      # Update fields of a SKU.
      #
      # `on_hand` sets the total: the difference applies at the home location first, then at the fullest others. A total below the allocated units takes the shortfall back from the newest orders that are not packed; a total below the units of packed orders is refused. A new `location` moves no stock. `status: "active"` restores an archived SKU. With `expected_on_hand` or `If-Match` the change is made only if the SKU is still as it was read.
      #
      # Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param sku [String] Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
      # @param body [Hash, nil] `SkuUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :name Display name.
      # @option fields [Integer, nil] :on_hand Units in stock at all locations.
      # @option fields [Integer, nil] :expected_on_hand Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total.
      # @option fields [Integer, nil] :reorder_point The SKU is low in stock while fewer units are on hand.
      # @option fields [Integer, nil] :safety_stock Units to withhold from new orders and reservations; never taken from orders that hold units already.
      # @option fields [String, nil] :location Home location; null for the default warehouse itself.
      # @option fields [String, nil] :status `active` restores an archived SKU; `archived` is accepted where the SKU is archived already.
      # @option fields [String, nil] :reason Reason of the change in the ledger. Default: `count`.
      # @option fields [String, nil] :note Note for readers of the ledger.
      # @option fields [Array<Object>, nil] :barcodes Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits.
      # @option fields [Hash{Symbol => String}, nil] :metadata Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500.
      # @option fields [Integer, nil] :weight_g Weight of one unit in grams.
      # @option fields [String, nil] :unit_cost Cost of one unit as a decimal text, such as `12.50`; needs `currency`.
      # @option fields [String, nil] :currency Currency of `unit_cost`, ISO 4217.
      # @option fields [String, nil] :hs_code Customs code of the Harmonized System, 6 to 12 digits, with or without dots.
      # @option fields [String, nil] :country_of_origin Country of origin, ISO 3166-1 alpha-2.
      # @return [Hash] `Sku`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `sku_archived`, `barcode_exists`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(sku, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateSku], path: [sku], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Archive a SKU.
      #
      # Nothing is deleted. Existing orders are still filled and shipped; new orders for the SKU are refused. Archiving again changes nothing.
      #
      # Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param sku [String] Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Sku`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def archive(sku, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:archiveSku], path: [sku], idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Adjust the stock of a SKU.
      #
      # Adjustments are commutative, so they are the way to change stock concurrently with other clients. The result is never below zero, nor below the units of packed orders; a result below the allocated units takes the shortfall back from the newest orders that are not packed.
      #
      # Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param sku [String] Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
      # @param body [Hash, nil] `AdjustmentCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Integer] :delta Units to add, or to remove if negative.
      # @option fields [String] :reason Reason in the ledger, such as `damaged`, `found` or `receipt`.
      # @option fields [String, nil] :location Id or path of the location. By default units are added at the home location, and removed there first and then from the fullest others.
      # @option fields [String, nil] :note Note for readers of the ledger.
      # @return [Hash] `Adjustment`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `sku_archived`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def adjust(sku, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:adjustStock], path: [sku], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # List the movements of a SKU.
      #
      # The ledger, newest first. It is append-only, and the movements at a location add up to its stock.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param sku [String] Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param location [String, nil] Path or id of a location: only movements at it, not below it. 400 if it does not exist.
      # @param location_id [String, nil] Like `location`, by id only. If both are given, they must name the same location.
      # @param created_after [String, Time, nil] Movements made at or after this time.
      # @param created_before [String, Time, nil] Movements made before this time, so that consecutive windows neither miss nor repeat one.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Movement` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list_movements(sku, limit: nil, location: nil, location_id: nil, created_after: nil, created_before: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listMovements], path: [sku], query: { limit:, location:, location_id:, created_after:, created_before: }, timeout:, retries:, request_id:)
      end

      # Change the settings of a SKU for a warehouse.
      #
      # `safety_stock` is withheld in that warehouse from new orders, quotes and fills of what is not held yet; orders keep the units that they hold, and nothing is taken back. The SKU withholds its own `safety_stock`, and at least what its warehouses withhold together. `reorder_point` decides, by the units in the warehouse, whether the SKU is low in stock there. The change makes a new version of the SKU.
      #
      # Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param sku [String] Code of the SKU: 1 to 100 printable characters of Unicode, without a blank at either end, kept in NFC. Case-sensitive. In a path it is percent-encoded, `/` as `%2F`.
      # @param warehouse [String] Id or code of the warehouse.
      # @param body [Hash, nil] `SkuWarehouseUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Integer, nil] :safety_stock Units to withhold from new orders and reservations in this warehouse; a part of what the SKU withholds. Null where it was not set.
      # @option fields [Integer, nil] :reorder_point The SKU is low in stock in this warehouse while fewer units are on hand there. Null where it was not set.
      # @return [Hash] `Sku`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update_warehouse(sku, warehouse, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateSkuWarehouse], path: [sku, warehouse], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Create, update and adjust up to 1 000 SKUs.
      #
      # In `partial` mode each item succeeds or fails individually, and the 200 response holds a result for each. In `atomic` mode all items succeed, or none: the error then names every failed item. An item whose SKU does not exist is `not_found` in both modes; the refusal of an atomic batch for it is 422 `unknown_sku`. Later items see the effect of earlier ones. The response has at most 4 MB: if several items change one SKU, only the last has the `record`, and beyond 4 MB records are left out; `record_left_out` says so.
      #
      # In the rate limit it counts as one request for every 10 items or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 1 000 places at which the SKUs of its items lie, of each item by itself.
      #
      # Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param body [Hash, nil] `InventoryBatch`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :mode `partial`: each item individually, in order; `atomic`: all or none.
      # @option fields [Array<Hash>] :items The items, in order.
      # @return [Hash] `InventoryBatchResult`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `sku_exists`, `barcode_exists`, `sku_archived`, `insufficient_stock`, `location_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def batch(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:batchInventory], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Retrieve the SKU with a barcode.
      #
      # Includes archived SKUs. A GTIN is found in each of its lengths, and by a GS1 element string with AI 01, in brackets or with FNC1 (0x1D). The barcode is percent-encoded like any part of a path.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param code [String] Barcode of the SKU.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Sku`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_by_barcode(code, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getSkuByBarcode], path: [code], if_none_match:, timeout:, retries:, request_id:)
      end

      # Export all SKUs.
      #
      # The whole list in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each SKU is listed once, sorted by `sku`, as it is when its line is written. A truncated export fails as a connection error, so a completed response is complete. `by=location` gives a row for each location; an import with `by=location` takes such a file. A client that reads less than 2 KiB a second for a minute is disconnected.
      #
      # In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param status [String, nil] Status of the record.
      # @param low_stock [Boolean, nil] `true`: only SKUs below their reorder point; `false`: only the others.
      # @param sold_out [Boolean, nil] `true`: only SKUs without available units; `false`: only the others.
      # @param by [String, nil] What a row is: a SKU (default), or with `location` a SKU at a location.
      # @param accept [String, nil] the media type of the file
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Download] the file, which is read when it is asked for
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_acceptable`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def export(status: nil, low_stock: nil, sold_out: nil, by: nil, accept: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.download(OPERATIONS[:exportInventory], query: { status:, low_stock:, sold_out:, by: }, accept:, timeout:, retries:, request_id:)
      end

      # Import SKUs from a file.
      #
      # Each row is an item as in the partial mode of `POST /inventory/batch`: it succeeds or fails individually, in the order of the file. Without `op` a row creates the SKU or updates an existing one. 200 means that the file was read to its end: check `failed`. A file that cannot be parsed beyond some row is answered with 4xx, and `imported` reports the rows done before it, if there are any.
      #
      # With `by=location` a row counts one SKU at one location: it sets `on_hand` at `location`, which is created if it does not exist; other locations stay as they are. The SKU must exist.
      #
      # A body that brings less than 2 KiB a second for 30 seconds is refused. With an `Idempotency-Key` an interrupted import can be sent again without a second effect.
      #
      # A dry run shows what each row would change (`changes`, before and after) and the locations that would be created (`new_locations`), with those that differ from another in upper and lower case alone. It checks rows in groups of 200, each against the present stock: later groups do not see the effect of earlier ones.
      #
      # In the rate limit it counts as one request for every 50 lines or part of them, of a dry run for every 500, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills.
      #
      # Needs `inventory:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param body [String, IO, Enumerable<String>, Proc] the file; a function is called for each attempt
      # @param dry_run [Boolean, nil] `true`: only report the result of each row, and change nothing.
      # @param by [String, nil] What a row is: a SKU (default), or with `location` a count of a SKU at one location, which leaves other locations as they are.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param content_type [String, nil] the media type of the file
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `ImportReport`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `malformed_csv`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def import(body, dry_run: nil, by: nil, idempotency_key: nil, content_type: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:importInventory], query: { dry_run:, by: }, body:, idempotency_key:, content_type:, timeout:, retries:, request_id:)
      end
    end

    # `client.locations`
    class Locations < Resource
      # List warehouses, aisles, shelves and bins.
      #
      # In the order of creation by default. Archived locations are left out by default. Every tenant starts with the warehouse `MAIN`.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param type [String, Array<String>, nil] Only locations of these types.
      # @param parent_id [String, nil] Only direct children of this location. 400 if it does not exist.
      # @param path [String, nil] Path or id of a location: only that location and all below it. 400 if it does not exist.
      # @param q [String, nil] Only locations whose code, or a word of whose name, starts with this, ignoring case and accents. Every word must match; there are at most 8. A path matches locations by the prefix of its last code: `A3/S` finds `A3/S1` and `A3/S20`.
      # @param status [String, nil] Status of the listed locations.
      # @param sort [String, nil] Order: by creation, by creation with the newest first, or by path.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Location` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, type: nil, parent_id: nil, path: nil, q: nil, status: nil, sort: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listLocations], query: { limit:, type:, parent_id:, path:, q:, status:, sort: }, timeout:, retries:, request_id:)
      end

      # Create a location.
      #
      # A warehouse has no parent. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.
      #
      # Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param body [Hash, nil] `LocationCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :type Kind of location.
      # @option fields [String] :code Code, unique within its parent.
      # @option fields [String, nil] :parent_id None for a warehouse. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.
      # @option fields [String, nil] :name Display name; null for none.
      # @option fields [String, nil] :usage Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable.
      # @option fields [Boolean, nil] :sellable Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`.
      # @option fields [Boolean, nil] :pickable Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any.
      # @option fields [Integer, nil] :pick_sequence Position in the order in which people pick.
      # @option fields [Boolean, nil] :ships Whether orders may be shipped from the warehouse. Warehouses only; default: true.
      # @option fields [Integer, nil] :priority Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0.
      # @option fields [Array<String>, nil] :countries Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all.
      # @return [Hash] `Location`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `location_exists`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createLocation], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Retrieve one location.
      #
      # Includes archived locations.
      #
      # Needs `locations:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Location`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getLocation], path: [id], if_none_match:, timeout:, retries:, request_id:)
      end

      # Rename or restore a location, or change its settings.
      #
      # A new `code` changes the paths and versions of the location and of all locations below it at once; ids and stock stay the same. `status: "active"` restores an archived location whose parent is active. `ships`, `priority` and `countries` of a warehouse apply to later orders, and not to the locations below it. A new `usage` applies to the locations below it that had the same one; `sellable` and `pickable` apply to those below it where they change, and `true` only to those which have it by their use, or have the same use. A location with more than 5 000 others below it cannot be renamed, nor have another purpose. The versions of SKUs stored there do not change: a copy cached by `ETag` shows the old path until the SKU changes; `location_id` stays correct.
      #
      # Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `LocationUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :name Display name; null for none.
      # @option fields [String, nil] :code A new code changes the path of the location and of all locations below it at once. The code of `MAIN` is fixed.
      # @option fields [String, nil] :status `active` restores an archived location, without the locations below it; `archived` is accepted where it is archived already.
      # @option fields [String, nil] :usage Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not sellable, and only `storage` is pickable.
      # @option fields [Boolean, nil] :sellable Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`.
      # @option fields [Boolean, nil] :pickable Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any.
      # @option fields [Integer, nil] :pick_sequence Position in the order in which people pick.
      # @option fields [Boolean, nil] :ships Whether orders may be shipped from the warehouse. Warehouses only; default: true.
      # @option fields [Integer, nil] :priority Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0.
      # @option fields [Array<String>, nil] :countries Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all.
      # @return [Hash] `Location`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_exists`, `location_archived`, `location_not_empty`, `default_warehouse`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(id, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateLocation], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Archive a location.
      #
      # Archives the location and all locations below it. Refused while stock is stored there or an active SKU has its home there. Nothing is deleted, and the code stays taken; archiving again changes nothing. At most 5 000 locations can be archived at once: archive the lower levels first.
      #
      # Needs `locations:write`, which these roles have: admin, manager, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Location`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `location_not_empty`, `default_warehouse`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def archive(id, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:archiveLocation], path: [id], idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # List the stock at a location.
      #
      # SKUs with their units at the location or below it, sorted by `sku`. Includes archived SKUs with stock.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param recursive [Boolean, nil] `true`: stock at the location or anywhere below it; `false`: only stock at the location itself.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `LocationStock` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list_stock(id, limit: nil, recursive: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listLocationStock], path: [id], query: { limit:, recursive: }, timeout:, retries:, request_id:)
      end

      # Transfer stock between locations.
      #
      # Moves one SKU, or up to 100 lines, from the location in the path to another, all or nothing. The `on_hand` of the SKUs does not change.
      #
      # Needs `stock:transfer`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `TransferCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Transfer`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `sku_archived`, `location_archived`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def transfer(id, body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:transferStock], path: [id], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end
    end

    # `client.me`
    class Me < Resource
      # Retrieve the account, role and limits of the API key.
      #
      # The caller as it was authenticated for this request. Open to every role.
      #
      #
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Caller`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getCaller], timeout:, retries:, request_id:)
      end
    end

    # `client.orders`
    class Orders < Resource
      # List orders, filtered by status.
      #
      # Newest first, or by `updated_at`. Filters can be combined; if each of them matches many orders and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. By default `pending` and `rejected` orders are left out. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param status [String, Array<String>, nil] Statuses. Default: all but `pending` and `rejected`.
      # @param allocation [String, Array<String>, nil] Allocations: `partial,backordered` are the orders that wait for stock. Without `status`, only open orders: `created` and `packed`.
      # @param q [String, nil] Only orders whose id, `external_id`, a tracking number, the e-mail address of `ship_to`, or a word of its `name` or `company` starts with this, ignoring case, accents and signs such as `#` in front. Every word must match; there are at most 8. Without `status`, orders of every status. Where each word matches over 1,000 orders, a page looks through 1,000 orders of the list and may have fewer than `limit` while `has_more` is true. Roles without the permission `orders:read_ship_to` (scanner) find nothing by `ship_to`.
      # @param id [String, Array<String>, nil] Only these orders, of every status unless `status` names some: repeat the parameter, up to 100 times.
      # @param fulfilment [String, nil] How much has left: `none`, `partial`, or `complete`, which is every shipped order. Without `status`, `none` and `partial` are open orders: `created` and `packed`. With `none` a page looks through 1,000 orders of the list at most, and may have fewer than `limit` while `has_more` is true.
      # @param external_id [String, nil] The order's id in the system it comes from.
      # @param sku [String, nil] Orders with a line of this SKU.
      # @param warehouse [String, nil] Id of a warehouse, which `GET /locations?path=` finds by its code: orders that hold or shipped units from it. Orders that were shipped as a whole before their store had this list are not found.
      # @param on_hold [Boolean, nil] true: orders with a hold that has not ended; false: those without. Without `status`, only open orders: `created` and `packed`.
      # @param created_after [String, Time, nil] Orders created at or after this time.
      # @param created_before [String, Time, nil] Orders created before this time, so that consecutive windows neither miss nor repeat one.
      # @param updated_since [String, Time, nil] Only orders that changed at or after this time. A change carries the time at which it was decided and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.
      # @param sort [String, nil] `created_at`: newest first; `updated_at`: ascending, an order that changes between two pages is listed again. Default: `updated_at` with `updated_since`, else `created_at`.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Order` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, status: nil, allocation: nil, q: nil, id: nil, fulfilment: nil, external_id: nil, sku: nil, warehouse: nil, on_hold: nil, created_after: nil, created_before: nil, updated_since: nil, sort: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listOrders], query: { limit:, status:, allocation:, q:, id:, fulfilment:, external_id:, sku:, warehouse:, on_hold:, created_after:, created_before:, updated_since:, sort: }, timeout:, retries:, request_id:)
      end

      # Create an order from an external system.
      #
      # Stock is allocated at once, oldest order first. The rest is a backorder, which is allocated automatically when stock becomes available. With `allow_backorder: false` it is refused instead, and nothing stays allocated. A repeated `external_id` with the same content is answered 200 with the existing order.
      #
      # Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param body [Hash, nil] `OrderCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :external_id The order's id in the system it comes from; unique.
      # @option fields [String, nil] :replaces A cancelled order whose `external_id` this one takes over; `external_id` is left out, or is that of the other.
      # @option fields [Array<Hash>] :lines One SKU with its units each.
      # @option fields [String, nil] :exchange_for The return that this order is in exchange for. It is allocated like any other order.
      # @option fields [Hash, nil] :ship_to Delivery address.
      # @option fields [String, nil] :note Free text.
      # @option fields [Hash{Symbol => String}, nil] :metadata Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500.
      # @option fields [Integer, nil] :priority 0 to 9: backorders of the highest are filled first. Default: 5.
      # @option fields [String, nil] :ship_by Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last.
      # @option fields [Array<String>, nil] :ship_from The warehouses that the order may be shipped from, by id or code, each once. Default: as the allocation rules say.
      # @option fields [String, nil] :split `never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several. Default: as the allocation rules say.
      # @option fields [Boolean, nil] :allow_backorder false: the order is refused with 409 `insufficient_stock` if a line of it cannot be allocated whole. Default: true, the rest is a backorder.
      # @option fields [String, nil] :reservation_id A reservation that becomes this order: its units go to the order, in the warehouse that they are reserved in, and units that the order does not need are free at once. 422 if it does not exist.
      # @option fields [Boolean, nil] :require_reservation true: the order is refused with 409 `reservation_expired` if the reservation is not active any more. Default: false, the order is allocated as without a reservation.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `reservation_expired`, `duplicate_external_id`, `transition_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create(body = nil, idempotency_key: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createOrder], body: body_of(body, fields), idempotency_key:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Retrieve one order.
      #
      # Includes rejected orders, with their refusal. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getOrder], path: [id], if_none_match:, timeout:, retries:, request_id:)
      end

      # Update note, metadata, address, tracking or rank of an order.
      #
      # From any status but `cancelled` and `rejected`; `ship_to` until the order is shipped. `priority` and `ship_by` while it is open. `note`, `metadata`, `ship_to`, `priority` and `ship_by` need `orders:create`; `carrier`, `tracking_number`, `tracking_url` and `packages` need `orders:fulfil`. Lines are changed by an edit. A change emits `order.updated`; a request that changes nothing is answered with the order as it is.
      #
      # Needs `orders:create` or `orders:fulfil`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :note Free text; null clears it.
      # @option fields [Hash{Symbol => String}, nil] :metadata All metadata of the order, in place of the present; null clears it.
      # @option fields [Integer, nil] :priority 0 to 9, of an open order; null makes it 5.
      # @option fields [String, nil] :ship_by Time by which an open order is to be shipped; null clears it.
      # @option fields [Hash, nil] :ship_to Delivery address, until the order is shipped; null clears it.
      # @option fields [String, nil] :carrier Carrier of the parcels; null clears it.
      # @option fields [String, nil] :tracking_number The carrier's tracking number; null clears it.
      # @option fields [String, nil] :tracking_url Tracking page: http or https; null clears it.
      # @option fields [Array<Hash>, nil] :packages One entry for each parcel of a packed order, in the order of `packages`; weight and measures are accepted if they equal those of the parcel.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateOrder], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Cancel an order.
      #
      # From `created` or `packed`, while nothing is shipped. Its allocation is released and fills the oldest backorders, its fulfilments are cancelled. Once a part was shipped, `close` drops the rest.
      #
      # Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderCancel`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :reason Reason given by the caller.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def cancel(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:cancelOrder], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Drop the units of an order that are in no fulfilment.
      #
      # From `created` or `packed`. Allocated units are released and fill the oldest backorders. Units in an open or packed fulfilment stay. If no unit is open afterwards, the order is `shipped`, or `cancelled` if nothing was shipped.
      #
      # Needs `orders:cancel`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderClose`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :reason Reason given by the caller.
      # @option fields [Array<Hash>, nil] :lines Units of lines, each line once. Default: all that is in no fulfilment.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def close(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:closeOrder], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Edit the lines of an order.
      #
      # From `created` or `packed`. A line loses waiting units first, then held units in no fulfilment, then units of open fulfilments; shipped, cancelled and packed units stay. Added units are allocated if nothing waits for the SKU; otherwise they wait behind the units of the same priority and `ship_by` that wait already. Units that the order had before keep their rank. If units are added to a packed order, its packed units become a fulfilment. An edit that changes nothing is answered with the order as it is.
      #
      # Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderEdit`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>] :lines The lines, each once. Two new lines may have one SKU.
      # @option fields [String] :mode `replace`: lines that are not named are removed; `patch`: they stay as they are.
      # @option fields [Boolean, nil] :allow_backorder false: the edit is refused with 409 `insufficient_stock` if added units cannot be allocated at once. Default: as the order was created.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def edit(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:editOrder], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Erase persons' data of an order.
      #
      # From `shipped`, `cancelled` or `rejected`. Clears `holds.note`, `ship_to`, `note`, `metadata`, of each fulfilment `note`, and of each return `lines.note`, `note`. Of `ship_to` the `country` stays, and texts that every address has become `[erased]`. It sets `erased_at` and emits `order.updated`. Copies follow within a minute: events of the order in the feed and in deliveries, the answers of receivers to those, and stored answers to idempotency keys. It cannot be undone. An order without such data is answered as it is.
      #
      # Needs `orders:erase`, which these roles have: admin, member:owner.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def erase(id, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:eraseOrder], path: [id], idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # List the fulfilments of an order.
      #
      # Newest first.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Fulfilment` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list_fulfilments(id, limit: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listOrderFulfilments], path: [id], query: { limit: }, timeout:, retries:, request_id:)
      end

      # Create a fulfilment: a part of an order that is packed and shipped together.
      #
      # From `created`, without holds. Its units have to be allocated and in no other fulfilment; stock that has become available is allocated first. If the units of the order are held by warehouse, those of a fulfilment are in one warehouse: if they lie in several, `warehouse` chooses one; without it, the request is refused with 409 `insufficient_stock`, which names the warehouses. An order has at most 50 fulfilments with 1000 lines in all. `If-Match` names the version of the order. A repeated `external_id` with the same content is answered 200 with the existing fulfilment.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `FulfilmentCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>, nil] :lines Units of lines, each line once. Default: all that is allocated and in no other fulfilment.
      # @option fields [String, nil] :warehouse Id or code of the warehouse that the units are held in; without `lines` it is all that is allocated there and in no other fulfilment. Default: the one that holds them all.
      # @option fields [String, nil] :external_id The fulfilment's id in another system; unique among fulfilments.
      # @option fields [String, nil] :note Free text.
      # @return [Hash] `Fulfilment`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `order_on_hold`, `insufficient_stock`, `quantity_exceeded`, `duplicate_external_id`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create_fulfilment(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createFulfilment], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # List the history of an order.
      #
      # Every transition with its time, actor and request id, oldest first.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `OrderHistoryEntry` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_history(id, limit: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:getOrderHistory], path: [id], query: { limit: }, timeout:, retries:, request_id:)
      end

      # Place a hold on an order.
      #
      # From `pending`, `created` or `packed`. While an order has a hold, its units cannot be planned, packed or shipped; packed units stay packed, and the order can be edited and cancelled. An order has up to 20 holds, several of which may have the same reason. The new hold is the last of `holds`.
      #
      # Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `HoldCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :reason A word of your own, such as `awaiting_payment`: 1 to 64 of a-z, 0-9 and `_`.
      # @option fields [String, nil] :note Free text.
      # @option fields [String, nil] :until The hold ends by itself at this time, which is to come. Default: it ends when it is released.
      # @option fields [Boolean, nil] :release_stock true: units that are not packed are given back, and other orders get them; the order waits for them at its rank once its last hold of this kind has ended.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def hold(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:holdOrder], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Release one hold of an order.
      #
      # The other holds of the order stay. There is no request that releases all.
      #
      # Needs `orders:hold`, which these roles have: admin, manager, fulfilment, integration, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param hold [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def release_hold(id, hold, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:releaseHold], path: [id, hold], idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Mark the order as packed.
      #
      # From `created`, without holds. Every line must be allocated; stock that has become available is allocated first. If the order has fulfilments, its other units become one more, which is packed; that is refused while a fulfilment is open.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderPack`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>, nil] :packages The parcels, at most 100.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `order_on_hold`, `transition_in_progress`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def pack(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:packOrder], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Hold units of an order in another warehouse.
      #
      # From `created`, also on hold, if the units of the order are held by warehouse: its allocated units that are in no fulfilment are then held in another warehouse, all lines or none. Units in a fulfilment stay; cancel it first.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderReassign`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>] :lines Units of lines; a line may be named more than once.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def reassign(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:reassignOrder], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # List the returns of an order.
      #
      # Newest first.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Return` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list_returns(id, limit: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listOrderReturns], path: [id], query: { limit: }, timeout:, retries:, request_id:)
      end

      # Mark the order as shipped and decrement inventory.
      #
      # From `packed`, without holds. 200 means that the stock has been decremented: the next read of the SKU shows it. If the order has fulfilments, every packed one is shipped, from `created` too.
      #
      # Needs `orders:fulfil`, which these roles have: admin, manager, fulfilment, member:owner, member:developer, member:manager, member:fulfilment.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderShip`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :carrier Carrier of the parcels, 1 to 100 characters.
      # @option fields [String, nil] :tracking_number The carrier's tracking number, 1 to 100 characters.
      # @option fields [String, nil] :tracking_url Tracking page: http or https, at most 2 000 characters.
      # @return [Hash] `Order`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `order_on_hold`, `transition_in_progress`, `insufficient_stock`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def ship(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:shipOrder], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Create a batch of orders.
      #
      # Up to 200 orders, each as in `POST /orders`. Each succeeds or fails individually, stock is allocated in the order of the list, and errors point into this body (`/orders/3/lines/0/sku`). A repeated request creates orders without an `external_id` or an `idempotency_key` again, unless it has an `Idempotency-Key`. An order that inventory has not answered in time has the status 202 and is `pending`; the same batch under the same key waits for it. The response has at most 4 MB: beyond that, records are left out, and `record_left_out` says so.
      #
      # In the rate limit it counts as one request for every 5 orders or part of them, at most 40, successful or not. While a bucket is in debt it is refused before anything is done. Where it costs more, it counts as one for every 50 lines of its orders or part of them.
      #
      # Needs `orders:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param body [Hash, nil] `OrderBatch`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>] :orders 1 to 200 orders, each as in `POST /orders`, optionally with a key of its own; stock is allocated in this order.
      # @return [Hash] `OrderResults`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def batch(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createOrders], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Export orders.
      #
      # All orders of the filter in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each order is listed once, newest first, as it is when it is written. A truncated export fails as a connection error, so a completed response is complete. A client that reads less than 2 KiB a second for a minute is disconnected. The audit log notes each export as `orders.exported`, with the address of the client and the number of rows. `ship_to` is null for roles without the permission `orders:read_ship_to` (scanner).
      #
      # In the rate limit it counts as one request for every 500 lines or part of them, or for every 256 KB where that is more, charged while they pass: beyond the limit it goes on at the rate at which the bucket refills. A filter that looks through more costs one for every 1000 records, charged at the end.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param status [String, Array<String>, nil] Statuses. Default: all but `pending` and `rejected`.
      # @param allocation [String, Array<String>, nil] Allocations: `partial,backordered` are the orders that wait for stock. Without `status`, only open orders: `created` and `packed`.
      # @param q [String, nil] Only orders whose id, `external_id`, a tracking number, the e-mail address of `ship_to`, or a word of its `name` or `company` starts with this, ignoring case, accents and signs such as `#` in front. Every word must match; there are at most 8. Without `status`, orders of every status. Where each word matches over 1,000 orders, a page looks through 1,000 orders of the list and may have fewer than `limit` while `has_more` is true. Roles without the permission `orders:read_ship_to` (scanner) find nothing by `ship_to`.
      # @param id [String, Array<String>, nil] Only these orders, of every status unless `status` names some: repeat the parameter, up to 100 times.
      # @param fulfilment [String, nil] How much has left: `none`, `partial`, or `complete`, which is every shipped order. Without `status`, `none` and `partial` are open orders: `created` and `packed`. With `none` a page looks through 1,000 orders of the list at most, and may have fewer than `limit` while `has_more` is true.
      # @param external_id [String, nil] The order's id in the system it comes from.
      # @param sku [String, nil] Orders with a line of this SKU.
      # @param warehouse [String, nil] Id of a warehouse, which `GET /locations?path=` finds by its code: orders that hold or shipped units from it. Orders that were shipped as a whole before their store had this list are not found.
      # @param on_hold [Boolean, nil] true: orders with a hold that has not ended; false: those without. Without `status`, only open orders: `created` and `packed`.
      # @param created_after [String, Time, nil] Orders created at or after this time.
      # @param created_before [String, Time, nil] Orders created before this time, so that consecutive windows neither miss nor repeat one.
      # @param updated_since [String, Time, nil] Only orders that changed at or after this time. A change carries the time at which it was decided and becomes visible with its commit: to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.
      # @param accept [String, nil] the media type of the file
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Download] the file, which is read when it is asked for
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_acceptable`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def export(status: nil, allocation: nil, q: nil, id: nil, fulfilment: nil, external_id: nil, sku: nil, warehouse: nil, on_hold: nil, created_after: nil, created_before: nil, updated_since: nil, accept: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.download(OPERATIONS[:exportOrders], query: { status:, allocation:, q:, id:, fulfilment:, external_id:, sku:, warehouse:, on_hold:, created_after:, created_before:, updated_since: }, accept:, timeout:, retries:, request_id:)
      end
    end

    # `client.reservations`
    class Reservations < Resource
      # List reservations, filtered by status, SKU, warehouse or external id.
      #
      # Newest first. Filters can be combined; if each of them matches many reservations and all together few, a page looks through 1,000 and may have fewer than `limit`, or none, while `has_more` is true. Reservations that ended more than 30 days ago are gone.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param status [String, Array<String>, nil] Statuses. Default: all.
      # @param sku [String, nil] Reservations with a line of this SKU.
      # @param external_id [String, nil] The reservation's id in the system it comes from.
      # @param warehouse [String, nil] Reservations that keep their units in this warehouse, by id or code.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Reservation` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, status: nil, sku: nil, external_id: nil, warehouse: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listReservations], query: { limit:, status:, sku:, external_id:, warehouse: }, timeout:, retries:, request_id:)
      end

      # Keep units for a cart or quote until a time.
      #
      # Only units that are available are reserved: orders that wait for stock come first. Without `partial` all lines are reserved whole, or the request is refused. A SKU has at most 1000 active reservations. A repeated `external_id` with the same content is answered 200 with the existing reservation. With `warehouse`, only available units of that warehouse are reserved, and they are kept there. `POST /orders` with `reservation_id` converts it into an order.
      #
      # Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param body [Hash, nil] `ReservationCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>] :lines One SKU with its units each; a SKU stands in one line only.
      # @option fields [Integer] :expires_in Seconds from now until the reservation expires, 30 to 86 400.
      # @option fields [String, nil] :external_id The reservation's id in another system, such as that of a cart, 1 to 200 characters. Unique among reservations that are active or converted.
      # @option fields [Boolean, nil] :partial false: all lines are reserved whole, or the request is refused. true: of each line what is available.
      # @option fields [String, nil] :warehouse The one warehouse to keep the units in, by id or code. Default: null, they are kept wherever they lie.
      # @return [Hash] `Reservation`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `duplicate_external_id`, `too_many_reservations`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createReservation], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Retrieve one reservation.
      #
      # Includes those that ended in the last 30 days.
      #
      # Needs `inventory:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Reservation`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getReservation], path: [id], if_none_match:, timeout:, retries:, request_id:)
      end

      # Extend a reservation, or change its lines.
      #
      # Only while it is active. `expires_in` counts from now; `lines` replaces all present lines, in the same warehouse. Added units must be available; removed units are free at once. An expired reservation is refused with 409 `reservation_expired`; its units are not reserved again.
      #
      # Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `ReservationUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Integer, nil] :expires_in Seconds from now until the reservation expires, 30 to 86 400.
      # @option fields [Array<Hash>, nil] :lines One SKU with its units each; a SKU stands in one line only.
      # @return [Hash] `Reservation`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `insufficient_stock`, `reservation_expired`, `invalid_transition`, `too_many_reservations`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(id, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateReservation], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Release a reservation.
      #
      # Its units are free at once, for the oldest order that waits for them. Releasing a released or expired reservation changes nothing; a converted one is refused with 409 `invalid_transition`.
      #
      # Needs `reservations:write`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Reservation`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def release(id, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:releaseReservation], path: [id], idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end
    end

    # `client.returns`
    class Returns < Resource
      # List returns, filtered by status.
      #
      # Sorted by order, newest first, and within an order by return, newest first; a return without an order is sorted as an order of its time would be. Filters can be combined. With `unlinked=false` a page looks through 1,000 orders and may have fewer than `limit`, or none, while `has_more` is true.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param status [String, Array<String>, nil] Statuses. Default: all.
      # @param order_id [String, nil] Returns of this order.
      # @param unlinked [Boolean, nil] true: returns without an order; false: those of orders. Default: both.
      # @param external_id [String, nil] The return's id in another system.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Return` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, status: nil, order_id: nil, unlinked: nil, external_id: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listReturns], query: { limit:, status:, order_id:, unlinked:, external_id: }, timeout:, retries:, request_id:)
      end

      # Create a return: units that come back.
      #
      # A return of an order needs `returns:create`; one with `order_id: null`, of units whose order is not known, needs `returns:receive`. A line can return at most the shipped units that have not come back and that no other return expects: more is refused with the `allowed` number. It is `requested`, or `approved` at once with `approved: true`. An order has at most 50 returns with 1000 lines in all. Without an order the lines name SKUs, and what is received is bounded by their quantities alone. With `exchange` an order is created together with it, or neither is: `exchange_order_id` names it. A repeated `external_id` with the same content is answered 200 with the existing return.
      #
      # Needs `returns:create` or `returns:receive`, which these roles have: admin, manager, fulfilment, integration, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
      #
      # @param body [Hash, nil] `ReturnCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :order_id The order whose units were shipped; null if it is not known.
      # @option fields [String, nil] :external_id The return's id in another system; unique among returns.
      # @option fields [Array<Hash>] :lines Units of lines of the order, each line once; without an order, units of SKUs.
      # @option fields [Boolean, nil] :approved true: the return begins as `approved`, and its units may be received.
      # @option fields [String, nil] :note Free text.
      # @option fields [Hash, nil] :exchange Of an approved return of an order: an order in exchange, to the same address, that is created together with the return, or neither is.
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `duplicate_external_id`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_sku`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create(body = nil, idempotency_key: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createReturn], body: body_of(body, fields), idempotency_key:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Retrieve one return.
      #
      # A return whose creation was answered with 202 exists until inventory refuses it; the `refusal` of its order then says why, or without an order a repeat of the request with its `Idempotency-Key`.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getReturn], path: [id], if_none_match:, timeout:, retries:, request_id:)
      end

      # Approve a requested return.
      #
      # From `requested`: its units may be received from then on.
      #
      # Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `ReturnApprove`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def approve(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:approveReturn], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Cancel a return.
      #
      # From `requested` or `approved`. Once units have been received, close it instead.
      #
      # Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderCancel`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :reason Reason given by the caller.
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def cancel(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:cancelReturn], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Close a return before all its units have come.
      #
      # From `approved` or `receiving`. Units that are still expected are waived, and can be returned again.
      #
      # Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderCancel`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :reason Reason given by the caller.
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def close(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:closeReturn], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Decide what becomes of returned units.
      #
      # From `receiving` or `closed`, any number of times: inspected units are restocked, quarantined or scrapped, and every decision but `scrap` can be changed.
      #
      # Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `ReturnDispose`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>] :lines Units of lines of the return.
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `insufficient_stock`, `location_archived`, `sku_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def dispose(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:disposeReturn], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Erase persons' data of a return without an order.
      #
      # Clears its `note` and those of its lines, and emits `return.updated` with `note` among `changed`. Copies are erased as those of an order are. It cannot be undone. A return without notes is answered as it is; a return of an order loses its notes when the order is erased.
      #
      # Needs `orders:erase`, which these roles have: admin, member:owner.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def erase(id, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:eraseReturn], path: [id], idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # List the history of a return.
      #
      # Every step with its time, actor and request id, oldest first; for a return of an order, the steps of the order that are about the return.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `orders:read`, which these roles have: admin, manager, fulfilment, integration, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `ReturnHistoryEntry` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_history(id, limit: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:getReturnHistory], path: [id], query: { limit: }, timeout:, retries:, request_id:)
      end

      # Receive units of a return.
      #
      # From `approved` or `receiving`, any number of times. 200 means that the units are in stock: `on_hand` rises by all of them, `available` only by those with the disposition `restock`. The return is `closed` once nothing is expected any more.
      #
      # Needs `returns:receive`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `ReturnReceive`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param pending_timeout [Numeric, nil] seconds to wait for the end of a call that is recorded; 60 unless given, 0 for none
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>] :lines Units of lines of the return.
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `quantity_exceeded`, `location_archived`, `sku_archived`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `unknown_location`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def receive(id, body = nil, idempotency_key: nil, if_match: nil, pending_timeout: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:receiveReturn], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, pending_timeout:, timeout:, retries:, request_id:)
      end

      # Reject a requested return.
      #
      # From `requested`. Its units can be returned again.
      #
      # Needs `returns:create`, which these roles have: admin, manager, integration, member:owner, member:developer, member:manager.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `OrderCancel`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :reason Reason given by the caller.
      # @return [Hash] `Return`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `invalid_transition`, `transition_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def reject(id, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:rejectReturn], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end
    end

    # `client.scans`
    class Scans < Resource
      # Read the history of scans.
      #
      # Newest first. Filters can be combined. Where several match over 1,000 scans each, a page looks through 1,000 of them and may have fewer than `limit`, or none, while `has_more` is true.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param sku [String, nil] Scans of this SKU, as sent by the device.
      # @param barcode [String, nil] Scans of this barcode, of a GTIN in each of its lengths.
      # @param type [String, Array<String>, nil] Scans of these types.
      # @param location [String, Array<String>, nil] Scans at this location, under whichever of its names the device sent: its id, its path (`A3/S2` and `MAIN:A3/S2` are one), and the last 20 paths that it had before it, or a location above it, was renamed. A path that passed to another location counts for each in its own time. A name that no location has is searched as it was sent. Repeat the parameter, up to 5 times, for several locations.
      # @param order_id [String, nil] Scans of this order, as sent by the device.
      # @param device_id [String, Array<String>, nil] Scans of these devices: repeat the parameter, up to 20 times.
      # @param operator [String, nil] Scans of this operator.
      # @param applied [String, Array<String>, nil] Only applied scans whose movement is in one of these states.
      # @param from [String, Time, nil] Scans received at or after this time.
      # @param to [String, Time, nil] Scans received before this time, so that consecutive windows neither miss nor repeat one.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Scan` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, sku: nil, barcode: nil, type: nil, location: nil, order_id: nil, device_id: nil, operator: nil, applied: nil, from: nil, to: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listScans], query: { limit:, sku:, barcode:, type:, location:, order_id:, device_id:, operator:, applied:, from:, to: }, timeout:, retries:, request_id:)
      end

      # Record a scan.
      #
      # Records the scan of a device: `sku`, `location` and `order_id` are not looked up. A repeated `client_scan_id` with the same content is answered 200 with the first scan.
      #
      # `apply: true`, for types `receive`, `count` and `return`, also posts the movement of stock, exactly once; it needs the permission `scans:apply` as well. The scan is answered at once with `applied: "pending"`: read it again for `done`, or for `refused` with its `refusal`.
      #
      # Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
      #
      # @param body [Hash, nil] `ScanCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :barcode Barcode as read by the device.
      # @option fields [String] :type Purpose of the scan.
      # @option fields [String, nil] :sku SKU of the barcode. It is looked up only for an applied scan, which means the SKU with the barcode where this is left out.
      # @option fields [Integer, nil] :quantity Units, 0 to 1 000 000.
      # @option fields [String, nil] :location Location of the scan. It is looked up only for an applied scan.
      # @option fields [String, nil] :order_id Order of the scan. It is looked up only for an applied `return`.
      # @option fields [String, nil] :return_id Return of the scan. It is looked up only for an applied `return`.
      # @option fields [String, nil] :disposition What becomes of the units of an applied `return`. Default: `inspect`.
      # @option fields [Boolean] :unlinked Of an applied `return`: true where it is not known which order the units come from. Then it names no return and no order.
      # @option fields [String, nil] :device_id Id of the device. Events of one device are delivered in order.
      # @option fields [String, nil] :operator Operator of the device.
      # @option fields [String, nil] :scanned_at The device's clock.
      # @option fields [String, nil] :client_scan_id The device's id of the scan, unique within its `device_id`, or among scans without one. A repeat has no effect, without a time limit.
      # @option fields [Hash{Symbol => String}, nil] :metadata The device's metadata.
      # @option fields [Boolean] :apply Also posts the movement of stock, exactly once. `receive` adds `quantity` units at `location`, or at the home of the SKU. `count` sets the units at `location`, or the total without a `location`. `return` receives `quantity` units of the return `return_id`, of the one return of `order_id` that expects them, or, with `unlinked`, of no known order. Needs `quantity`; a `location` is then an id or a path. Without `sku` it moves the SKU that has the barcode, a GTIN in any length or the AI 01 of a GS1 element string; another SKU's barcode than that of `sku` is refused as `wrong_item`.
      # @return [Hash] `Scan`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `duplicate_client_scan_id`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createScan], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Retrieve one scan.
      #
      # The state of its movement of stock is in `applied`.
      #
      # Needs `scans:read`, which these roles have: admin, manager, fulfilment, scanner, viewer, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Scan`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getScan], path: [id], timeout:, retries:, request_id:)
      end

      # Record a batch of scans.
      #
      # Up to 1 000 scans, each as in `POST /scans`. Each succeeds or fails individually, and its errors point into this body (`/scans/3/barcode`). A repeated request records scans without a `client_scan_id` again, unless it has an `Idempotency-Key`. `apply: true` in any of them needs the permission `scans:apply` as well.
      #
      # In the rate limit it counts as one request for every 10 scans or part of them, at most 100, successful or not. While a bucket is in debt it is refused before anything is done.
      #
      # Needs `scans:write`, which these roles have: admin, manager, fulfilment, scanner, member:owner, member:developer, member:manager, member:fulfilment, member:scanner.
      #
      # @param body [Hash, nil] `ScanBatch`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Array<Hash>] :scans 1 to 1 000 scans, each as in `POST /scans`.
      # @return [Hash] `ScanResults`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def batch(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createScans], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end
    end

    # `client.account`
    class Account < Resource
      # Retrieve the account.
      #
      # Returns its name and its plan. Production needs the Enterprise plan.
      #
      # Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Account`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getAccount], timeout:, retries:, request_id:)
      end
    end

    # `client.keys`
    class Keys < Resource
      # List API keys.
      #
      # Keys of one environment, newest first, each with its remaining limit. Revoked and expired keys are left out by default.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param status [String, nil] `ended`: revoked or expired.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `KeyWithQuota` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, status: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listKeys], query: { limit:, status: }, timeout:, retries:, request_id:)
      end

      # Create an API key.
      #
      # The response holds the key, which cannot be shown again. Production keys need the Enterprise plan.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param body [Hash, nil] `KeyCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :name Purpose of the key, 1 to 200 characters.
      # @option fields [String] :role Role of the key: see the table of permissions.
      # @option fields [String] :expires_at Expiry time. Must be in the future.
      # @option fields [Array<String>] :ip_allowlist Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address.
      # @option fields [Integer] :burst Burst size in requests; at most the limit of the environment.
      # @option fields [Integer] :rate Sustained requests per second; at most the limit of the environment.
      # @return [Hash] `IssuedKey`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createKey], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Retrieve one API key.
      #
      # Includes revoked and expired keys.
      #
      # Needs `keys:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `KeyWithQuota`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getKey], path: [id], timeout:, retries:, request_id:)
      end

      # Update an API key.
      #
      # Changes its name, allowed addresses or expiry. Takes effect on every gateway within a second.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `expires_at` or `ip_allowlist`.
      #
      # Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `KeyUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String, nil] :name Purpose of the key, 1 to 200 characters.
      # @option fields [String, nil] :expires_at Expiry time; null: never.
      # @option fields [Array<String>] :ip_allowlist Addresses and ranges (CIDR) that the key is valid from, at most 100; empty: any address.
      # @return [Hash] `Key`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `key_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(id, body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateKey], path: [id], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Rotate the secret of an API key.
      #
      # The key keeps its id, role, limits and history. The response holds the new secret, which cannot be shown again; the replaced secret stays valid for `overlap_seconds`.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `KeyRotate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Integer] :overlap_seconds Seconds for which the replaced secret stays valid: 0 to 2 592 000 (30 days). Default: 86 400 (one day).
      # @return [Hash] `IssuedKey`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `key_not_active`, `too_many_secrets`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def rotate(id, body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:rotateKey], path: [id], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Revoke an API key.
      #
      # Revokes the key and all its secrets permanently, on every gateway within a second. Repeating the request changes nothing.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `keys:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Key`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def revoke(id, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:revokeKey], path: [id], idempotency_key:, timeout:, retries:, request_id:)
      end
    end

    # `client.audit_log`
    class AuditLog < Resource
      # List the audit log.
      #
      # Changes of the account, its keys and members, and exports of orders, newest first. Entries are never changed or removed.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `audit:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param actor [String, nil] Only changes by this key or member, or by `operator`; one with a name is `operator:jo`.
      # @param created_after [String, Time, nil] Changes made at or after this time.
      # @param created_before [String, Time, nil] Changes made before this time, so that consecutive windows neither miss nor repeat one.
      # @param target_id [String, nil] Only changes of this key, member or account.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `AuditEntry` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, actor: nil, created_after: nil, created_before: nil, target_id: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listAuditLog], query: { limit:, actor:, created_after:, created_before:, target_id: }, timeout:, retries:, request_id:)
      end
    end

    # `client.actors`
    class Actors < Resource
      # Name the actors of changes.
      #
      # Names the keys of one environment and the members whose ids are given, also those that have ended or were removed: so a history shows every member who changed what. It shows nothing else of them. Unknown ids are left out.
      #
      # Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param id [String, Array<String>, nil] Ids of keys and members: repeat the parameter, up to 100 times. Without it the list is empty.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `ActorList`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(id: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:listActors], query: { id: }, timeout:, retries:, request_id:)
      end
    end

    # `client.members`
    class Members < Resource
      # List members.
      #
      # Members of the account in the order of their invitation. Removed members are left out by default.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param status [String, nil] `current`: invited and active.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Member` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, status: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listMembers], query: { limit:, status: }, timeout:, retries:, request_id:)
      end

      # Invite a member.
      #
      # The response holds a one-time token, valid for 7 days and not shown again. No e-mail is sent: pass the token on yourself.
      #
      # A session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `members:manage`, which these roles have: member:owner.
      #
      # @param body [Hash, nil] `MemberInvite`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :email At most 254 characters.
      # @option fields [String] :role `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members.
      # @return [Hash] `MemberWithToken`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `member_exists`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def invite(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:inviteMember], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Retrieve one member.
      #
      # Includes removed members.
      #
      # Needs `members:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Member`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getMember], path: [id], if_none_match:, timeout:, retries:, request_id:)
      end

      # Change the role of a member.
      #
      # Takes effect on every gateway within a second. The role of the last owner cannot be changed.
      #
      # A session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `members:manage`, which these roles have: member:owner.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `MemberUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :role `owner` may do everything, `developer` all but change members, `viewer` read; `manager`, `fulfilment` and `scanner` work under /v1 as keys of these roles do, and have no access to keys, webhooks and members.
      # @return [Hash] `Member`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `last_owner`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(id, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateMember], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Remove a member.
      #
      # Ends all sessions of the member on every gateway within a second. Repeating the request changes nothing. The last owner cannot be removed. A removed member can be invited again, as a new member.
      #
      # A session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `members:manage`, which these roles have: member:owner.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Member`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `last_owner`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def remove(id, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:removeMember], path: [id], idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Renew an invitation.
      #
      # Issues a new token for another 7 days and revokes the previous one.
      #
      # A session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `members:manage`, which these roles have: member:owner.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `MemberWithToken`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def renew_invitation(id, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:renewInvitation], path: [id], idempotency_key:, timeout:, retries:, request_id:)
      end

      # Issue a password reset token.
      #
      # The response holds a one-time token, valid for one day and not shown again. The password and the sessions stay valid until it is used.
      #
      # A session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `members:manage`, which these roles have: member:owner.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `MemberWithToken`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `member_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def issue_password_reset(id, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:issuePasswordReset], path: [id], idempotency_key:, timeout:, retries:, request_id:)
      end
    end

    # `client.plans`
    class Plans < Resource
      # List the plans.
      #
      # Environments and default rate limits of each plan. The plan of the account is part of the account.
      #
      # Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `PlanList`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:listPlans], timeout:, retries:, request_id:)
      end
    end

    # `client.overview`
    class Overview < Resource
      # Retrieve an overview of stock.
      #
      # The numbers are cached: `as_of` is the time of the count.
      #
      # Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `InventoryOverview`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_inventory_overview(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getInventoryOverview], timeout:, retries:, request_id:)
      end

      # Retrieve an overview of open orders.
      #
      # The numbers are cached: `as_of` is the time of the count.
      #
      # Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `OrdersOverview`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_orders_overview(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getOrdersOverview], timeout:, retries:, request_id:)
      end

      # Retrieve an overview of scans.
      #
      # The numbers are cached: `as_of` is the time of the count.
      #
      # Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `ScansOverview`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_scans_overview(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getScansOverview], timeout:, retries:, request_id:)
      end

      # Retrieve an overview of webhook endpoints.
      #
      # Each endpoint with its status, its health and the stats of the last 24 hours; attempts of all endpoints by the minute.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `WebhooksOverview`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_webhooks_overview(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getWebhooksOverview], timeout:, retries:, request_id:)
      end
    end

    # `client.retention`
    class Retention < Resource
      # Retrieve the retention of persons' data.
      #
      # Each environment has its own.
      #
      # Needs `account:read`, which these roles have: admin, member:owner, member:developer, member:manager, member:fulfilment, member:scanner, member:viewer.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Retention`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getRetention], timeout:, retries:, request_id:)
      end

      # Change the retention of persons' data.
      #
      # From then on persons' data of ended orders is erased automatically, as `POST /v1/orders/{id}/erase` does it, once the days are over: of orders that are older already as well, within hours. A longer retention does not bring erased data back. The audit log notes each change as `retention.changed`.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `orders:erase`, which these roles have: admin, member:owner.
      #
      # @param body [Hash, nil] `RetentionUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Integer, nil] :ship_to_days Days after the last change of an order that has ended, after which its persons' data is erased: what `POST /v1/orders/{id}/erase` clears; null keeps it.
      # @return [Hash] `Retention`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateRetention], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end
    end

    # `client.webhooks`
    class Webhooks < Resource
      # List webhook endpoints.
      #
      # Endpoints of one environment, oldest first. The plan limits their number, usually to 50.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Webhook` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(limit: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listWebhooks], query: { limit: }, timeout:, retries:, request_id:)
      end

      # Add a webhook endpoint.
      #
      # The endpoint receives every event that is committed after this response. URLs with private addresses are refused here and again at every connection. An account has a limit of endpoints in each environment: `storage` of the overview.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param body [Hash, nil] `WebhookCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :url Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses.
      # @option fields [Array<String>] :events Event types, each once; `["*"]` selects every type, including those of later versions.
      # @option fields [String, nil] :description Purpose, 1 to 200 characters; null for none.
      # @option fields [Hash{Symbol => Object}, nil] :filter Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter.
      # @option fields [Boolean] :ordered Whether events of one record are sent in order: each waits until the previous one is delivered or failed.
      # @option fields [Hash, nil] :batch Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`.
      # @option fields [Numeric, nil] :max_rate Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them.
      # @return [Hash] `WebhookWithSecret`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createWebhook], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # Retrieve one webhook endpoint.
      #
      # Includes the facts of its secrets. Its health and success rate are in its stats.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param if_none_match [Integer, String, nil] the version that is known: {NotModifiedError} if it is still that
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Webhook`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, if_none_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getWebhook], path: [id], if_none_match:, timeout:, retries:, request_id:)
      end

      # Update a webhook endpoint.
      #
      # Omitted fields keep their values. A change of `events` or `filter` applies to later events; any other change applies from the next attempt on, also for pending deliveries.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes, for a request with `url`.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `WebhookUpdate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :url Where events are sent: https, and http only where the operator allows it; on port 80, 443, or 1024 and above; not to private addresses.
      # @option fields [Array<String>] :events Event types, each once; `["*"]` selects every type, including those of later versions.
      # @option fields [String, nil] :description Purpose, 1 to 200 characters; null for none.
      # @option fields [Hash{Symbol => Object}, nil] :filter Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered. Null: no filter.
      # @option fields [Boolean] :ordered Whether events of one record are sent in order: each waits until the previous one is delivered or failed.
      # @option fields [Hash, nil] :batch Sends several events in one request, `{"batch": [ … ]}`; null: one event a request. Excludes `ordered`.
      # @option fields [Numeric, nil] :max_rate Maximum deliveries per second, 0.1 to 1 000; null: as fast as the receiver accepts them.
      # @return [Hash] `Webhook`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def update(id, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:updateWebhook], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Remove a webhook endpoint.
      #
      # Removes the endpoint permanently and drops its undelivered events. To hold them instead, pause the endpoint.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Webhook`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def delete(id, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:deleteWebhook], path: [id], idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Pause a webhook endpoint.
      #
      # Stops sending and holds events, each for 30 days. Pausing a paused or disabled endpoint changes nothing.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Webhook`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def pause(id, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:pauseWebhook], path: [id], idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Resume a webhook endpoint.
      #
      # Makes a paused or disabled endpoint active again, and sends or drops the held events: those that wait for a later try are due now. It ends the rest of an active endpoint in the same way; resuming one that does not rest changes nothing.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `WebhookResume`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :held `deliver`: held events are sent now. `drop`: held events are dropped; each can be resent individually.
      # @return [Hash] `Webhook`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def resume(id, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:resumeWebhook], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Reveal the secrets of a webhook endpoint.
      #
      # Returns the secrets that sign now. The request is recorded in the audit log.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `WebhookSecrets`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def reveal_secret(id, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:revealWebhookSecret], path: [id], idempotency_key:, timeout:, retries:, request_id:)
      end

      # Rotate the secret of a webhook endpoint.
      #
      # From the next attempt on, deliveries are signed with the new secret, and with the previous ones for `overlap_seconds`. At most five secrets sign at once.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `WebhookSecretRotate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param if_match [Integer, String, nil] the version that the record must have
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Integer] :overlap_seconds Seconds for which the replaced secrets still sign beside the new one: 0 to 604 800 (7 days). 0 ends all other secrets at once.
      # @return [Hash] `WebhookWithSecret`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `not_found`, `request_timeout`, `idempotency_in_progress`, `too_many_secrets`, `version_conflict`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def rotate_secret(id, body = nil, idempotency_key: nil, if_match: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:rotateWebhookSecret], path: [id], body: body_of(body, fields), idempotency_key:, if_match:, timeout:, retries:, request_id:)
      end

      # Try a content filter on an event.
      #
      # Stores and sends nothing. Shows for each path of the filter whether it matches and which value the event has there.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param body [Hash, nil] `FilterTest`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [Hash{Symbol => Object}] :filter Selects events of those types by content: an object in the shape of the event, over `data`, `previous`, `changed`, `reason` and `reference`, with a list of conditions at the end of each path. A condition is a value, `{"prefix": "A3/"}`, `{"numeric": [">=", 10]}`, `{"anything-but": "x"}` or `{"exists": false}`. Every path must match, with at least one condition of its list. At most 4 KiB, 100 conditions and 8 levels. An event with more than 5 000 values to compare is sent unfiltered.
      # @option fields [Hash{Symbol => Object}] :event An event as it is delivered.
      # @return [Hash] `FilterFindings`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def test_filter(body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:testFilter], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # List the audit log of webhooks.
      #
      # Changes of endpoints and secrets, resent deliveries and replays, newest first. Entries are never changed or removed.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param actor [String, nil] Only changes by this key or member, or by `operator`; one with a name is `operator:jo`.
      # @param created_after [String, Time, nil] Changes made at or after this time.
      # @param created_before [String, Time, nil] Changes made before this time, so that consecutive windows neither miss nor repeat one.
      # @param webhook_id [String, nil] Only changes of this endpoint, which may be removed.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `WebhookChange` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list_changes(limit: nil, actor: nil, created_after: nil, created_before: nil, webhook_id: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listWebhookChanges], query: { limit:, actor:, created_after:, created_before:, webhook_id: }, timeout:, retries:, request_id:)
      end

      # Retrieve the stats of a webhook endpoint.
      #
      # Success and latency of its attempts by hour or day, over at most the last 30 days, with its present health.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param since [String, Time, nil] From the hour of this time on, RFC 3339. Default: 24 hours ago.
      # @param until [String, Time, nil] Up to the hour of this time, RFC 3339. Default: now.
      # @param interval [String, nil] Length of an interval, in UTC.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `WebhookStats`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_stats(id, since: nil, until: nil, interval: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getWebhookStats], path: [id], query: { since:, until:, interval: }, timeout:, retries:, request_id:)
      end

      # Send a test event to a webhook endpoint.
      #
      # The test event is signed, logged and retried like any other delivery. It carries `"test": true` and is not in the feed.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `WebhookTestRequest`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :type Event type of the sample, which carries `"test": true`. It is sent whatever types the endpoint selects.
      # @return [Hash] `Delivery`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `webhook_not_active`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def test(id, body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:testWebhook], path: [id], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # List the deliveries of a webhook endpoint.
      #
      # Newest first, for 30 days after each ended.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param status [String, Array<String>, nil] Only deliveries with these statuses. Default: all.
      # @param event_type [String, Array<String>, nil] Only deliveries of these event types.
      # @param event_id [String, nil] Only the delivery of this event.
      # @param since [String, Time, nil] Only deliveries created at or after this time, RFC 3339.
      # @param until [String, Time, nil] Only deliveries created before this time, RFC 3339.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Delivery` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list_deliveries(id, limit: nil, status: nil, event_type: nil, event_id: nil, since: nil, until: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listDeliveries], path: [id], query: { limit:, status:, event_type:, event_id:, since:, until: }, timeout:, retries:, request_id:)
      end

      # Replay events to a webhook endpoint.
      #
      # Sends events since a given time again, at a chosen rate, with retries. A replay survives restarts of the service. An endpoint has at most one running replay.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param body [Hash, nil] `ReplayCreate`, whose members can be given as keywords instead
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @option fields [String] :since Events stored at or after this time, RFC 3339; at most 30 days ago.
      # @option fields [String] :until Events stored before this time, RFC 3339. Default: now.
      # @option fields [String] :status `failed`: deliveries that were given up. `all`: every event that the endpoint received or would receive with its present selection, including delivered ones.
      # @option fields [Numeric, nil] :rate Deliveries per second, 0.1 to 1 000; null: as fast as the endpoint accepts them.
      # @return [Hash] `Replay`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `replay_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def create_replay(id, body = nil, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil, **fields)
        @transport.call(OPERATIONS[:createReplay], path: [id], body: body_of(body, fields), idempotency_key:, timeout:, retries:, request_id:)
      end

      # List the replays of a webhook endpoint.
      #
      # Newest first, for 30 days after each ended.
      #
      # In the rate limit a page counts as one request for every 256 KB or part of them.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param limit [Integer, nil] Page size, 1 to 200. A page ends earlier at about 1 MB, with `has_more`.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Pages] the records, `Replay` each
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `invalid_cursor`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list_replays(id, limit: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.pages(OPERATIONS[:listReplays], path: [id], query: { limit: }, timeout:, retries:, request_id:)
      end

      # Retrieve one replay.
      #
      # Shows its progress.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param replay_id [String] The replay.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Replay`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get_replay(id, replay_id, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getReplay], path: [id, replay_id], timeout:, retries:, request_id:)
      end

      # Cancel a replay.
      #
      # Deliveries that are due stay due. Cancelling a replay that has ended changes nothing.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param replay_id [String] The replay.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Replay`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `not_found`, `request_timeout`, `idempotency_in_progress`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def cancel_replay(id, replay_id, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:cancelReplay], path: [id, replay_id], idempotency_key:, timeout:, retries:, request_id:)
      end
    end

    # `client.event_types`
    class EventTypes < Resource
      # List every type of event.
      #
      # Describes each type, with a sample as it is delivered.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `EventTypes`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def list(timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:listEventTypes], timeout:, retries:, request_id:)
      end
    end

    # `client.deliveries`
    class Deliveries < Resource
      # Retrieve one delivery.
      #
      # Includes the request body and every attempt with its response.
      #
      # Needs `webhooks:read`, which these roles have: admin, member:owner, member:developer, member:viewer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `DeliveryDetails`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `not_found`, `request_timeout`, `uri_too_long`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def get(id, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:getDelivery], path: [id], timeout:, retries:, request_id:)
      end

      # Send one delivery again.
      #
      # A delivery that was delivered, failed or dropped keeps its ids and attempts, and its retry schedule starts again. A pending one is tried at once, and its schedule goes on. It is held while the endpoint is paused or disabled; resending ends a rest of the endpoint.
      #
      # In production, a session must have been authenticated or confirmed within the last 10 minutes.
      #
      # Needs `webhooks:manage`, which these roles have: admin, member:owner, member:developer.
      #
      # @param id [String] Opaque id with a prefix for its type, sortable by creation.
      # @param idempotency_key [String, nil] the key of the call, the same at every attempt; random unless given
      # @param timeout [Numeric, nil] the longest silence in seconds
      # @param retries [Integer, nil] retries after the first attempt
      # @param request_id [String, nil] the id of the request in logs and errors of the service
      # @return [Hash] `Delivery`
      # @raise [ApiError] `invalid_request`, `invalid_parameter`, `malformed_json`, `unauthenticated`, `forbidden`, `plan_required`, `account_suspended`, `cross_origin`, `recent_authentication_required`, `storage_limit_reached`, `not_found`, `request_timeout`, `idempotency_in_progress`, `delivery_not_ended`, `event_expired`, `payload_too_large`, `uri_too_long`, `unsupported_media_type`, `validation_failed`, `idempotency_key_reused`, `rate_limited`, `headers_too_large`, `internal`, `upstream_unavailable`, `timeout`
      def resend(id, idempotency_key: nil, timeout: nil, retries: nil, request_id: nil)
        @transport.call(OPERATIONS[:resendDelivery], path: [id], idempotency_key:, timeout:, retries:, request_id:)
      end
    end

    # The readers of a client.
    module Readers
      # @return [AllocationRules] the operations of `client.allocation_rules`
      attr_reader :allocation_rules

      # @return [Availability] the operations of `client.availability`
      attr_reader :availability

      # @return [Events] the operations of `client.events`
      attr_reader :events

      # @return [Fulfilments] the operations of `client.fulfilments`
      attr_reader :fulfilments

      # @return [Integrity] the operations of `client.integrity`
      attr_reader :integrity

      # @return [Inventory] the operations of `client.inventory`
      attr_reader :inventory

      # @return [Locations] the operations of `client.locations`
      attr_reader :locations

      # @return [Me] the operations of `client.me`
      attr_reader :me

      # @return [Orders] the operations of `client.orders`
      attr_reader :orders

      # @return [Reservations] the operations of `client.reservations`
      attr_reader :reservations

      # @return [Returns] the operations of `client.returns`
      attr_reader :returns

      # @return [Scans] the operations of `client.scans`
      attr_reader :scans

      # @return [Account] the operations of `client.account`
      attr_reader :account

      # @return [Keys] the operations of `client.keys`
      attr_reader :keys

      # @return [AuditLog] the operations of `client.audit_log`
      attr_reader :audit_log

      # @return [Actors] the operations of `client.actors`
      attr_reader :actors

      # @return [Members] the operations of `client.members`
      attr_reader :members

      # @return [Plans] the operations of `client.plans`
      attr_reader :plans

      # @return [Overview] the operations of `client.overview`
      attr_reader :overview

      # @return [Retention] the operations of `client.retention`
      attr_reader :retention

      # @return [Webhooks] the operations of `client.webhooks`
      attr_reader :webhooks

      # @return [EventTypes] the operations of `client.event_types`
      attr_reader :event_types

      # @return [Deliveries] the operations of `client.deliveries`
      attr_reader :deliveries

      private

      def make_resources(transport)
        @allocation_rules = AllocationRules.new(transport)
        @availability = Availability.new(transport)
        @events = Events.new(transport)
        @fulfilments = Fulfilments.new(transport)
        @integrity = Integrity.new(transport)
        @inventory = Inventory.new(transport)
        @locations = Locations.new(transport)
        @me = Me.new(transport)
        @orders = Orders.new(transport)
        @reservations = Reservations.new(transport)
        @returns = Returns.new(transport)
        @scans = Scans.new(transport)
        @account = Account.new(transport)
        @keys = Keys.new(transport)
        @audit_log = AuditLog.new(transport)
        @actors = Actors.new(transport)
        @members = Members.new(transport)
        @plans = Plans.new(transport)
        @overview = Overview.new(transport)
        @retention = Retention.new(transport)
        @webhooks = Webhooks.new(transport)
        @event_types = EventTypes.new(transport)
        @deliveries = Deliveries.new(transport)
      end
    end
  end
end
