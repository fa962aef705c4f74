import CLua

/// A class that scripts know: a Swift type that was defined for them, or a subclass that a script made.
@MainActor
public final class HostClass {
  /// The name, unique in its state. Archives record it.
  public let name: String
  /// The class it comes from.
  public let superclass: HostClass?
  /// Whether a script made it.
  public let isScript: Bool
  /// Where a script made it: `file:line`.
  public let definedAt: String?
  /// Whether scripts may put fields of their own on direct instances. Always true for subclasses that scripts make.
  public var allowsFields: Bool
  /// Makes the Swift object of a new instance; nil for a class without instances of its own.
  public var factory: (@MainActor () throws -> AnyObject)?
  /// What `tostring` adds to the class's name.
  public var describe: (@MainActor (AnyObject) -> String?)?
  /// Whether two instances are one value, for `==`; nil: an object is equal to itself alone.
  public var isEqual: (@MainActor (AnyObject, AnyObject) -> Bool)?
  /// The order of two instances, for `<` and `<=`: negative, 0 or positive, nil if neither comes first (not a number);
  /// without it they cannot be compared.
  public var compare: (@MainActor (AnyObject, AnyObject) -> Int?)?
  /// How many bytes an instance holds from its beginning; nil for next to none. Call ``LuaState/makeRoom(for:on:)`` before
  /// a script gets one that may be large.
  public var size: (@MainActor (AnyObject) -> Int)?
  /// Takes the items of `Class { item, … }`; the value is at the top of the stack.
  public var takeItem: (@MainActor (AnyObject, LuaStack) throws -> Void)?
  /// Properties that are set after all others, in this order.
  public var lateProperties: [String] = []

  let id: Int
  /// What tells C whether an object is of the class: its own for a class of Swift's, else that of the innermost.
  let kind: UnsafeMutablePointer<lh_class>
  let type: AnyClass
  let isInstance: @MainActor (AnyObject) -> Bool
  private(set) var propertiesByName: [String: HostProperty] = [:]
  private(set) var methods: [String: LuaReference] = [:]
  /// The class as scripts hold it.
  var table: LuaReference?
  private var instanceMetatable: LuaReference?
  private unowned(unsafe) let state: LuaState

  init(
    name: String, type: AnyClass, superclass: HostClass?, isScript: Bool, definedAt: String?, id: Int, state: LuaState,
    isInstance: @escaping @MainActor (AnyObject) -> Bool
  ) {
    self.name = name
    self.superclass = superclass
    self.isScript = isScript
    self.definedAt = definedAt
    self.id = id
    self.state = state
    self.isInstance = isInstance
    self.type = type
    if isScript, let superclass {
      kind = superclass.kind
    } else {
      kind = Self.makeKind(id: id, superclass: superclass)
    }
    allowsFields = isScript || (superclass?.allowsFields ?? false)
    factory = isScript ? superclass?.factory : nil
    describe = superclass?.describe
    isEqual = superclass?.isEqual
    compare = superclass?.compare
    size = superclass?.size
    takeItem = superclass?.takeItem
    lateProperties = superclass?.lateProperties ?? []
    propertiesByName = superclass?.propertiesByName ?? [:]
    methods = superclass?.methods ?? [:]
  }

  isolated deinit {
    if !isScript { kind.deallocate() }
  }

  private static func makeKind(id: Int, superclass: HostClass?) -> UnsafeMutablePointer<lh_class> {
    let kind = UnsafeMutablePointer<lh_class>.allocate(capacity: 1)
    kind.initialize(to: superclass?.kind.pointee ?? lh_class())
    lh_begin_class(kind, Int32(id), superclass == nil ? 0 : kind.pointee.depth + 1)
    return kind
  }

  /// The innermost class that is defined in Swift.
  public var builtIn: HostClass {
    var current = self
    while current.isScript, let next = current.superclass { current = next }
    return current
  }

  /// Whether this is the other class or comes from it.
  public func isKind(of other: HostClass) -> Bool {
    var current: HostClass? = self
    while let hostClass = current {
      if hostClass === other { return true }
      current = hostClass.superclass
    }
    return false
  }

  /// The names of its properties and methods, inherited ones included, sorted.
  public var memberNames: [String] { (Array(propertiesByName.keys) + Array(methods.keys)).sorted() }

  /// Its properties, inherited ones included, sorted by name.
  public var properties: [HostProperty] { propertiesByName.values.sorted { $0.name < $1.name } }

  /// The names of its methods, inherited ones included, sorted.
  public var methodNames: [String] { methods.keys.sorted() }

  // MARK: Defining

  /// Defines a property of a simple or object type. Without a setter it is read-only.
  @discardableResult
  @inlinable
  public func property<Object: AnyObject, Value: LuaConvertible>(
    _ name: String, get read: @escaping @MainActor (Object) throws -> Value,
    set write: (@MainActor (Object, Value) throws -> Void)? = nil
  ) -> HostClass {
    let typeName = Value.luaDescription
    let getter: @MainActor (Object, LuaStack) throws -> Void = { object, stack in try read(object).push(on: stack) }
    var setter: (@MainActor (Object, LuaStack, Int32) throws -> Void)?
    if let write {
      setter = { object, stack, index in
        guard let value = Value.read(stack, index) else { throw stack.wrongType(index, name, expected: typeName) }
        try write(object, value)
      }
    }
    return property(name, type: typeName, get: getter, set: setter)
  }

  /// Defines a property that reads from and writes to the stack: the getter pushes one value, the setter takes it from
  /// an index.
  @discardableResult
  public func property<Object: AnyObject>(
    _ name: String, type: String, get read: @escaping @MainActor (Object, LuaStack) throws -> Void,
    set write: (@MainActor (Object, LuaStack, Int32) throws -> Void)?
  ) -> HostClass {
    var setter: (@MainActor (AnyObject, LuaStack, Int32) throws -> Void)?
    if let write {
      setter = { object, stack, index in try write(unsafeDowncast(object, to: Object.self), stack, index) }
    }
    precondition(instances(are: Object.self), "\(self.name) is no \(Object.self)")
    add(
      HostProperty(
        name: name, typeName: type,
        getter: { object, stack in
          try read(unsafeDowncast(object, to: Object.self), stack)
          return 1
        },
        setter: setter))
    return self
  }

  /// Says how many bytes a property holds for each byte of the text that it gets; one, if nothing is said, and none of
  /// what stays on the Lua side.
  @discardableResult
  public func property(_ name: String, holdsPerByte bytes: Int) -> HostClass {
    propertiesByName[name]?.bytesPerByte = bytes
    return self
  }

  /// Defines a property that holds a function or object of the script. It is kept on the Lua side; Swift reaches it by
  /// ``LuaState/pushHandler(_:of:on:)``.
  ///
  /// - Parameter didSet: told whether there is one now.
  @discardableResult
  public func handler<Object: AnyObject>(
    _ name: String, type: String = "a function or nil",
    didSet: @escaping @MainActor (Object, Bool) -> Void = { (_: Object, _) in }
  ) -> HostClass {
    property(
      name, type: type,
      get: { (object: Object, stack: LuaStack) in
        if !stack.state.pushHandler(name, of: object, on: stack) { stack.pushNil() }
      },
      set: { (object: Object, stack: LuaStack, index: Int32) in
        let kind = stack.kind(index)
        let isAccepted =
          type.hasPrefix("a function")
          ? kind == .function || kind == .nil : kind == .table || kind == .userdata || kind == .nil
        guard isAccepted else { throw stack.wrongType(index, name, expected: type) }
        stack.state.setHandler(name, of: object, toValueAt: index, on: stack)
        didSet(object, kind != .nil)
      }
    ).property(name, holdsPerByte: 0)
  }

  /// Whether what is defined for objects of a type can be used with instances of the class.
  private func instances<Object: AnyObject>(are _: Object.Type) -> Bool {
    Object.self == AnyObject.self || type is Object.Type
  }

  private func add(_ property: HostProperty) {
    propertiesByName[property.name] = property
  }

  /// Defines a method. Its arguments are at 2 and up.
  ///
  /// - Throws: ``LuaError/closed``.
  @discardableResult
  public func method<Object: AnyObject>(
    _ name: String, _ body: @escaping @MainActor (Object, LuaStack) throws -> Int32
  ) throws -> HostClass {
    precondition(instances(are: Object.self), "\(self.name) is no \(Object.self)")
    let stack = try state.stack
    let method = HostMethod(name: name, hostClass: self) { object, stack in
      try body(unsafeDowncast(object, to: Object.self), stack)
    }
    state.push(method: method, on: stack)
    keep(method: name, on: stack)
    return self
  }

  /// Defines a function in the class, whose first argument is whatever it is called on.
  @discardableResult
  public func function(
    _ name: String, yields: Bool = false, _ body: @escaping @MainActor (LuaStack) throws -> Int32
  ) throws -> HostClass {
    let stack = try state.stack
    state.push(function: "\(self.name):\(name)", yields: yields, on: stack, body)
    keep(method: name, on: stack)
    return self
  }

  private func keep(method name: String, on stack: LuaStack) {
    methods[name] = LuaReference(stack, -1)
    stack.pop()
  }

  // MARK: In Lua

  /// Pushes the class as scripts hold it.
  public func push(on stack: LuaStack) {
    if let table {
      stack.push(table)
    } else {
      state.makeTable(of: self, on: stack)
    }
  }

  func pushInstanceMetatable(on stack: LuaStack, state: LuaState) {
    if let instanceMetatable { return stack.push(instanceMetatable) }
    stack.createTable(hash: 8)
    for event in ["__index", "__newindex"] {
      if isScript { push(on: stack) } else { stack.pushNil() }
      stack.createTable(hash: propertiesByName.count)
      for (name, property) in propertiesByName {
        // The class holds it for as long as the state is open.
        lua_pushlightuserdata(stack.L, Unmanaged.passUnretained(property).toOpaque())
        stack.rawSet(-2, name)
      }
      stack.createTable(hash: methods.count)
      for (name, method) in methods {
        stack.push(method)
        stack.rawSet(-2, name)
      }
      stack.push(!allowsFields)
      lua_pushlightuserdata(stack.L, kind)
      if event == "__index" {
        lh_push_closure(stack.L, lh_index, 5)
      } else {
        lh_push_closure(stack.L, lh_newindex, 5)
      }
      stack.rawSet(-2, event)
    }
    lh_push_closure(stack.L, lh_collect, 0)
    stack.rawSet(-2, "__gc")
    state.push(function: "tostring", on: stack) { stack in
      guard let object = stack.object(1) else {
        stack.push("(an object that is gone)")
        return 1
      }
      stack.push(stack.state.describe(object, stack))
      return 1
    }
    stack.rawSet(-2, "__tostring")
    pushComparisons(on: stack, state: state)
    stack.push(name)
    stack.rawSet(-2, "__name")
    stack.push(false)
    stack.rawSet(-2, "__metatable")
    instanceMetatable = LuaReference(stack, -1)
  }

  /// Adds `==`, `<` and `<=` to the metatable on top, as far as the class has them.
  private func pushComparisons(on stack: LuaStack, state: LuaState) {
    if let isEqual {
      state.push(function: "==", on: stack) { [isInstance] stack in
        // Lua asks for two objects of any classes.
        guard let left = stack.object(1), let right = stack.object(2), isInstance(left), isInstance(right) else {
          stack.push(false)
          return 1
        }
        stack.push(isEqual(left, right))
        return 1
      }
      stack.rawSet(-2, "__eq")
    }
    guard let compare else { return }
    let orders: [(String, String, (Int) -> Bool)] = [("__lt", "<", { $0 < 0 }), ("__le", "<=", { $0 <= 0 })]
    for (event, sign, holds) in orders {
      state.push(function: sign, on: stack) { [isInstance, name] stack in
        guard let left = stack.object(1), let right = stack.object(2), isInstance(left), isInstance(right) else {
          throw LuaError.usage(
            "cannot compare \(stack.describeKind(1)) with \(stack.describeKind(2)): \(sign) takes two of ui.\(name)")
        }
        stack.push(compare(left, right).map(holds) ?? false)
        return 1
      }
      stack.rawSet(-2, event)
    }
  }
}

/// A property of a class that scripts know.
@MainActor
public final class HostProperty {
  /// Its name.
  public let name: String
  /// What it takes and gives, in words.
  public let typeName: String
  /// How many bytes it holds for each byte that it gets.
  var bytesPerByte = 1
  let getter: @MainActor (AnyObject, LuaStack) throws -> Int32
  let setter: (@MainActor (AnyObject, LuaStack, Int32) throws -> Void)?

  init(
    name: String, typeName: String, getter: @escaping @MainActor (AnyObject, LuaStack) throws -> Int32,
    setter: (@MainActor (AnyObject, LuaStack, Int32) throws -> Void)?
  ) {
    self.name = name
    self.typeName = typeName
    self.getter = getter
    self.setter = setter
  }

  /// Whether scripts can only read it.
  public var isReadOnly: Bool { setter == nil }

  @inline(__always)
  func set(_ object: AnyObject, toValueAt index: Int32, on stack: LuaStack) throws {
    guard let setter else { throw LuaError.usage("the property '\(name)' can only be read") }
    guard bytesPerByte > 0 else { return try setter(object, stack, index) }
    switch stack.kind(index) {
    case .string, .table, .nil, .number:
      let state = stack.state
      let before = try state.hold(stack.size(index) * bytesPerByte, as: name, for: object, on: stack)
      do {
        try setter(object, stack, index)
      } catch {
        state.setHeld(before, as: name, for: object)
        throw error
      }
    default: try setter(object, stack, index)
    }
  }
}
