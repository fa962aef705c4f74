/// The definition of a class for scripts.
///
/// ```swift
/// let slider = try lua.define("Slider", Slider.self, "A number between two bounds.") { Slider() }
/// slider.property("value", "The current value.", get: { $0.value }, set: { $0.value = $1 })
/// slider.method("step(count)", "Increases the value by a number of steps.") { $0.step(by: $1) }
/// slider.handler("onChange(view)", "Called when the user has changed the value.")
/// ```
///
/// Types of values, arguments and results are inferred from the closures (``LuaConvertible``). A script's values and
/// the receiver are checked against them before Swift code runs. Each definition has a sentence of documentation, which
/// editors and the prompt show.
///
/// Define all members before the first script uses the class and before a subclass is defined. Members defined later are
/// missing in both.
@MainActor
public struct ScriptClass<Object: AnyObject> {
  /// The class in its state.
  public let hostClass: HostClass

  init(_ hostClass: HostClass) {
    self.hostClass = hostClass
  }

  /// Casts an object to the class's type without a check. C has compared its class before the call, and a factory's
  /// object is checked when it is created.
  ///
  /// Static, because a closure that captured the definition would retain the class forever.
  @inlinable @inline(__always)
  static func instance(_ object: AnyObject) -> Object { unsafeDowncast(object, to: Object.self) }

  // MARK: Properties

  // Key paths would be shorter, but are not inlined into the closures: a read takes twice as long, a write four times.

  /// Defines a read-only property.
  ///
  /// - Parameter type: the type in LuaCATS annotations, if it differs from Swift's.
  @discardableResult
  @inlinable
  public func property<Value: LuaConvertible>(
    _ name: String, _ about: String, type: String? = nil, get read: @escaping @MainActor (Object) throws -> Value
  ) -> HostProperty {
    add(
      HostProperty(
        name: name, about: about, type: type, valueType: Value.self,
        getter: { object, stack in try read(Self.instance(object)).push(on: stack) }, setter: nil))
  }

  /// Defines a property.
  @discardableResult
  @inlinable
  public func property<Value: LuaConvertible>(
    _ name: String, _ about: String, type: String? = nil, get read: @escaping @MainActor (Object) throws -> Value,
    set write: @escaping @MainActor (Object, Value) throws -> Void
  ) -> HostProperty {
    add(
      HostProperty(
        name: name, about: about, type: type, valueType: Value.self,
        getter: { object, stack in try read(Self.instance(object)).push(on: stack) },
        setter: { object, stack, index in
          try write(Self.instance(object), try Value.take(stack, index, name))
        }))
  }

  /// Defines a property that pushes its value, and takes it from a stack index.
  ///
  /// - Parameter type: the type in LuaCATS annotations.
  @discardableResult
  public func property(
    _ name: String, type: String, _ about: String, push read: @escaping @MainActor (Object, LuaStack) throws -> Void,
    take write: (@MainActor (Object, LuaStack, Int32) throws -> Void)? = nil
  ) -> HostProperty {
    var setter: HostProperty.Setter?
    if let write {
      setter = { object, stack, index in try write(Self.instance(object), stack, index) }
    }
    return add(
      HostProperty(
        name: name, about: about, type: type, valueType: nil,
        getter: { object, stack in try read(Self.instance(object), stack) }, setter: setter))
  }

  @usableFromInline
  func add(_ property: HostProperty) -> HostProperty {
    hostClass.add(property)
    return property
  }

  // MARK: Properties that stay on the Lua side

  /// Defines a property for a script function, stored on the Lua side. Swift accesses it with
  /// ``LuaState/pushHandler(_:of:on:)``.
  ///
  /// - Parameters:
  ///   - signature: the function's signature; a parameter without a type is an object of the class.
  ///   - didSet: called with whether there is a function now.
  public func handler(
    _ signature: Signature, _ about: String, didSet: (@MainActor (Object, Bool) -> Void)? = nil
  ) {
    let parameters = signature.parameters.map { "\($0.name): \($0.type ?? hostClass.name)" }.joined(separator: ", ")
    let result = signature.result.map { ": \($0)" } ?? ""
    keep(
      signature.name, type: result.isEmpty ? "fun(\(parameters))|nil" : "(fun(\(parameters))\(result))|nil", about,
      expected: "a function or nil",
      kinds: [.function, .nil]
    ) { object, _, isSet in didSet?(object, isSet) }
  }

  /// Defines a property for a delegate: an object or table of the script with methods to call. It is stored on the Lua
  /// side, like ``handler(_:_:didSet:)``.
  ///
  /// - Parameters:
  ///   - type: the delegate's type in LuaCATS annotations.
  ///   - didSet: called with the stack of the script that has set it.
  public func delegate(
    _ name: String, type: String, _ about: String, didSet: (@MainActor (Object, LuaStack) -> Void)? = nil
  ) {
    keep(
      name, type: "\(type)|table|nil", about, expected: "an object or nil", kinds: [.table, .userdata, .nil]
    ) { object, stack, _ in didSet?(object, stack) }
  }

  private func keep(
    _ name: String, type: String, _ about: String, expected: String, kinds: [LuaStack.Kind],
    didSet: @escaping @MainActor (Object, LuaStack, Bool) -> Void
  ) {
    property(
      name, type: type, about,
      push: { object, stack in
        if !stack.state.pushHandler(name, of: object, on: stack) { stack.pushNil() }
      },
      take: { object, stack, index in
        let kind = stack.kind(index)
        guard kinds.contains(kind) else { throw stack.wrongType(index, name, expected: expected) }
        stack.state.setHandler(name, of: object, toValueAt: index, on: stack)
        didSet(object, stack, kind != .nil)
      }
    ).bytesPerByte = 0
  }

  // MARK: Methods

  /// Defines a method that returns a value.
  ///
  /// - Parameter signature: the name with the names of the arguments: `"scrollToRow(section, row)"`.
  @inlinable
  public func method<each Argument: LuaConvertible, Result: LuaConvertible>(
    _ signature: Signature, _ about: String, isCallback: Bool = false,
    _ body: @escaping @MainActor (Object, repeat each Argument) throws -> Result
  ) {
    let form = CallForm(signature, about, repeat (each Argument).self, result: Result.self)
    add(form, isCallback) { object, stack in
      var index: Int32 = 1
      try body(object, repeat try stack.next(&index, (each Argument).self, of: form, first: 2)).push(on: stack)
      return 1
    }
  }

  /// Defines a method that returns nothing.
  @inlinable
  public func method<each Argument: LuaConvertible>(
    _ signature: Signature, _ about: String, isCallback: Bool = false,
    _ body: @escaping @MainActor (Object, repeat each Argument) throws -> Void
  ) {
    let form = CallForm(signature, about, repeat (each Argument).self, result: nil)
    add(form, isCallback) { object, stack in
      var index: Int32 = 1
      try body(object, repeat try stack.next(&index, (each Argument).self, of: form, first: 2))
      return 0
    }
  }

  // Overloads for one and two arguments, which are specialized; a parameter pack is unpacked at each call.

  /// Defines a method that returns a value.
  @inlinable
  public func method<Argument: LuaConvertible, Result: LuaConvertible>(
    _ signature: Signature, _ about: String, isCallback: Bool = false,
    _ body: @escaping @MainActor (Object, Argument) throws -> Result
  ) {
    let form = CallForm(signature, about, Argument.self, result: Result.self)
    add(form, isCallback) { object, stack in
      var index: Int32 = 1
      try body(object, try stack.next(&index, Argument.self, of: form, first: 2)).push(on: stack)
      return 1
    }
  }

  /// Defines a method that returns nothing.
  @inlinable
  public func method<Argument: LuaConvertible>(
    _ signature: Signature, _ about: String, isCallback: Bool = false,
    _ body: @escaping @MainActor (Object, Argument) throws -> Void
  ) {
    let form = CallForm(signature, about, Argument.self, result: nil)
    add(form, isCallback) { object, stack in
      var index: Int32 = 1
      try body(object, try stack.next(&index, Argument.self, of: form, first: 2))
      return 0
    }
  }

  /// Defines a method that returns nothing.
  @inlinable
  public func method<First: LuaConvertible, Second: LuaConvertible>(
    _ signature: Signature, _ about: String, isCallback: Bool = false,
    _ body: @escaping @MainActor (Object, First, Second) throws -> Void
  ) {
    let form = CallForm(signature, about, First.self, Second.self, result: nil)
    add(form, isCallback) { object, stack in
      var index: Int32 = 1
      let first = try stack.next(&index, First.self, of: form, first: 2)
      try body(object, first, try stack.next(&index, Second.self, of: form, first: 2))
      return 0
    }
  }

  /// Defines a method that takes its arguments from the stack, from 2 up, pushes its results and returns their number.
  ///
  /// - Parameter signature: the signature with the types of all arguments and results: `"decode(key: string): any"`.
  @discardableResult
  public func method(
    _ signature: Signature, _ about: String, isCallback: Bool = false,
    onStack body: @escaping @MainActor (Object, LuaStack) throws -> Int32
  ) -> HostMethod {
    add(CallForm(signature, about), isCallback, body)
  }

  @inlinable @inline(__always) @discardableResult
  func add(
    _ form: CallForm, _ isCallback: Bool, _ body: @escaping @MainActor (Object, LuaStack) throws -> Int32
  ) -> HostMethod {
    let method = HostMethod(form, of: hostClass, isCallback: isCallback) { object, stack in
      try body(Self.instance(object), stack)
    }
    hostClass.add(method)
    return method
  }

  /// Declares a method that the host calls if a script defines it. The class itself does not implement it.
  ///
  /// - Parameters:
  ///   - signature: the signature with the types of all arguments and results.
  ///   - isOfClass: whether it is a method of the class instead of its instances.
  public func callback(_ signature: Signature, _ about: String, isOfClass: Bool = false) {
    hostClass.add(
      HostMethod(CallForm(signature, about), of: hostClass, isCallback: true, isOfClass: isOfClass, body: nil))
  }

  // MARK: Instances

  /// Accepts the items of `Class { item, … }`.
  public func items<Item: LuaConvertible>(_ about: String, _ take: @escaping @MainActor (Object, Item) throws -> Void) {
    let name = hostClass.name
    hostClass.itemType = Item.luaType
    hostClass.itemAbout = about
    hostClass.takeItem = { object, stack, number in
      // The object may be an instance of a subclass.
      let what = "item \(number) of \(stack.state.hostClass(of: object)?.name ?? name)"
      try take(Self.instance(object), try Item.take(stack, stack.top, what))
    }
  }

  /// Accepts the item of `Class { item }` as the value of a property.
  public func items(set name: String) {
    hostClass.itemType = hostClass.propertiesByName[name]?.type
    hostClass.itemAbout = "The value of `\(name)`, which can be given without its name."
    hostClass.takeItem = { [weak hostClass, owner = hostClass.name] object, stack, number in
      do {
        try hostClass?.propertiesByName[name]?.set(object, toValueAt: stack.top, on: stack)
      } catch LuaError.wrongType(name, let expected, let actual) {
        throw LuaError.wrongType(what: "item \(number) of \(owner)", expected: expected, actual: actual)
      }
    }
  }

  /// Declares properties that are set after all others, in this order.
  public func late(_ names: String...) { hostClass.lateProperties += names }

  /// Sets the action for a new instance after its properties are set, before the script's `init`.
  public func onCreate(_ body: @escaping @MainActor (Object) throws -> Void) {
    hostClass.onCreate = { object in
      if let object = object as? Object { try body(object) }
    }
  }

  /// Defines a value of the class itself, pushed when `Class.name` is read.
  public func classValue(_ name: String, push: @escaping @MainActor (LuaStack) throws -> Void) {
    hostClass.classValues[name] = push
  }

  /// Sets the text that `tostring` appends to the class name.
  public func describe(_ body: @escaping @MainActor (Object) -> String?) {
    hostClass.describe = { ($0 as? Object).flatMap(body) }
  }

  /// Defines when two instances are equal, for `==`.
  public func equal(_ body: @escaping @MainActor (Object, Object) -> Bool) {
    hostClass.isEqual = { left, right in
      guard let left = left as? Object, let right = right as? Object else { return false }
      return body(left, right)
    }
  }

  /// Defines the order of instances, for `<` and `<=`: negative, 0 or positive, or nil if they are not ordered.
  public func order(_ body: @escaping @MainActor (Object, Object) -> Int?) {
    hostClass.compare = { left, right in
      guard let left = left as? Object, let right = right as? Object else { return nil }
      return body(left, right)
    }
  }

  /// Defines a Lua operator by the name of its metamethod: `__len`, `__concat`, `__tostring`. The operands are at 1 and
  /// 2; at least one operand of a binary operator is an instance. The closure pushes one result and returns 1.
  public func operation(_ event: String, _ body: @escaping @MainActor (LuaStack) throws -> Int32) {
    hostClass.operations[event] = body
  }

  /// Defines the initial size of an instance in bytes.
  public func size(_ body: @escaping @MainActor (Object) -> Int) {
    hostClass.size = { body(Self.instance($0)) }
  }

  /// Lets scripts add fields to direct instances.
  public func allowFields() { hostClass.allowsFields = true }
}
