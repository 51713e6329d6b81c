# frozen_string_literal: true

require "net/http"
require "openssl"

module Fulfilment
  # Connections that stay open, each for one request at a time. Threads share them; a forked process begins with none.
  #
  # @api private
  class Connections
    # Below the 75 s of the service, so that it is not the service that closes first.
    IDLE_SECONDS = 55
    # Idle connections that are kept.
    KEPT = 32
    # Errors of an exchange without a whole answer.
    FAILURES = [
      SystemCallError, SocketError, IOError, Net::OpenTimeout, Net::ReadTimeout, Net::WriteTimeout, Net::ProtocolError,
      Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError, OpenSSL::SSL::SSLError, Zlib::Error
    ].freeze
    # Net::HTTP takes the end of a connection for the end of a head, and in Ruby 3.1 of a body whose length was told. Its time limit is
    # for a silence alone; this one has an end, after which nothing is read.
    module WholeAnswers
      # @param http [Connects] whose socket it is
      def of(http)
        @http = http
      end

      def readuntil(terminator, _ignore_eof = false)
        super(terminator, false)
      end

      def read(length, destination = "".b, _ignore_eof = false)
        super(length, destination, false)
      end

      private

      def rbuf_fill
        silence = read_timeout
        left = @http.ends_at && (@http.ends_at - Process.clock_gettime(Process::CLOCK_MONOTONIC))
        raise Net::ReadTimeout if left&.negative?

        self.read_timeout = [silence, left].compact.min
        super
      ensure
        self.read_timeout = silence
      end
    end

    # Gives each socket of a Net::HTTP the methods above; a stub, as of WebMock, opens none and stays as it is.
    module Connects
      # Monotonic seconds at which an exchange ends; nil for no end.
      attr_accessor :ends_at

      private

      def connect
        super
        @socket.extend(WholeAnswers).of(self) if @socket.is_a?(Net::BufferedIO)
      end
    end

    TIMEOUTS = [Net::OpenTimeout, Net::ReadTimeout, Net::WriteTimeout, Errno::ETIMEDOUT].freeze

    def initialize(base_url, configure)
      @base_url = base_url
      @configure = configure
      @idle = []
      @lock = Mutex.new
      @process = Process.pid
    end

    # Sends one request, and gives the answer to the block before its body is read. An exchange that did not come to its end closes
    # its connection.
    #
    # @param deadline [Numeric] seconds until the answer is whole; the block of a download takes it away
    # @return what the block returns
    def exchange(request, timeout, deadline)
      http = take(timeout)
      http.ends_at = Process.clock_gettime(Process::CLOCK_MONOTONIC) + deadline
      ended = false
      result = nil
      http.request(request) do |response|
        result = yield response, http
      end
      ended = true
      result
    ensure
      ended ? keep(http) : close_one(http)
    end

    def close
      connections = @lock.synchronize { @idle.slice!(0..) }
      connections.each { |http| close_one(http) }
    end

    def inspect
      "#<#{self.class}>"
    end

    private

    def take(timeout)
      http = @lock.synchronize { idle.pop } || new_connection
      http.open_timeout = http.read_timeout = http.write_timeout = timeout
      http.start unless http.started?
      http
    end

    def keep(http)
      kept = @lock.synchronize { idle.push(http) if idle.length < KEPT }
      close_one(http) unless kept
    end

    def close_one(http)
      http.finish if http&.started?
    rescue *FAILURES
      nil
    end

    # The connections of this process: those of a parent are left to it.
    def idle
      if @process != Process.pid
        @idle = []
        @process = Process.pid
      end
      @idle
    end

    def new_connection
      http = Net::HTTP.new(@base_url.hostname, @base_url.port).extend(Connects)
      http.use_ssl = @base_url.scheme == "https"
      http.keep_alive_timeout = IDLE_SECONDS
      # This library decides what is sent again, and takes half an answer for none.
      http.max_retries = 0
      http.ignore_eof = false if http.respond_to?(:ignore_eof=)
      @configure&.call(http)
      http
    end
  end
end
