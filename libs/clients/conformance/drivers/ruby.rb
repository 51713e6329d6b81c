# frozen_string_literal: true

# Reads one command a line, does each with the library, and writes one result a line: see the README of the suite.

require "json"
require "open3"
require "pp"
require "stringio"
require "yaml"
require "fulfilment"
require "fulfilment/testing"

def snake(name)
  name.gsub(/([a-z\d])([A-Z])/, '\1_\2').downcase
end

def client_of(options)
  given = options.transform_keys(&:to_sym)
  %i[timeout deadline].each do |name|
    ms = given.delete(:"#{name}_ms")
    given[name] = ms / 1_000r if ms
  end
  Fulfilment::Client.new(**given)
end

def made(client, call)
  options = call.fetch("options", {}).transform_keys(&:to_sym)
  pending_ms = options.delete(:pending_timeout_ms)
  options[:pending_timeout] = pending_ms / 1_000r if pending_ms
  positional = [*call["path"], *(call.key?("body") ? [call["body"]] : [])]
  query = call.fetch("query", {}).transform_keys(&:to_sym)
  client.public_send(snake(call["group"])).public_send(snake(call["name"]), *positional, **query, **options)
end

# Everything that shows an object to people or machines.
def shown(client)
  inside = client.instance_variables.map { |name| client.instance_variable_get(name) }
  parts = [client, *inside, *inside.flat_map { |each| each.instance_variables.map { |name| each.instance_variable_get(name) } }]
  parts.map { |each| "#{each.inspect} #{each} #{each.pretty_inspect} #{JSON.generate([each])} #{YAML.dump(each)}" }.join
end

def feed(command)
  ids = []
  places = Fulfilment::FilePlaceStore.new(command["place_file"])
  given = { types: command["types"], created_after: command["created_after"], until_end: true }
  client_of(command["client"]).feed(places, **given).each do |event|
    break if ids.length >= command.fetch("stop_after", Float::INFINITY)

    ids << event[:id]
  end
  ids
end

# A place in memory, with all that were stored.
Places = Struct.new(:read, :stored) do
  def write(event_id)
    stored << event_id
  end
end

def followed(command)
  events = []
  outages = []
  places = Places.new(command["place"], [])
  silence = command["max_silence_ms"]
  given = {
    types: command["types"], until_end: command.fetch("until_end", false), poll_seconds: 0.01,
    on_retry: ->(retrying) { outages << retrying.code }, max_silence: silence && (silence / 1_000r)
  }
  client_of(command["client"]).feed(places, **given).each do |event|
    events << event[:id]
    break if events.length == command["stop_after"]
  end
  { events: events, outages: outages, places: places.stored }
end

def waited_for(command)
  given = command["timeout_ms"] ? { timeout: command["timeout_ms"] / 1_000r } : {}
  client_of(command["client"]).wait_for_order(command["order"], poll_seconds: 0.01, **given) do |order|
    command["until"].all? { |name, value| order[name.to_sym] == value }
  end
end

def mirrored(command)
  given = ->(name) { JSON.parse(JSON.generate(command[name]), symbolize_names: true) }
  mirror = Fulfilment::StockMirror.new
  taken = given["records"].map { |record| mirror.load(record) } + given["events"].map { |event| mirror.apply(event) }
  { taken: taken, agrees: given["export"].map { |record| mirror.agrees?(record) }, records: mirror.to_a, missing: mirror["NONE"] }
end

def verified(command, headers = command["headers"])
  given = { now: command["now"], tolerance_seconds: command["tolerance_seconds"] }.compact
  Fulfilment.verify_webhook(command["body"], headers, command["secrets"], **given).events
end

# The headers of Rails: an Enumerable over the whole environment of the request.
class RailsHeaders
  include Enumerable

  def initialize(env)
    @env = env
  end

  def each(&block)
    @env.each(&block)
  end
end

def rack_env(fields)
  errors = IO.for_fd(IO.pipe[1].fileno, "w", autoclose: false)
  fields.to_h { |name, value| ["HTTP_#{name.upcase.tr("-", "_")}", value] }
        .merge("rack.input" => StringIO.new("body"), "rack.errors" => errors, "rack.version" => [1, 3], "REQUEST_METHOD" => "POST")
end

# Header fields as frameworks have them.
FORMS = {
  "hash" => ->(fields) { fields },
  "symbols" => ->(fields) { fields.transform_keys { |name| name.downcase.tr("-", "_").to_sym } },
  "lists" => ->(fields) { fields.transform_values { |value| [value] } },
  "rack" => ->(fields) { rack_env(fields) },
  "rails" => ->(fields) { RailsHeaders.new(rack_env(fields)) }
}.freeze

def forms_that_fail(command)
  FORMS.reject do |_, form|
    fields = form.call(command["headers"])
    verified(command, fields)
    input = fields.find { |name, _| name == "rack.input" }
    input.nil? || input.last.read == "body"
  rescue StandardError
    false
  end.keys
end

# Mistakes of a caller, by name.
MISTAKES = {
  "a number that JSON lacks" => ->(client) { client.inventory.update("A", { on_hand: Float::NAN }) },
  "a request id with a line end" => ->(client) { client.inventory.get("A", request_id: "a\r\nx: 1") },
  "a version with a line end" => ->(client) { client.inventory.update("A", {}, if_match: "a\r\nx: 1") },
  "an id that is none" => ->(client) { client.inventory.get(nil) },
  "a time limit below 0" => ->(client) { client.inventory.get("A", timeout: -1) },
  "retries below 0" => ->(client) { client.inventory.get("A", retries: -1) },
  "a body that is no object" => ->(client) { client.inventory.batch(["a"]) },
  "a body that is no upload" => ->(client) { client.inventory.import(5) },
  "a time limit that is text" => ->(client) { client.inventory.get("A", timeout: "2") },
  "a deadline that is text" => ->(client) { Fulfilment::Client.new(api_key: "k", base_url: "http://localhost", deadline: "2") || client },
  "a folder for an upload" => ->(client) { client.inventory.import(-> { File.open("/") }) },
  "an upload that cannot be opened" => ->(client) { client.inventory.import(-> { File.open("/nowhere") }) }
}.freeze

def mistakes_untold(client)
  MISTAKES.reject do |_, mistake|
    mistake.call(client)
    false
  rescue Fulfilment::ConfigurationError
    true
  rescue StandardError
    false
  end.keys
end

# Begins in a process of its own, which has no threads yet.
def shared(command)
  out, status = Open3.capture2e("ruby", __FILE__, "shared", stdin_data: JSON.generate(command))
  raise out unless status.success?

  JSON.parse(out)
end

def read_in_fork(client, sku)
  out, into = IO.pipe
  fork do
    into.write(client.inventory.get(sku)[:sku])
    exit!(0)
  end
  Process.wait
  into.close
  out.read
end

def share(command)
  client = client_of(command["client"])
  first, *others = command["skus"]
  alone = [client.inventory.get(first)[:sku], *others.map { |sku| read_in_fork(client, sku) }]
  own = Array.new(40) { |number| "T-#{number}" }
  together = own.map { |sku| Thread.new { client.inventory.get(sku)[:sku] == sku } }.map(&:value)
  { alone: alone, together: together.count(false) }
end

def received(command)
  secrets = command["secrets"]
  Fulfilment::WebhookReceiver.new(command["late"] ? -> { secrets } : secrets).receive(command["body"], command["headers"])
end

def signed(command)
  given = { delivery_id: command["delivery_id"], attempt: command["attempt"], at: command["at"] }
  events = command["events"]
  Fulfilment::Testing.sign_delivery(events.one? ? events.first : events, command["secrets"], **given).to_h
end

def untold(command)
  receiver = Fulfilment::WebhookReceiver.new(command["secrets"])
  receiver.on_other { raise "a fault of a handler" }
  logged = []
  receiver.define_singleton_method(:warn) { |text| logged << text }
  statuses = [command["body"], "forged"].map { |body| receiver.receive(body, command["headers"]) }
  { statuses: statuses, logged: logged }
end

def value_of(command)
  case command["do"]
  when "verify" then return verified(command)
  when "receive" then return received(command)
  when "sign" then return signed(command)
  when "sample" then return command["types"].map { |type| Fulfilment::Testing.sample_event(type) }
  when "untold" then return untold(command)
  when "feed" then return feed(command)
  when "follow" then return followed(command)
  when "wait_for_order" then return waited_for(command)
  when "mirror" then return mirrored(command)
  when "verify_forms" then return forms_that_fail(command)
  when "shared" then return shared(command)
  end
  client = client_of(command["client"])
  case command["do"]
  when "show" then shown(client)
  when "own_faults" then mistakes_untold(client)
  when "call" then made(client, command["call"])
  when "collect" then made(client, command["call"]).first(command["limit"])
  when "download" then made(client, command["call"]).records.to_a
  end
end

def error_facts(error)
  known = error.is_a?(Fulfilment::Error)
  facts = { code: known ? error.code : "untyped", message: error.message, shown: "#{error.full_message} #{error.inspect}" }
  { status: :status, idempotency_key: :idempotency_key, retry_after_seconds: :retry_after }.each do |name, member|
    facts[name] = error.public_send(member) if known && error.respond_to?(member)
  end
  return facts unless error.is_a?(Fulfilment::ApiError)

  facts.merge(
    request_id: error.request_id, retryable: error.retryable?, errors: error.errors, remedy: error.remedy, problem: error.problem
  )
end

WRITING = Mutex.new

def run(command)
  value = value_of(command)
  facts = Fulfilment.answer_of(value)
  answer = facts && { requestId: facts.request_id, replayed: facts.replayed, status: facts.status }
  { value: value, answer: answer }
rescue StandardError => error
  { error: error_facts(error) }
end

if ARGV == ["shared"]
  puts JSON.generate(share(JSON.parse($stdin.read)))
  exit
end

threads = $stdin.each_line.map do |line|
  Thread.new(JSON.parse(line)) do |command|
    result = JSON.generate({ id: command["id"], **run(command) })
    WRITING.synchronize do
      $stdout.puts(result)
      $stdout.flush
    end
  end
end
threads.each(&:join)
