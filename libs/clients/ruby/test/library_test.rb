# frozen_string_literal: true

require "logger"
require "minitest/autorun"
require "openssl"
require "pp"
require "stringio"
require "tempfile"
require "timeout"
require "yaml"
require "fulfilment"
require_relative "small_server"

KEY = "fsk_sandbox_Q7vLxW2mTgB8nRkYp4ZsHc6JdFa1Eu"
SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
OLDER_SECRET = "whsec_IkYQ8QKJC8DkDEn/tFa7k9Rabe6I3Jp77zUfoQ0/hYI="

def answer(body, status: "200 OK", type: "application/json", length: body.bytesize)
  "HTTP/1.1 #{status}\r\ncontent-type: #{type}\r\nx-request-id: req_1\r\ncontent-length: #{length}\r\n\r\n#{body}"
end

# The runtime, where the suite of all libraries does not look.
class LibraryTest < Minitest::Test
  def serve(&given)
    @server = SmallServer.new(&given)
  end

  def client(**options)
    Fulfilment::Client.new(api_key: KEY, base_url: @server.url, **options)
  end

  def teardown
    @server&.stop
  end

  def test_threads_share_connections_and_each_answer_reaches_its_caller
    serve { |request| answer(JSON.generate(sku: request.line[%r{/([^/]+) HTTP}, 1])) }
    shared = client
    found = Array.new(8) { |thread| Thread.new { Array.new(10) { |place| shared.inventory.get("#{thread}-#{place}")[:sku] } } }

    assert_equal Array.new(8) { |thread| Array.new(10) { |place| "#{thread}-#{place}" } }, found.map(&:value)
    assert_includes 1..8, @server.connections.length
  end

  def test_a_forked_process_has_connections_of_its_own
    serve { answer("{}") }
    shared = client
    shared.me.get
    Process.wait(fork { exit!(shared.me.get == {}) })

    assert_predicate Process.last_status, :success?
    assert_equal({}, shared.me.get)
    assert_equal 2, @server.connections.length
  end

  def test_no_form_of_the_client_and_no_log_has_the_key
    serve { |request| answer(JSON.generate(code: "forbidden", detail: "No.", request_id: "req_1"), status: "403 Forbidden") }
    log = StringIO.new
    shared = client(logger: Logger.new(log))
    error = assert_raises(Fulfilment::ForbiddenError) { shared.orders.pack("ord_1") }
    assert_raises(NoMethodError) { shared.nothing }.then { |mistake| refute_includes mistake.full_message, KEY }

    [shared.inspect, shared.pretty_inspect, YAML.dump(shared), error.full_message, YAML.dump(error), log.string].each do |shown|
      refute_includes shown, KEY
    end
    assert_raises(TypeError) { Marshal.dump(shared) }
    assert_includes log.string, "POST /v1/orders/ord_1/pack 403 req_1"
    assert_equal "Bearer #{KEY}", @server.seen.first.headers["authorization"]
  end

  def test_a_body_is_keywords_a_hash_or_both_and_times_are_sent_as_the_api_reads_them
    serve { answer('{"data":[]}') }
    client.scans.create(barcode: "1", scanned_at: Time.at(0))
    client.scans.create({ "barcode" => "1" }, scanned_at: Time.at(0))
    client.orders.list(created_after: Time.at(0)).pages.next

    bodies = @server.seen
    assert_equal [{ "barcode" => "1", "scanned_at" => "1970-01-01T00:00:00.000Z" }], bodies.first(2).map { |each| JSON.parse(each.body) }.uniq
    assert_includes bodies.last.line, "created_after=1970-01-01T00%3A00%3A00.000Z"
  end

  def test_values_that_cannot_be_sent_are_refused_before_anything_is_sent
    serve { answer("{}") }
    wrong = [
      -> { client.inventory.create(name: Float::NAN) }, -> { client.me.get(request_id: "a\r\nb: c") }, -> { client.inventory.import(7) },
      -> { client.inventory.create({}, idempotency_key: "") }, -> { client.inventory.get("\xFF".b) }
    ]

    wrong.each { |call| assert_raises(Fulfilment::ConfigurationError, &call) }
    assert_empty @server.seen
  end

  def test_files_strings_and_functions_are_sent_again_from_their_start_and_a_pipe_once
    file = Tempfile.new.tap { |each| each.write("head\nsku\nA\n") && each.flush && each.seek(5) }
    opened = []
    uploads = ["sku\nA\n", file, StringIO.new("sku\nA\n"), -> { %W[sku\n A\n] }, -> { StringIO.new("sku\nA\n").tap { |io| opened << io } }]
    failing = true
    serve { (failing = !failing) ? answer("{}") : answer("{}", status: "502 Bad Gateway", type: "text/html") }
    uploads.each { |upload| client.inventory.import(upload) }

    assert_equal Array.new(10, "sku\nA\n"), @server.seen.map(&:body)
    assert opened.all?(&:closed?)
    pipe, = IO.pipe.tap { |_, to| to.write("sku\n") && to.close }
    assert_raises(Fulfilment::UnexpectedAnswerError) { client.inventory.import(pipe) }
    assert_equal 1, @server.seen.length
  end

  def test_an_error_of_a_loop_over_a_file_ends_the_loop_and_asks_for_nothing_again
    serve { answer("{\"sku\":\"A\"}\n" * 3, type: "application/x-ndjson") }
    [Errno::ENOSPC.new, Fulfilment::ConnectionFailedError.new("mine")].each do |own|
      assert_same own, assert_raises(own.class) { client.inventory.export.records.each { raise own } }
    end

    assert_equal 2, @server.seen.length
  end

  def test_a_loop_over_a_file_can_be_left_and_the_client_used_on
    serve { |request| request.line.include?("export") ? answer("{\"sku\":\"A\"}\n", type: "application/x-ndjson", length: 999) : answer("{}") }
    shared = client

    assert_equal "A", Timeout.timeout(30) { shared.inventory.export.records.first[:sku] }
    assert_equal({}, shared.me.get)
    assert_equal 2, @server.connections.length
  end

  def test_an_attempt_that_is_no_number_is_left_out_of_its_delivery
    env = delivery("order.shipped")
    body = env.fetch("rack.input").read
    attempts = ["3", "", "+2", "\u00b2", "9" * 5_000].map do |given|
      Fulfilment.verify_webhook(body, env.merge("HTTP_SERVICE_ATTEMPT" => given), SECRET).attempt
    end

    assert_equal [3, nil, nil, nil, nil], attempts
  end

  def test_the_rack_application_tells_genuine_deliveries_from_others
    seen = []
    app = Fulfilment::WebhookReceiver.new(SECRET, on_error: ->(error) { seen << error.message })
    app.on("order.shipped") { |event, delivery| seen << "#{event[:id]} at attempt #{delivery.attempt}" }
    app.on("order.packed") { raise "the handler failed" }
    app.on_other { |event| seen << "other: #{event[:type]}" }
    statuses = [delivery("order.shipped"), delivery("sku.cheered"), delivery("order.packed"), delivery("order.shipped", "whsec_eA==")]
    statuses.map! { |env| app.call(env).first }

    assert_equal [204, 204, 500, 400], statuses
    assert_equal ["evt_1 at attempt 3", "other: sku.cheered", "the handler failed"], seen.first(3)
    assert_match(/No signature matches/, seen.last)
    assert_equal [405, { "allow" => "POST" }, []], app.call("REQUEST_METHOD" => "GET")
    large = delivery("order.shipped").merge("rack.input" => StringIO.new("x" * (Fulfilment::WebhookReceiver::MAX_BODY_BYTES + 1)))
    assert_equal 413, app.call(large).first
    refute_includes app.inspect, SECRET
  end

  def test_a_receiver_asks_for_the_secrets_at_each_delivery
    secret = OLDER_SECRET
    app = Fulfilment::WebhookReceiver.new(-> { secret })
    before = app.call(delivery("order.shipped")).first
    secret = [SECRET]

    assert_equal [400, 204], [before, app.call(delivery("order.shipped")).first]
  end

  def test_a_receiver_has_secrets_that_only_its_endpoint_knows
    [nil, [], "", [SECRET, ""], "whsec_eA==", "\n"].each do |secrets|
      told = nil
      late = Fulfilment::WebhookReceiver.new(-> { secrets }, on_error: ->(error) { told = error })

      assert_raises(Fulfilment::ConfigurationError) { Fulfilment::WebhookReceiver.new(secrets) }
      assert_equal 500, late.call(delivery("order.shipped", "")).first
      assert_instance_of Fulfilment::ConfigurationError, told
    end
  end

  def test_the_example_of_a_rack_application_handles_a_delivery
    ENV["WEBHOOK_SECRET"] = "#{OLDER_SECRET},#{SECRET}"
    rack = Class.new { attr_reader :app; def run(app) = @app = app }.new
    rack.instance_eval(File.read(File.expand_path("../examples/receive-webhooks.ru", __dir__)))

    assert_output("ord_1 left with some carrier\n") { assert_equal 204, rack.app.call(delivery("order.shipped")).first }
  end

  def test_waits_double_up_to_eight_seconds_and_obey_retry_after
    failed = Fulfilment::ConnectionFailedError.new("x")
    refused = ->(seconds) { Fulfilment::ApiError.new({ code: "x", retryable: true }, 503, retry_after: seconds) }
    wait = ->(error, attempt, **given) { Fulfilment::Retries.wait(error, attempt: attempt, repeatable: true, chance: 1.0, **given) }

    assert_equal [0.5, 1, 2, 4, 8, 8], Array.new(6) { |attempt| wait.(failed, attempt) }
    assert_equal 0.25, wait.(failed, 0, chance: 0.0)
    assert_equal [60.5, nil], [wait.(refused.(60), 0), wait.(refused.(61), 0)]
    assert_nil wait.(failed, 0, repeatable: false)
  end

  private

  def delivery(type, secret = SECRET)
    body = JSON.generate(id: "evt_1", type: type, data: { id: "ord_1" })
    time = Time.now.to_i
    signature = OpenSSL::HMAC.hexdigest("SHA256", secret, "#{time}.#{body}")
    {
      "REQUEST_METHOD" => "POST", "rack.input" => StringIO.new(body), "HTTP_SERVICE_SIGNATURE" => "t=#{time},v1=#{signature}",
      "HTTP_SERVICE_ATTEMPT" => "3"
    }
  end
end
