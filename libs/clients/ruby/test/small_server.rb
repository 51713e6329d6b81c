# frozen_string_literal: true

require "socket"

# A server of one test: answers with what its block gives for each request, and keeps connections open.
class SmallServer
  Request = Struct.new(:line, :headers, :body, keyword_init: true)

  attr_reader :requests, :connections

  def initialize(&answer)
    @answer = answer
    @requests = Queue.new
    @connections = Queue.new
    @server = TCPServer.new("127.0.0.1", 0)
    @threads = [Thread.new { serve }]
  end

  def url
    "http://127.0.0.1:#{@server.addr[1]}"
  end

  def stop
    @threads.each(&:kill)
    @server.close
  end

  # @return [Array<Request>] the requests so far
  def seen
    Array.new(requests.length) { requests.pop }
  end

  private

  def serve
    loop do
      socket = @server.accept
      connections << socket
      @threads << Thread.new { loop { handle(socket) || break } }
    end
  end

  def handle(socket)
    line = socket.gets
    return socket.close && nil if line.nil?

    headers = {}
    while (field = socket.gets("\r\n", chomp: true)) && !field.empty?
      name, value = field.split(": ", 2)
      headers[name.downcase] = value
    end
    request = Request.new(line: line.chomp, headers: headers, body: body_of(socket, headers))
    requests << request
    socket.write(@answer.call(request))
    true
  rescue SystemCallError, IOError
    nil
  end

  def body_of(socket, headers)
    return socket.read(headers["content-length"].to_i) unless headers["transfer-encoding"] == "chunked"

    body = +""
    while (size = socket.gets.to_i(16)).positive?
      body << socket.read(size)
      socket.gets
    end
    socket.gets
    body
  end
end
