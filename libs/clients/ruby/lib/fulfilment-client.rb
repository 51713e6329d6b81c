# frozen_string_literal: true

# The name of the gem, for `Bundler.require`.
require_relative "fulfilment"
