# frozen_string_literal: true

require_relative "lib/fulfilment/generated/version"

Gem::Specification.new do |spec|
  spec.name = "fulfilment-client"
  spec.version = Fulfilment::VERSION
  spec.summary = "Official client of the inventory and order fulfilment API"
  spec.description = "Operations, retries, pages, files, webhooks and the feed of events; no dependencies."
  spec.authors = ["Fulfilment"]
  spec.homepage = "https://example.com/fulfilment"
  spec.license = "Nonstandard"
  spec.required_ruby_version = ">= 3.1"
  spec.metadata = { "rubygems_mfa_required" => "true" }
  spec.files = Dir["lib/**/*.rb", "sig/**/*.rbs", "{CHANGELOG,README}.md", "LICENSE", ".yardopts", base: __dir__]
  spec.extra_rdoc_files = ["README.md"]
end
