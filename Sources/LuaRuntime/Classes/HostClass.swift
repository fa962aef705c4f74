import CLua
import LuaBoundary

/// A class known to scripts: a Swift type defined for them, or a subclass created by a script.
@MainActor
public final class HostClass {
  /// The name, unique in its state and recorded in archives.
  public let name: String
  /// A description in one sentence.
  public let about: String
  /// The superclass.
  public let superclass: HostClass?
  /// Whether the class was created by a script.
  public let isScript: Bool
  /// The place where a script created the class, as `file:line`.
  public let definedAt: String?
  /// Whether scripts may add fields to direct instances. Always true for subclasses created by scripts.
  public var allowsFields: Bool
  /// Creates the Swift object of a new instance; nil for an abstract class.
  public var factory: (@MainActor () throws -> AnyObject)?
  /// Returns a text that `tostring` appends to the class name.
  public var describe: (@MainActor (AnyObject) -> String?)?
  /// Returns whether two instances are equal, for `==`; nil compares identity.
  public var isEqual: (@MainActor (AnyObject, AnyObject) -> Bool)?
  /// Returns the order of two instances, for `<` and `<=`: negative, 0 or positive, or nil if they are not ordered (as
  /// with NaN). Without it, instances cannot be compared.
  public var compare: (@MainActor (AnyObject, AnyObject) -> Int?)?
  /// The implementations of other operators, by metamethod name.
  var operations: [String: @MainActor (LuaStack) throws -> Int32] = [:]
  /// Returns the initial size of an instance in bytes; nil if it is negligible. Call ``LuaState/makeRoom(for:on:)``
  /// before giving a large instance to a script.
  public var size: (@MainActor (AnyObject) -> Int)?
  /// Handles an item of `Class { item, … }`. The value is at the top of the stack, and its number is one-based.
  public var takeItem: (@MainActor (AnyObject, LuaStack, _ number: Int) throws -> Void)?
  /// The type of the items in LuaCATS annotations; nil if there are no items.
  public internal(set) var itemType: String?
  /// A description of an item in one sentence.
  public internal(set) var itemAbout = ""
  /// Called with a new instance after its properties are set, before the script's `init`.
  public var onCreate: (@MainActor (AnyObject) throws -> Void)?
  /// The object for which a script's value stands after a call to which an instance was lent; see
  /// ``LuaState/lending(_:as:_:)``. It must be an instance. Nil if instances are not lent.
  public var successor: AnyObject? {
    didSet {
      precondition(successor.map(isInstance) ?? true, "the successor of \(name) must be an instance of the class")
    }
  }
  /// Properties that are set after all others, in this order.
  public var lateProperties: [String] = []

  let id: Int
  /// The class as known to C: its own for a Swift class, otherwise that of the innermost Swift class.
  let kind: UnsafeMutablePointer<lh_class>
  let type: AnyClass
  let isInstance: @MainActor (AnyObject) -> Bool
  /// Returns whether a type is the instances' type or a subclass of it.
  let isSupertype: @MainActor (AnyClass) -> Bool
  /// Values of the class itself, pushed when `Class.name` is read.
  var classValues: [String: @MainActor (LuaStack) throws -> Void] = [:]
  private var knownProperties: [String: HostProperty] = [:]
  private var knownMethods: [String: HostMethod] = [:]
  private var knownCallbacks: [String: HostMethod] = [:]
  /// The functions that every root class has, by name.
  private var functions: [String: LuaReference] = [:]
  /// The class's Lua table.
  var table: LuaReference?
  /// Whether the table has the methods.
  private var isTableComplete = false
  private var instanceMetatable: LuaReference?
  private var lentMetatable: LuaReference?
  /// The properties to which the metatable points, retained while the state is open even if they are redefined.
  private var reachable: [HostProperty] = []
  /// Defines the members; nil once it was called.
  private var defineMembers: (@MainActor (HostClass) -> Void)?

  /// - Parameter defineMembers: defines the members when the class is first used; nil if they are defined at once.
  init(
    name: String, about: String = "", type: AnyClass, superclass: HostClass?, isScript: Bool, definedAt: String?,
    id: Int,
    isInstance: @escaping @MainActor (AnyObject) -> Bool, isSupertype: @escaping @MainActor (AnyClass) -> Bool,
    defineMembers: (@MainActor (HostClass) -> Void)? = nil
  ) {
    self.name = name
    self.about = about
    self.superclass = superclass
    self.isScript = isScript
    self.definedAt = definedAt
    self.id = id
    self.isInstance = isInstance
    self.isSupertype = isSupertype
    self.type = type
    if isScript, let superclass {
      kind = superclass.kind
    } else {
      kind = Self.makeKind(id: id, superclass: superclass)
    }
    allowsFields = isScript
    factory = isScript ? superclass?.factory : nil
    self.defineMembers = defineMembers
    if defineMembers == nil { inheritMembers() }
  }

  private func inheritMembers() {
    guard let superclass else { return }
    superclass.prepare()
    allowsFields = allowsFields || superclass.allowsFields
    describe = superclass.describe
    isEqual = superclass.isEqual
    compare = superclass.compare
    operations = superclass.operations
    size = superclass.size
    takeItem = superclass.takeItem
    itemType = superclass.itemType
    itemAbout = superclass.itemAbout
    onCreate = superclass.onCreate
    lateProperties = superclass.lateProperties
    knownProperties = superclass.knownProperties
    knownMethods = superclass.knownMethods
    knownCallbacks = superclass.knownCallbacks
    functions = superclass.functions
  }

  /// Defines the members, unless that was done. Called before the first use of any of them.
  func prepare() {
    guard let defineMembers else { return }
    self.defineMembers = nil
    inheritMembers()
    defineMembers(self)
  }

  /// The properties, including inherited ones, by name.
  var propertiesByName: [String: HostProperty] {
    prepare()
    return knownProperties
  }

  /// The methods, including inherited ones, by name.
  var methodsByName: [String: HostMethod] {
    prepare()
    return knownMethods
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

  /// The innermost class defined in Swift.
  public var builtIn: HostClass {
    var current = self
    while current.isScript, let next = current.superclass { current = next }
    return current
  }

  /// Returns whether this class is another one or inherits from it.
  public func isKind(of other: HostClass) -> Bool {
    var current: HostClass? = self
    while let hostClass = current {
      if hostClass === other { return true }
      current = hostClass.superclass
    }
    return false
  }

  /// The names of all properties and methods, including inherited ones, sorted.
  public var memberNames: [String] { (Array(propertiesByName.keys) + methodNames).sorted() }

  /// All properties, including inherited ones, sorted by name.
  public var properties: [HostProperty] { propertiesByName.values.sorted { $0.name < $1.name } }

  /// Returns the property with a name, inherited or not; nil if there is none.
  public func property(named name: String) -> HostProperty? { propertiesByName[name] }

  /// The names of all methods, including inherited ones, sorted.
  public var methodNames: [String] { (Array(methodsByName.keys) + Array(functions.keys)).sorted() }

  /// All methods, including inherited ones, sorted by name.
  public var methods: [HostMethod] { methodsByName.values.sorted { $0.name < $1.name } }

  /// The methods that scripts may define for the host to call, including inherited ones, sorted by name.
  public var callbacks: [HostMethod] {
    prepare()
    return knownCallbacks.values.sorted { $0.name < $1.name }
  }

  /// The names of the properties that are not inherited, sorted.
  private var ownPropertyNames: [String] {
    properties.map(\.name).filter { superclass?.propertiesByName[$0] == nil }
  }

  /// Returns the message about an unknown property, with the nearest known name.
  ///
  /// - Parameter isWriting: whether the property was to be set rather than read or called.
  func lacks(property name: String, isWriting: Bool) -> String {
    if isWriting, hasMethod(name) || knownCallbacks[name] != nil {
      return
        "\(self.name) has no property '\(name)', but a method: define it in a subclass, as function Subclass:\(name)()"
    }
    let settable = isWriting ? properties.filter { !$0.isReadOnly }.map(\.name) : []
    let near = [settable, memberNames].lazy.map { suggestion(for: name, among: $0) }.first { !$0.isEmpty } ?? ""
    let own = ownPropertyNames
    let advice = near.isEmpty && 1...8 ~= own.count ? "; its own properties are \(own.joined(separator: ", "))" : near
    return "\(self.name) has no property '\(name)'" + advice
  }

  /// Returns whether the class has a method.
  func hasMethod(_ name: String) -> Bool { methodsByName[name] != nil || functions[name] != nil }

  // MARK: Defining

  @usableFromInline
  func add(_ property: HostProperty) {
    knownProperties[property.name] = property
  }

  @usableFromInline
  func add(_ method: HostMethod) {
    if method.body != nil { knownMethods[method.name] = method }
    if method.isCallback { knownCallbacks[method.name] = method }
  }

  /// Defines a function of the class, whose first argument is the receiver of the call.
  func function(_ name: String, on stack: LuaStack, _ body: @escaping @MainActor (LuaStack) throws -> Int32) {
    stack.state.pushFunction(on: stack, body)
    functions[name] = LuaReference(stack, -1)
    stack.pop()
  }

  /// Sets all methods and functions in the table on top.
  func setMethods(on stack: LuaStack) {
    for (name, method) in knownMethods {
      method.push(on: stack)
      stack.rawSet(-2, name)
    }
    for (name, function) in functions {
      stack.push(function)
      stack.rawSet(-2, name)
    }
  }

  // MARK: In Lua

  /// Pushes the class's Lua table.
  ///
  /// - Precondition: The stack belongs to the state that defined the class.
  public func push(on stack: LuaStack) {
    if let table { return stack.push(table) }
    owner(of: stack).makeTable(of: self, on: stack)
  }

  /// Sets the methods in the class's Lua table, unless that was done. Called before the first look for one of them.
  func completeTable(on stack: LuaStack) {
    guard !isTableComplete else { return }
    isTableComplete = true
    prepare()
    push(on: stack)
    setMethods(on: stack)
    stack.pop()
  }

  /// Returns the state of a stack, which must be the one that has defined the class.
  private func owner(of stack: LuaStack) -> LuaState {
    let state = stack.state
    precondition(
      state.classes.indices.contains(id) && state.classes[id] === self, "\(name) is a class of another Lua state")
    return state
  }

  func pushInstanceMetatable(on stack: LuaStack) {
    if let instanceMetatable { return stack.push(instanceMetatable) }
    let state = owner(of: stack)
    prepare()
    reachable = Array(propertiesByName.values)
    _ = lua_checkstack(stack.L, 12)
    // Both closures share the table of members, which nothing changes.
    stack.createTable(hash: methodsByName.count + functions.count + propertiesByName.count)
    setMethods(on: stack)
    for (name, property) in propertiesByName {
      lua_pushlightuserdata(stack.L, Unmanaged.passUnretained(property).toOpaque())
      stack.rawSet(-2, name)
    }
    stack.createTable(hash: 8)
    for event in ["__index", "__newindex"] {
      if isScript { push(on: stack) } else { stack.pushNil() }
      stack.pushValue(-3)
      stack.push(!allowsFields)
      lua_pushlightuserdata(stack.L, kind)
      if event == "__index" {
        lh_push_closure(stack.L, lh_index, 4)
      } else {
        lh_push_closure(stack.L, lh_newindex, 4)
      }
      stack.rawSet(-2, event)
    }
    stack.replace(-2)
    lh_push_closure(stack.L, lh_collect, 0)
    stack.rawSet(-2, "__gc")
    lh_push_closure(stack.L, lh_pairs, 0)
    stack.rawSet(-2, "__pairs")
    state.pushFunction(on: stack) { stack in
      guard let object = stack.object(1) else {
        stack.push("(a destroyed object)")
        return 1
      }
      stack.push(stack.state.describe(object, stack))
      return 1
    }
    stack.rawSet(-2, "__tostring")
    pushComparisons(on: stack, state: state)
    for (event, operation) in operations {
      state.pushFunction(on: stack, operation)
      stack.rawSet(-2, event)
    }
    stack.setField("__name", name)
    stack.setField("__metatable", false)
    instanceMetatable = LuaReference(stack, -1)
  }

  /// Pushes the metatable of lent instances, which have no finalizer.
  func pushLentMetatable(on stack: LuaStack) {
    if let lentMetatable { return stack.push(lentMetatable) }
    pushInstanceMetatable(on: stack)
    let complete = stack.top
    stack.createTable(hash: 12)
    // No closure changes the table.
    try? stack.forEachPair(complete) {
      if stack.string(-2) == "__gc" { return }
      stack.pushValue(-2)
      stack.pushValue(-2)
      stack.rawSet(complete + 1)
    }
    stack.replace(complete)
    lentMetatable = LuaReference(stack, -1)
  }

  /// Adds `==`, `<` and `<=` to the metatable on top, if the class defines them.
  private func pushComparisons(on stack: LuaStack, state: LuaState) {
    if let isEqual {
      state.pushFunction(on: stack) { [isInstance] stack in
        // Lua calls this with two objects of any classes.
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
      state.pushFunction(on: stack) { [isInstance, name] stack in
        guard let left = stack.object(1), let right = stack.object(2), isInstance(left), isInstance(right) else {
          throw LuaError.usage(
            "cannot compare \(stack.describeKind(1)) with \(stack.describeKind(2)): \(sign) requires two values of ui.\(name)"
          )
        }
        stack.push(compare(left, right).map(holds) ?? false)
        return 1
      }
      stack.rawSet(-2, event)
    }
  }
}
