# frozen_string_literal: true

module Fulfilment
  # Batches that are cut into requests.
  #
  # @api private
  module Batches
    # Bytes of the items of one request; the API takes 1 MiB.
    LARGEST_REQUEST = 1_000_000
    # The API takes no longer key.
    LONGEST_KEY = 255

    module_function

    # The bodies of the requests of a batch, each with the index of its first item.
    #
    # @raise [ConfigurationError] for an atomic batch that is too large for one request
    def cut(body, batch)
      items = body[batch.items]
      return [[body, 0]] unless items.is_a?(Array)

      cuts = ranges(items, batch.maximum)
      if cuts.length > 1 && body[:mode].to_s == "atomic"
        raise ConfigurationError, "An atomic batch is one request: at most #{batch.maximum} items and #{LARGEST_REQUEST} bytes."
      end

      cuts.map { |range| [body.merge(batch.items => items[range]), range.begin] }
    end

    # The key of one request of a batch, the same at each repeat of the call: the key of the batch with the place from 1, and in its stead
    # its SHA-256 where both are longer than the API takes.
    def key_of_cut(key, place)
      plain = "#{key}.#{place}"
      plain.bytesize <= LONGEST_KEY ? plain : "#{OpenSSL::Digest::SHA256.hexdigest(key)}.#{place}"
    end

    # The results of one request with the indexes of the whole batch.
    def results(answer, batch, start)
      Array(answer && answer[batch.results]).map { |result| result.merge(index: result.fetch(:index, 0) + start) }
    end

    def ranges(items, maximum)
      ranges = []
      start = size = 0
      items.each_with_index do |item, place|
        length = Wire.json(item).bytesize + 1
        if place > start && (place - start >= maximum || size + length > LARGEST_REQUEST)
          ranges << (start...place)
          start = place
          size = 0
        end
        size += length
      end
      ranges << (start...items.length)
    end
    private_class_method :ranges
  end
end
