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
    # Net::HTTP of Ruby 3.1 takes the end of a connection for the end of a body whose length was told: it has no `ignore_eof`.
    module WholeBodies
      def read(length, destination = "".b, _ignore_eof = false)
        super(length, destination, false)
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
    # @return what the block returns
    def exchange(request, timeout)
      http = take(timeout)
      ended = false
      result = nil
      http.request(request) do |response|
        response.instance_variable_get(:@socket).extend(WholeBodies) unless http.respond_to?(:ignore_eof=)
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
      http = Net::HTTP.new(@base_url.hostname, @base_url.port)
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
