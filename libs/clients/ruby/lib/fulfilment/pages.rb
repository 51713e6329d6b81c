# frozen_string_literal: true

module Fulfilment
  # A list that is read page by page, as it is needed: `each`, `first(20)`, `lazy` and all of Enumerable. Each loop reads it again from
  # its start. `to_a` reads all of it into memory.
  class Pages
    include Enumerable

    # @api private
    def initialize(&read)
      @read = read
    end

    # The records of all pages.
    #
    # @yieldparam record [Hash]
    def each(&block)
      return enum_for unless block

      pages.each { |page| page[:data].each(&block) }
      self
    end

    # Whole pages: `:data`, `:has_more`, `:next_cursor`.
    #
    # @return [Enumerator<Hash>]
    # @raise [UnexpectedAnswerError] for an answer that is no page, or a page whose next cursor is one that was read already
    def pages
      Enumerator.new do |found|
        cursor = nil
        seen = {}
        loop do
          seen[cursor] = true
          page = @read.call(cursor)
          cursor = cursor_after(page, seen)
          found << page
          break if cursor.nil?
        end
      end
    end

    # @return [String]
    def inspect
      "#<#{self.class}>"
    end

    private

    def cursor_after(page, seen)
      unless page.is_a?(Hash) && page[:data].is_a?(Array)
        raise UnexpectedAnswerError, "The answer is no page of a list: check the base URL."
      end
      return unless page[:has_more]

      following = page[:next_cursor]
      if following.nil? || seen.key?(following)
        raise UnexpectedAnswerError, "The list does not go on: its page names no new cursor. Start again from the first page."
      end
      following
    end
  end
end
