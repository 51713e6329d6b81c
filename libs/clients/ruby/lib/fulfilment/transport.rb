# frozen_string_literal: true

require "securerandom"

module Fulfilment
  # Calls over HTTP: keys, retries, time limits, pages, batches and files.
  #
  # @api private
  class Transport
    # Seconds.
    TIMEOUT = 35
    UPLOAD_TIMEOUT = 600
    # The longest silence within a download.
    SILENCE = 120
    PENDING_TIMEOUT = 60

    # One call, ready to be sent as often as it needs to be.
    Call = Struct.new(:operation, :target, :headers, :body, :key, :timeout, :deadline, :retries, :pending_timeout, keyword_init: true) do
      # True if the same call may be sent twice: it reads, or has a key.
      def repeatable?
        operation.http_method == "GET" || !key.nil?
      end

      def under(key, body)
        dup.tap do |cut|
          cut.key = key
          cut.body = body
          cut.headers = headers.merge("idempotency-key" => key)
        end
      end
    end

    # The state of a download: whether the file has begun, and whether its consumer is at work.
    Transfer = Struct.new(:started, :consuming)

    # The rate limit that the last answer told.
    attr_reader :rate_limit

    def initialize(settings)
      @settings = settings
      @connections = Connections.new(settings.base_url, settings.configure_http)
      @rate_limit = nil
    end

    # One call to its end. @return the record of its answer
    def call(operation, **given)
      call = call_of(operation, **given)
      operation.batch ? run_batch(call, given[:body]) : run(call)
    end

    def pages(operation, query: {}, **given)
      Pages.new { |cursor| call(operation, query: query.merge(cursor: cursor), **given) }
    end

    def download(operation, accept: nil, **given)
      call = call_of(operation, accept: "#{accept || "application/x-ndjson"}, application/problem+json", **given)
      Download.new { |consumer| stream(call, consumer) }
    end

    def close
      @connections.close
    end

    def inspect
      "#<#{self.class} #{@settings.base_url}>"
    end

    private

    def call_of(operation, path: [], query: {}, body: nil, idempotency_key: nil, timeout: nil, retries: nil, pending_timeout: nil, **options)
      check_limits(timeout, retries)
      raise ConfigurationError, "A batch must be a hash with its list." if operation.batch && !body.is_a?(Hash)

      timeout ||= @settings.timeout || (operation.upload? ? UPLOAD_TIMEOUT : TIMEOUT)
      key = idempotency_key || SecureRandom.uuid if operation.idempotent
      body = {} if body.nil? && operation.json_body?
      Call.new(
        operation: operation,
        target: @settings.base_url.path + operation.target(path, query),
        headers: headers_of(operation, key: key, body: body, **options),
        body: operation.upload? ? Upload.new(body) : Wire.json(body),
        key: key,
        timeout: timeout,
        deadline: @settings.deadline || (timeout * 10),
        retries: retries || @settings.retries,
        pending_timeout: pending_timeout || PENDING_TIMEOUT
      )
    end

    def headers_of(operation, key:, body:, accept: nil, content_type: nil, if_match: nil, if_none_match: nil, request_id: nil)
      media_type = operation.upload? ? content_type || operation.media_types.first : "application/json"
      fields = {
        "accept" => accept || "application/json",
        "accept-encoding" => "gzip",
        "user-agent" => @settings.user_agent,
        "content-type" => body.nil? ? nil : media_type,
        "idempotency-key" => key,
        "x-request-id" => request_id,
        "if-match" => quoted(if_match),
        "if-none-match" => quoted(if_none_match)
      }.compact
      fields.each { |name, value| check_header(name, value) }
    end

    def check_limits(timeout, retries)
      raise ConfigurationError, "`timeout` must be above 0." unless timeout.nil? || Settings.positive?(timeout)
      raise ConfigurationError, "`retries` must be a whole number from 0." unless retries.nil? || (retries.is_a?(Integer) && !retries.negative?)
    end

    def quoted(version)
      version.is_a?(Integer) ? "\"#{version}\"" : version
    end

    def check_header(name, value)
      return if value.is_a?(String) && value.match?(/\A[\x20-\x7e]{1,255}\z/)

      raise ConfigurationError, "`#{name.tr("-", "_")}` must be 1 to 255 printable ASCII characters."
    end

    def run_batch(call, body)
      batch = call.operation.batch
      cuts = Batches.cut(body.transform_keys(&:to_sym), batch)
      return run(call) if cuts.length == 1

      results = []
      last = nil
      cuts.each.with_index(1) do |(cut, start), place|
        last = run(call.under(Batches.key_of_cut(call.key, place), Wire.json(cut)))
        results.concat(Batches.results(last, batch, start))
      rescue Error => error
        raise BatchInterruptedError.new(results, call.key, error)
      end
      last.merge!(batch.results => results)
    end

    def run(call)
      give_up_at = now + call.pending_timeout
      loop do
        response, value = retrying(call) { exchange(call) }
        return value if response.status != 202 || !call.operation.pending || call.pending_timeout.zero?

        seconds = [0.25, response.retry_after || 1].max
        raise PendingError.new(value, call.key, response.facts.request_id) if now + seconds > give_up_at

        # The same call under its key gets the final answer, and waits for it at the service.
        sleep(seconds)
      end
    end

    # The attempts of a call. @return what the block returns; errors after `under_way` are the caller's
    def retrying(call, under_way: -> { false })
      attempt = 0
      begin
        sleep(@settings.throttle.seconds_to_turn)
        yield
      rescue Error => error
        seconds = wait_after(error, call, attempt) unless under_way.call
        raise if seconds.nil?

        attempt += 1
        tell_retry(Retry.new(operation: call.operation.id, attempt: attempt, wait: seconds, code: error.code))
        sleep(seconds)
        retry
      end
    end

    def wait_after(error, call, attempt)
      return if attempt >= call.retries || (call.operation.upload? && !call.body.repeatable?)

      Retries.wait(error, attempt: attempt, repeatable: call.repeatable?)
    end

    # One attempt. @return [Array(Response, Object)] the answer and its record
    def exchange(call)
      response = perform(call) { |answer| response_of(call, answer, whole_body(answer)) }
      raise response.error(call.key) unless response.success?

      [response, response.value(call.key)]
    end

    # Gives the bytes of a file to a consumer, whose own errors stay as they are.
    def stream(call, consumer)
      transfer = Transfer.new
      retrying(call, under_way: -> { transfer.started }) do
        perform(call, transfer) do |answer, http|
          check_download(call, answer)
          transfer.started = true
          http.read_timeout = SILENCE
          http.ends_at = nil
          read_plain(answer) do |chunk|
            transfer.consuming = true
            consumer.call(chunk)
            transfer.consuming = false
          end
        end
      end
    end

    def whole_body(answer)
      body = "".b
      read_plain(answer) { |chunk| body << chunk }
      body
    end

    # The bytes of a body as they were before they were compressed; Net::HTTP would take a part of them for all.
    def read_plain(answer, &block)
      return answer.read_body(&block) unless answer.class.body_permitted? && answer["content-encoding"].to_s.match?(/\A(x-)?gzip\z/i)

      inflate = Zlib::Inflate.new(Zlib::MAX_WBITS + 16)
      answer.read_body { |chunk| inflate.inflate(chunk, &block) }
      raise Zlib::BufError, "the compressed body ends early" unless inflate.finished?
    ensure
      inflate&.close
    end

    def check_download(call, answer)
      kind = answer["content-type"].to_s
      is_file = answer.is_a?(Net::HTTPSuccess) && !kind.empty? && !kind.include?("html")
      response = response_of(call, answer, is_file ? "" : whole_body(answer))
      raise response.success? ? response.unexpected(call.key) : response.error(call.key) unless is_file
    end

    def response_of(call, answer, body)
      response = Response.new("#{origin}#{call.target}", answer, body)
      @rate_limit = response.facts.rate_limit || @rate_limit
      response
    end

    # Sends a request, and gives the answer to the block before its body is read.
    def perform(call, transfer = nil)
      started_at = now
      with_request(call) do |request|
        @connections.exchange(request, call.timeout, call.deadline) do |answer, http|
          log(:debug) { "#{request.method} #{call.target} #{answer.code} #{answer["x-request-id"]} #{((now - started_at) * 1_000).round} ms" }
          yield answer, http
        end
      rescue *Connections::FAILURES => error
        raise transfer&.consuming ? error : failure(error, call, transfer)
      end
    end

    def with_request(call)
      request = Net::HTTP.const_get(call.operation.http_method.capitalize).new(call.target, call.headers)
      request["authorization"] = @settings.authorization.call
      unless call.operation.upload?
        request.body = call.body unless call.body.nil?
        return yield request
      end

      call.body.open do |bytes|
        if bytes.is_a?(String)
          request.body = bytes
        else
          request["transfer-encoding"] = "chunked"
          request.body_stream = bytes
        end
        yield request
      end
    end

    def failure(error, call, transfer)
      return ConnectionFailedError.new("The file broke off and is incomplete: start again. #{error.message}") if transfer&.started

      again = " The call may have taken effect: repeat it with the idempotency key #{call.key}." if call.key
      if Connections::TIMEOUTS.any? { |kind| error.is_a?(kind) }
        limits = "within #{(call.timeout * 1_000).round} ms, or no end of it within #{(call.deadline * 1_000).round} ms"
        RequestTimeoutError.new("No answer #{limits}.#{again}", call.key)
      else
        address = @settings.base_url.dup.tap { |url| url.path = "" }
        ConnectionFailedError.new("No complete answer came from #{address}: #{error.message}.#{again}", call.key)
      end
    end

    def tell_retry(given)
      log(:warn) { "#{given.operation}: attempt #{given.attempt + 1} in #{given.wait.round(2)} s after #{given.code}" }
      @settings.on_retry&.call(given)
    end

    def log(level, &text)
      @settings.logger&.public_send(level, "fulfilment", &text)
    end

    def origin
      url = @settings.base_url
      "#{url.scheme}://#{url.host}:#{url.port}"
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
