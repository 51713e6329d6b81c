# frozen_string_literal: true

# Serves the Rack application of a file on PORT, one request at a time: of a server, only as much as the test of an example needs.
# Rack is no part of Ruby, and the library needs none.
require "socket"
require "stringio"

$stdout.sync = true
application = nil
Object.define_method(:run) { |app| application = app }
load ARGV.fetch(0)

server = TCPServer.new("127.0.0.1", Integer(ENV.fetch("PORT")))
puts "listening on http://localhost:#{server.addr[1]}"
loop do
  client = server.accept
  verb, path = client.gets.split
  fields = {}
  while (line = client.gets.chomp) != ""
    name, value = line.split(": ", 2)
    fields[name.downcase] = value
  end
  env = { "REQUEST_METHOD" => verb, "PATH_INFO" => path, "rack.input" => StringIO.new(client.read(fields.fetch("content-length").to_i)) }
  fields.each { |name, value| env["HTTP_#{name.upcase.tr("-", "_")}"] = value }
  status, = application.call(env)
  client.write("HTTP/1.1 #{status} Answered\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
  client.close
end
