import CLua
import LuaBoundary

/// A class that scripts know: a Swift type that was defined for them, or a subclass that a script made.
@MainActor
public final class HostClass {
  /// The name, unique in its state. Archives record it.
  public let name: String
  /// What it is, in a sentence.
  public let about: String
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
  /// What other operators of Lua do with instances, by the names of their metamethods.
  var operations: [String: @MainActor (LuaStack) throws -> Int32] = [:]
  /// How many bytes an instance holds from its beginning; nil for next to none. Call ``LuaState/makeRoom(for:on:)`` before
  /// a script gets one that may be large.
  public var size: (@MainActor (AnyObject) -> Int)?
  /// Takes the items of `Class { item, … }`; the value is at the top of the stack, and counts from 1.
  public var takeItem: (@MainActor (AnyObject, LuaStack, _ number: Int) throws -> Void)?
  /// The type of those items in words of annotations (LuaCATS); nil if it takes none.
  public internal(set) var itemType: String?
  /// What an item is, in a sentence.
  public internal(set) var itemAbout = ""
  /// Called with a new instance when it has its properties, before the script's `init`.
  public var whenMade: (@MainActor (AnyObject) throws -> Void)?
  /// Properties that are set after all others, in this order.
  public var lateProperties: [String] = []

  let id: Int
  /// What tells C whether an object is of the class: its own for a class of Swift's, else that of the innermost.
  let kind: UnsafeMutablePointer<lh_class>
  let type: AnyClass
  let isInstance: @MainActor (AnyObject) -> Bool
  /// Whether a type is that of the instances, or a subclass of it.
  let isSupertype: @MainActor (AnyClass) -> Bool
  /// What the class itself has, and pushes when it is read: `Class.name`.
  var classValues: [String: @MainActor (LuaStack) throws -> Void] = [:]
  private(set) var propertiesByName: [String: HostProperty] = [:]
  private(set) var methodsByName: [String: HostMethod] = [:]
  private var callbacksByName: [String: HostMethod] = [:]
  /// What every class has that comes from none, by name.
  private var functions: [String: LuaReference] = [:]
  /// The class as scripts hold it.
  var table: LuaReference?
  private var instanceMetatable: LuaReference?
  /// What the metatable points to, held for as long as the state is open, whatever is defined later.
  private var reachable: [HostProperty] = []
  private unowned(unsafe) let state: LuaState

  init(
    name: String, about: String = "", type: AnyClass, superclass: HostClass?, isScript: Bool, definedAt: String?,
    id: Int, state: LuaState,
    isInstance: @escaping @MainActor (AnyObject) -> Bool, isSupertype: @escaping @MainActor (AnyClass) -> Bool
  ) {
    self.name = name
    self.about = about
    self.superclass = superclass
    self.isScript = isScript
    self.definedAt = definedAt
    self.id = id
    self.state = state
    self.isInstance = isInstance
    self.isSupertype = isSupertype
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
    operations = superclass?.operations ?? [:]
    size = superclass?.size
    takeItem = superclass?.takeItem
    itemType = superclass?.itemType
    itemAbout = superclass?.itemAbout ?? ""
    whenMade = superclass?.whenMade
    lateProperties = superclass?.lateProperties ?? []
    propertiesByName = superclass?.propertiesByName ?? [:]
    methodsByName = superclass?.methodsByName ?? [:]
    callbacksByName = superclass?.callbacksByName ?? [:]
    functions = superclass?.functions ?? [:]
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
  public var memberNames: [String] { (Array(propertiesByName.keys) + methodNames).sorted() }

  /// Its properties, inherited ones included, sorted by name.
  public var properties: [HostProperty] { propertiesByName.values.sorted { $0.name < $1.name } }

  /// The names of its methods, inherited ones included, sorted.
  public var methodNames: [String] { (Array(methodsByName.keys) + Array(functions.keys)).sorted() }

  /// Its methods, inherited ones included, sorted by name.
  public var methods: [HostMethod] { methodsByName.values.sorted { $0.name < $1.name } }

  /// The methods that scripts may give its objects, inherited ones included, sorted by name.
  public var callbacks: [HostMethod] { callbacksByName.values.sorted { $0.name < $1.name } }

  /// The names of the properties that it does not inherit, sorted.
  private var ownPropertyNames: [String] {
    properties.map(\.name).filter { superclass?.propertiesByName[$0] == nil }
  }

  /// What is wrong with a property that it does not have, and which one may be meant.
  ///
  /// - Parameter isWriting: whether it was to be set, and not read or called.
  func lacks(property name: String, isWriting: Bool) -> String {
    let settable = isWriting ? properties.filter { !$0.isReadOnly }.map(\.name) : []
    let near = [settable, memberNames].lazy.map { suggestion(for: name, among: $0) }.first { !$0.isEmpty } ?? ""
    let own = ownPropertyNames
    let advice = near.isEmpty && 1...8 ~= own.count ? "; of its own it has \(own.joined(separator: ", "))" : near
    return "\(self.name) has no property '\(name)'" + advice
  }

  /// Whether it has a method of this name.
  func hasMethod(_ name: String) -> Bool { methodsByName[name] != nil || functions[name] != nil }

  // MARK: Defining

  @usableFromInline
  func add(_ property: HostProperty) {
    propertiesByName[property.name] = property
  }

  @usableFromInline
  func add(_ method: HostMethod) {
    if method.body != nil { methodsByName[method.name] = method }
    if method.isCallback { callbacksByName[method.name] = method }
  }

  /// Defines a function in the class, whose first argument is whatever it is called on.
  func function(_ name: String, _ body: @escaping @MainActor (LuaStack) throws -> Int32) throws {
    let stack = try state.stack
    state.push(function: "\(self.name):\(name)", on: stack, body)
    functions[name] = LuaReference(stack, -1)
    stack.pop()
  }

  /// Sets every method and function in the table on top.
  func setMethods(on stack: LuaStack) {
    for (name, method) in methodsByName {
      method.push(on: stack)
      stack.rawSet(-2, name)
    }
    for (name, function) in functions {
      stack.push(function)
      stack.rawSet(-2, name)
    }
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
    reachable = Array(propertiesByName.values)
    stack.createTable(hash: 8)
    for event in ["__index", "__newindex"] {
      if isScript { push(on: stack) } else { stack.pushNil() }
      stack.createTable(hash: propertiesByName.count)
      for (name, property) in propertiesByName {
        lua_pushlightuserdata(stack.L, Unmanaged.passUnretained(property).toOpaque())
        stack.rawSet(-2, name)
      }
      stack.createTable(hash: methodsByName.count + functions.count)
      setMethods(on: stack)
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
    lh_push_closure(stack.L, lh_pairs, 0)
    stack.rawSet(-2, "__pairs")
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
    for (event, operation) in operations {
      state.push(function: event, on: stack, operation)
      stack.rawSet(-2, event)
    }
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
