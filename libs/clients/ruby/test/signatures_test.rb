# frozen_string_literal: true

require "minitest/autorun"
require "rbs"
require "rbs/test"
require "fulfilment"
require "fulfilment/testing"

# The signatures are valid, and speak of the classes, methods and parameters that there are.
class SignaturesTest < Minitest::Test
  def self.environment
    @environment ||= begin
      loader = RBS::EnvironmentLoader.new
      loader.add(path: Pathname(File.expand_path("../sig", __dir__)))
      RBS::Environment.from_loader(loader).resolve_type_names
    end
  end

  def builder
    @builder ||= RBS::DefinitionBuilder.new(env: self.class.environment)
  end

  # Signatures by class: `Fulfilment::Client` and its definition.
  def classes
    names = self.class.environment.class_decls.keys.select { |name| name.to_s.start_with?("::Fulfilment::") }
    names.reject! { |name| name.to_s == "::Fulfilment::Schemas" } # Interfaces alone, which are nothing at run time.
    names.to_h { |name| [Object.const_get(name.to_s), builder.build_instance(name)] }
  end

  def test_every_public_class_and_method_has_a_signature_and_no_other_one
    assert_operator classes.length, :>, 60
    classes.each do |klass, definition|
      signed = definition.methods.select { |_, method| method.public? && method.defined_in.to_s == "::#{klass}" }.keys - [:initialize]
      written = klass.public_instance_methods(false) - %i[inspect to_s]
      written -= Fulfilment::Transport.public_instance_methods(false) if klass == Fulfilment::Transport # Internal.

      assert_equal written.sort, (signed).sort, klass.name
    end
    public_names = [Fulfilment, Fulfilment::Resources].flat_map { |space| space.constants.map { |name| space.const_get(name) } }
    hidden = %w[Answer Batch Operation Outages Response Settings Connections Throttle Upload Pieces].map { |name| Fulfilment.const_get(name) }
    assert_empty public_names.grep(Class) - classes.keys - hidden
  end

  def test_methods_take_the_parameters_of_their_signatures
    compared = 0
    classes.each do |klass, definition|
      next unless klass < Fulfilment::Resource

      klass.public_instance_methods(false).each do |name|
        definition.methods.fetch(name).method_types.each do |type|
          compared += 1
          assert_equal [], misfits(klass.instance_method(name), type.type), "#{klass}##{name}"
        end
      end
    end
    assert_operator compared, :>, 70
  end

  def test_records_and_events_are_valid_types
    env = self.class.environment
    names = env.interface_decls.keys.select { |name| name.to_s.start_with?("::Fulfilment") }
    names.each { |name| builder.build_interface(name) }
    env.alias_decls.each_key { |name| builder.expand_alias(name) }

    assert_operator names.length, :>, 100
    assert_equal Fulfilment::EVENT_TYPES.length, builder.build_instance(type_name("WebhookReceiver")).methods.fetch(:on).method_types.length
  end

  # Calls by class and method, each with the arguments that a signature takes and slips that it refuses.
  CALLS = {
    [Fulfilment::Resources::Orders, :list] => [
      [{ status: "packed", allocation: %w[partial backordered], sort: "updated_at" }],
      [{ status: "packd" }, { status: %w[packed packd] }, { allocation: "packed" }, { sort: "created" }, { statuss: "packed" }]
    ],
    [Fulfilment::Resources::Inventory, :export] => [[{ by: "location", status: "all" }], [{ by: "locations" }, { status: "all", by: "active" }]],
    [Fulfilment::Client, :feed] => [
      [[Fulfilment::FilePlaceStore.new("p"), { types: ["order.shipped"] }]],
      [[Fulfilment::FilePlaceStore.new("p"), { types: ["order.shiped"] }]]
    ],
    [Fulfilment::WebhookReceiver, :on] => [[["order.shipped"]], [["order.shiped"]]]
  }.freeze

  def test_misspelt_values_of_filters_and_types_of_events_are_refused
    CALLS.each do |(klass, name), (right, wrong)|
      right.each { |given| assert fits?(klass, name, given), "#{klass}##{name} takes #{given}" }
      wrong.each { |given| refute fits?(klass, name, given), "#{klass}##{name} refuses #{given}" }
    end
  end

  private

  # True where the checker of RBS takes the arguments by one of the signatures of a method.
  def fits?(klass, name, given)
    call = RBS::Test::ArgumentsReturn.return(arguments: given.is_a?(Hash) ? [given] : given, value: nil)
    check = RBS::Test::TypeCheck.new(self_class: klass, builder: builder, sample_size: nil, unchecked_classes: [])
    builder.build_instance(TypeName(klass.name).absolute!).methods.fetch(name).method_types.any? do |type|
      faults = []
      kinds = { type_error: RBS::Test::Errors::ArgumentTypeError, argument_error: RBS::Test::Errors::ArgumentError }
      check.args(name, type, type.type, call, faults, **kinds)
      faults.empty?
    end
  end

  def type_name(name)
    RBS::TypeName.new(name: name.to_sym, namespace: RBS::Namespace.parse("::Fulfilment"))
  end

  # The parameters of a signature that the method does not take, and those that it wants beside them.
  def misfits(method, type)
    given = method.parameters.group_by(&:first).transform_values { |params| params.map(&:last) }
    positional = (type.required_positionals + type.optional_positionals).map(&:name)
    keywords = type.required_keywords.keys + type.optional_keywords.keys
    open = given.key?(:keyrest)
    [
      *(positional - given.fetch(:req, []) - given.fetch(:opt, [])),
      *(given.fetch(:req, []) - positional),
      *(open ? [] : keywords - given.fetch(:key, [])),
      *(given.fetch(:key, []) - keywords)
    ]
  end
end
