# frozen_string_literal: true

module Fulfilment
  # A copy of the stock in memory, kept by events of webhooks or of the feed, in any order and any number of times.
  #
  #   mirror = Fulfilment::StockMirror.new
  #   client.feed(places).each { |event| mirror.apply(event) }
  #
  # An account that is older than the feed (30 days) is loaded first, and the feed read from before the load. Threads may share one.
  class StockMirror
    include Enumerable

    TYPES = %w[inventory.updated sku.updated].freeze
    COMPARED = %i[version on_hand allocated].freeze
    private_constant :TYPES, :COMPARED

    def initialize
      @records = {}
      @mutex = Mutex.new
    end

    # @param sku [String]
    # @return [Hash, nil] the record as the newest event told it, archived ones too; nil for a SKU that no event has told of
    def [](sku)
      @mutex.synchronize { @records[sku] }
    end

    # Takes a record of a read, a list or an export.
    #
    # @param record [Hash]
    # @return [Boolean] false where the mirror has this version or a later one, with all its locations
    def load(record)
      @mutex.synchronize do
        held = @records[record[:sku]]
        next false if held && !replaces?(record, held)

        @records[record[:sku]] = record
        true
      end
    end

    # Takes an event.
    #
    # @param event [Hash]
    # @return [Boolean] false for an event that changes nothing: an old one, or one that is not of a SKU
    def apply(event)
      TYPES.include?(event[:type]) && load(event[:data])
    end

    # True if the mirror has the same version and quantities of a record, and all its locations: false for each SKU to look into.
    #
    # @param record [Hash]
    # @return [Boolean]
    def agrees?(record)
      held = self[record[:sku]]
      !held.nil? && !held[:stock_truncated] && COMPARED.all? { |name| held[name] == record[name] }
    end

    # The records as they are now.
    #
    # @yieldparam record [Hash]
    def each(&block)
      return enum_for unless block

      @mutex.synchronize { @records.values }.each(&block)
      self
    end

    # @return [String]
    def inspect
      "#<#{self.class}>"
    end

    private

    # Of one version, a record with all its locations replaces one that leaves some out.
    def replaces?(record, held)
      return record[:version] > held[:version] if record[:version] != held[:version]

      (held[:stock_truncated] && !record[:stock_truncated]) || false
    end
  end
end
