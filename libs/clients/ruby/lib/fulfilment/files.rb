# frozen_string_literal: true

require "json"

module Fulfilment
  # A file that is read as it comes, in constant memory: `each` gives its bytes, `lines` and `records` what they hold. It ends without
  # an error only if it is complete. Each loop asks for it again.
  class Download
    include Enumerable

    # @api private
    def initialize(&open)
      @open = open
    end

    # Bytes in pieces.
    #
    # @yieldparam chunk [String]
    # @raise [ConnectionFailedError] where the file breaks off
    def each(&block)
      return enum_for unless block

      @open.call(block)
      self
    end

    # Writes the bytes to a file or socket.
    #
    # @param io [IO, #write]
    # @return [Integer] bytes that were written
    def write_to(io)
      sum { |chunk| io.write(chunk) }
    end

    # Lines of text without their ends.
    #
    # @return [Enumerator<String>]
    def lines
      Enumerator.new do |found|
        rest = "".b
        each do |chunk|
          *lines, rest = (rest << chunk.b).split("\n", -1)
          rest ||= "".b
          lines.each { |line| found << text_of(line.chomp("\r")) }
        end
        found << text_of(rest) unless rest.empty?
      end
    end

    # Records of an NDJSON file.
    #
    # @return [Enumerator<Hash>]
    # @raise [UnexpectedAnswerError] where a line is no record
    def records
      Enumerator.new do |found|
        lines.each { |line| found << record_of(line) unless line.empty? }
      end
    end

    # @return [String]
    def inspect
      "#<#{self.class}>"
    end

    private

    # Bytes that are no UTF-8 are replaced.
    def text_of(line)
      line.force_encoding(Encoding::UTF_8).scrub
    end

    def record_of(line)
      JSON.parse(line, symbolize_names: true)
    rescue JSON::ParserError
      raise UnexpectedAnswerError, "The file has a line that is no record: #{line[0, 80].scrub.inspect}. Ask for application/x-ndjson."
    end
  end

  # The bytes of a file that is sent: a string, an IO, pieces, or a function that gives one of these for each attempt.
  #
  # @api private
  class Upload
    def initialize(body)
      @body = body
      @start = start_of(body)
    end

    # True if it can be sent again.
    def repeatable?
      @body.is_a?(String) || @body.respond_to?(:call) || !@start.nil?
    end

    # Gives the bytes for one attempt: a string, or an object that can be read.
    def open
      @body.seek(@start) if @start
      source = @body.respond_to?(:call) ? opened : @body
      yield readable(source)
    ensure
      source.close if !source.equal?(@body) && source.respond_to?(:close)
    end

    private

    def opened
      @body.call
    rescue StandardError => error
      raise ConfigurationError, "The upload cannot be opened: #{error.message}"
    end

    # The place of a file from which it can be read again; nil for a pipe.
    def start_of(body)
      body.pos if body.respond_to?(:seek)
    rescue SystemCallError
      nil
    end

    def readable(source)
      return source.b if source.is_a?(String)
      raise ConfigurationError, "The upload is a folder." if source.is_a?(IO) && source.stat.directory?
      return source if source.respond_to?(:read)
      return Pieces.new(source) if source.respond_to?(:each)

      raise ConfigurationError, "An upload must be a string, an IO, an enumerable of strings, or a function that gives one of these."
    end
  end

  # Pieces of text as an object that can be read.
  #
  # @api private
  class Pieces
    def initialize(pieces)
      @pieces = pieces.each_entry
      @rest = "".b
    end

    def read(length, buffer = "".b)
      @rest << @pieces.next.b while @rest.bytesize < length
      buffer.replace(@rest.slice!(0, length))
    rescue StopIteration
      buffer.replace(@rest.slice!(0, length))
      buffer.empty? ? nil : buffer
    end
  end
end
