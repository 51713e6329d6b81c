# frozen_string_literal: true

module Fulfilment
  # A place in a file; written beside it and renamed, so that a crash leaves the old place or the new one. Another store, such as a row
  # in your database, has the same two methods.
  class FilePlaceStore
    # @param path [String, Pathname]
    def initialize(path)
      @path = path.to_s
    end

    # @return [String, nil] the id of the last event that was handled; nil before the first one
    def read
      text = File.read(@path, encoding: Encoding::US_ASCII).strip
      text unless text.empty?
    rescue Errno::ENOENT
      nil
    end

    # Stores an id.
    #
    # @param event_id [String]
    # @return [void]
    def write(event_id)
      beside = "#{@path}.new"
      File.open(beside, "w", 0o600) do |file|
        file.write("#{event_id}\n")
        file.fsync
      end
      File.rename(beside, @path)
    end
  end

  # The feed of events, read on from where the last run stopped: `client.feed(places).each { |event| … }` waits for more at the end.
  #
  # An event counts as handled when the block ends, or when an enumerator is asked for the next one; its id is stored then. So a crash
  # repeats the event under way and skips none: make handling safe to repeat, by `event[:id]`. At the end of a page its `next_after` is
  # stored, the place up to which it looked: a filter that rarely matches never grows too old.
  #
  # The loop outlives outages: after a failed connection, or a refusal that may pass, it asks again behind its place, after waits that
  # grow to 30 s.
  class Feed
    include Enumerable

    # @api private
    def initialize(events, places, types:, created_after:, until_end:, poll_seconds:, on_retry:, max_silence:)
      @events = events
      @places = places
      @types = types
      @created_after = created_after
      @until_end = until_end
      @poll_seconds = poll_seconds
      @on_retry = on_retry
      @max_silence = max_silence || (until_end ? 0 : nil)
    end

    # The events behind the stored place.
    #
    # @yieldparam event [Hash]
    # @raise [InvalidCursorError] where the stored place is past the 30 days of the feed
    def each
      return enum_for unless block_given?

      after = @places.read
      outages = Outages.new("listEvents", max_silence: @max_silence, on_retry: @on_retry)
      loop do
        start = after.nil? ? @created_after : nil
        page = outages.outlive do |options|
          @events.list(limit: 200, after: after, created_after: start, types: @types, **options).pages.first
        end
        page[:data].each do |event|
          yield event
          @places.write(event[:id])
          after = event[:id]
        end
        if page[:next_after] && page[:next_after] != after
          after = page[:next_after]
          @places.write(after)
        end
        next if page[:has_more]
        return self if @until_end

        sleep(@poll_seconds)
      end
    end

    # @return [String]
    def inspect
      "#<#{self.class}>"
    end
  end
end
