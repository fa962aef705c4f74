import CLua
import LuaBoundary

// The classes of a state: definition from Swift, subclassing and instantiation from Lua.
extension LuaState {
  /// Defines a class for scripts. Its superclass is the nearest class defined before whose type is a superclass of its
  /// own.
  ///
  /// - Parameters:
  ///   - name: the name in scripts and archives.
  ///   - type: the Swift type of the instances.
  ///   - about: a description in one sentence.
  ///   - make: creates the object of a new instance; nil for an abstract class.
  ///   - members: defines the members when the class is first used, if it is; nil to define them with the result.
  /// - Throws: ``LuaError/usage(_:)`` if the name is taken, or the class hierarchy is too deep.
  @discardableResult
  public func define<Object: AnyObject>(
    _ name: String, _ type: Object.Type, _ about: String = "", make: (@MainActor () throws -> Object)? = nil,
    members: (@MainActor (ScriptClass<Object>) -> Void)? = nil
  ) throws -> ScriptClass<Object> {
    if classesByName[name] != nil { throw LuaError.usage("the class \(name) is already defined") }
    var superclass: HostClass?
    for known in classes.reversed() where !known.isScript && known.isSupertype(type) {
      superclass = known
      break
    }
    if let superclass, superclass.kind.pointee.depth + 1 >= LH_DEPTH {
      throw LuaError.usage("the class \(name) cannot inherit from \(superclass.name)")
    }
    var defineMembers: (@MainActor (HostClass) -> Void)?
    if let members { defineMembers = { members(ScriptClass($0)) } }
    let hostClass = HostClass(
      name: name, about: about, type: type, superclass: superclass, isScript: false, definedAt: nil, id: classes.count,
      isInstance: { $0 is Object }, isSupertype: { $0 is Object.Type },
      defineMembers: defineMembers)
    if let make { hostClass.factory = make }
    classes.append(hostClass)
    classesByName[name] = hostClass
    classesByType[ObjectIdentifier(type)] = hostClass
    if superclass == nil { defineCommonMembers(of: hostClass, on: try stack) }
    return ScriptClass(hostClass)
  }

  /// Returns the class with a name.
  public func hostClass(named name: String) -> HostClass? {
    let found = classesByName[name]
    found?.prepare()
    return found
  }

  /// All classes, in the order of their definition.
  public var hostClasses: [HostClass] { classes }

  /// Returns the class of a Swift object, whether or not scripts know the object yet.
  public func hostClass(of object: AnyObject) -> HostClass? {
    if let stack = try? stack, (try? stack.reserve(4)) != nil, pushKnown(object, on: stack) {
      defer { stack.pop() }
      return lh_to_object(stack.L, -1).map { classes[Int($0.pointee.class_id)] }
    }
    return hostClass(ofUnknown: object)
  }

  /// Returns the class of a Swift object that scripts do not know yet.
  func hostClass(ofUnknown object: AnyObject) -> HostClass? {
    let type = ObjectIdentifier(Swift.type(of: object))
    if let known = classesByType[type] {
      known.prepare()
      return known
    }
    // The last matching class is the most specific one, as subclasses are defined after their superclasses.
    guard let found = classes.last(where: { !$0.isScript && $0.isInstance(object) }) else { return nil }
    found.prepare()
    classesByType[type] = found
    return found
  }

  func classOfObject(at index: Int32, _ stack: LuaStack) -> HostClass? {
    lh_to_object(stack.L, index).map { classes[Int($0.pointee.class_id)] }
  }

  /// Returns the class whose table is at an index.
  public func hostClass(at index: Int32, on stack: LuaStack) -> HostClass? {
    guard stack.kind(index) == .table, lua_getmetatable(stack.L, index) != 0 else { return nil }
    defer { stack.pop(2) }
    guard stack.rawGet(-1, "luahost.class") == .number, let id = stack.integer(-1), classes.indices.contains(Int(id))
    else { return nil }
    let found = classes[Int(id)]
    found.prepare()
    return found
  }

  func className(ofClassAt index: Int32, _ stack: LuaStack) -> String? { hostClass(at: index, on: stack)?.name }

  func article(for type: Any.Type) -> String {
    LuaError.withArticle(classesByType[ObjectIdentifier(type)]?.name ?? String(describing: type))
  }

  func describe(_ object: AnyObject, _ stack: LuaStack) -> String {
    guard let hostClass = hostClass(of: object) else { return "object" }
    return hostClass.name + (hostClass.describe?(object).map { " \"\($0)\"" } ?? "")
  }

  // MARK: Class tables

  private func defineCommonMembers(of hostClass: HostClass, on stack: LuaStack) {
    hostClass.function("subclass", on: stack) { stack in
      let state = stack.state
      guard let superclass = state.hostClass(at: 1, on: stack) else {
        throw LuaError.usage(
          "subclass: expected a class as self, got \(stack.describeKind(1)); call it as Class:subclass \"Name\"")
      }
      let name = try stack.checkStoredName(2, "the subclass's name")
      try state.makeSubclass(name, of: superclass, on: stack)
      return 1
    }
    hostClass.function("isKindOf", on: stack) { stack in
      guard let own = stack.state.classOfObject(at: 1, stack) else {
        throw LuaError.usage("isKindOf: expected an object as self, got \(stack.describeKind(1))")
      }
      guard let other = stack.state.hostClass(at: 2, on: stack) else {
        throw LuaError.wrongType(what: "isKindOf", expected: "a class", actual: stack.describeKind(2))
      }
      stack.push(own.isKind(of: other))
      return 1
    }
    hostClass.add(
      HostProperty(
        name: "class", about: "The class of the object.", type: "Class", valueType: nil,
        getter: { object, stack in
          if let hostClass = stack.state.hostClass(of: object) { hostClass.push(on: stack) } else { stack.pushNil() }
        }, setter: nil))
  }

  private func makeSubclass(_ name: String, of superclass: HostClass, on stack: LuaStack) throws {
    guard !name.isEmpty else { throw LuaError.usage("a class needs a name: Class:subclass \"Name\"") }
    // Without the colon and the space after the line.
    let place = String(stack.place(level: 1).dropLast(2))
    if let existing = classesByName[name] {
      let hint = existing.definedAt.map { "was defined at \($0)" } ?? "is built in"
      throw LuaError.usage(
        "a class \(name) already exists (it \(hint)); saved states contain the name, so choose another one")
    }
    let hostClass = HostClass(
      name: name, type: superclass.type, superclass: superclass, isScript: true, definedAt: place.isEmpty ? nil : place,
      id: classes.count, isInstance: superclass.isInstance, isSupertype: superclass.isSupertype)
    classes.append(hostClass)
    classesByName[name] = hostClass
    makeTable(of: hostClass, on: stack)
    onSubclass?(hostClass)
  }

  /// Creates and pushes the Lua table of a class.
  func makeTable(of hostClass: HostClass, on stack: LuaStack) {
    stack.createTable(hash: 16)
    hostClass.table = LuaReference(stack, -1)
    if hostClass.isScript {
      if let superclass = hostClass.superclass, superclass.isScript {
        superclass.push(on: stack)
        lh_set_super(stack.L, -2)
      }
    } else {
      setOwnMembers(of: hostClass, on: stack)
    }
    stack.createTable(hash: 6)
    stack.setField("luahost.class", hostClass.id)
    pushFunction(on: stack) { stack in
      try stack.state.makeInstance(of: hostClass, on: stack)
      return 1
    }
    stack.rawSet(-2, "__call")
    stack.setField("__metatable", false)
    if hostClass.isScript {
      hostClass.builtIn.completeTable(on: stack)
      hostClass.builtIn.push(on: stack)
      stack.createTable(hash: 2)
      setOwnMembers(of: hostClass, on: stack)
      lh_push_closure(stack.L, lh_class_index, 2)
      stack.rawSet(-2, "__index")
    } else {
      makeStrict(hostClass, on: stack)
    }
    pushFunction(on: stack) { stack in
      stack.push("class \(hostClass.name)")
      return 1
    }
    stack.rawSet(-2, "__tostring")
    _ = lh_set_metatable(stack.L, -2)
  }

  /// Sets the members of a class in the table on top. Those of a script's class are in a table of their own, as instances look
  /// up their missing fields in the class.
  private func setOwnMembers(of hostClass: HostClass, on stack: LuaStack) {
    stack.setField("name", hostClass.name)
    guard let superclass = hostClass.superclass else { return }
    superclass.push(on: stack)
    stack.rawSet(-2, "super")
  }

  /// Makes a built-in class read-only, with errors for unknown names. The metatable is on top.
  private func makeStrict(_ hostClass: HostClass, on stack: LuaStack) {
    pushFunction(on: stack) { stack in
      // Of most classes, scripts use no method by the class.
      hostClass.completeTable(on: stack)
      stack.pushValue(2)
      if stack.rawGet(1) != .nil { return 1 }
      stack.pop()
      // A method that the class may have and does not define itself is nil, so that scripts can test for it.
      guard let key = stack.string(2) else { return 0 }
      if let value = hostClass.classValues[key] {
        try value(stack)
        return 1
      }
      if hostClass.propertiesByName[key] != nil {
        throw LuaError.usage(
          "'\(key)' belongs to instances, but \(hostClass.name) is a class; create an instance with \(hostClass.name) { … }"
        )
      }
      let advice =
        ["new", "alloc"].contains(key)
        ? "; create an instance by calling the class: \(hostClass.name) { … }"
        : key == "init"
          ? "; built-in classes have no init to call"
          : ["extend", "derive", "inherit"].contains(key)
            ? "; create a subclass with \(hostClass.name):subclass \"Name\""
            : suggestion(for: key, among: hostClass.memberNames)
      throw LuaError.usage("the class \(hostClass.name) has no method '\(key)'" + advice)
    }
    stack.rawSet(-2, "__index")
    pushFunction(on: stack) { stack in
      throw LuaError.usage(
        "\(hostClass.name) is built in and cannot be changed; create a subclass: ui.\(hostClass.name):subclass \"My\(hostClass.name)\""
      )
    }
    stack.rawSet(-2, "__newindex")
  }

  // MARK: Instances

  /// `Class(props)`: creates the object, sets the properties and calls `init`. Pushes the object.
  private func makeInstance(of hostClass: HostClass, on stack: LuaStack) throws {
    guard let factory = hostClass.factory else {
      throw LuaError.usage("\(hostClass.name) cannot be instantiated")
    }
    try stack.reserve(20)
    if let module = stack.moduleName(2) {
      throw LuaError.usage(
        "call \(module)\(hostClass.name) with a dot, not a colon: \(module)\(hostClass.name) { … }")
    }
    let hasProperties = stack.top >= 2 && !stack.isNil(2)
    if hasProperties, stack.kind(2) != .table {
      throw LuaError.wrongType(what: hostClass.name, expected: "a table of properties", actual: stack.describeKind(2))
    }
    hostClass.prepare()
    let object = try factory()
    guard hostClass.isInstance(object) else {
      throw LuaError.usage("\(hostClass.name): its factory created a \(Swift.type(of: object))")
    }
    if !pushKnown(object, on: stack) { pushNew(object, of: hostClass, isInstantiated: true, on: stack) }
    let instance = stack.top
    if hasProperties { try setProperties(of: object, hostClass, from: 2, on: stack) }
    stack.top = instance
    try hostClass.onCreate?(object)
    if pushMethod("init", of: hostClass, on: stack) {
      stack.pushValue(instance)
      if hasProperties { stack.pushValue(2) } else { stack.createTable() }
      try call(on: stack, arguments: 2, results: 0)
    }
    stack.top = instance
  }

  /// Sets the items first, then the named properties sorted by name, then the late properties.
  private func setProperties(of object: AnyObject, _ hostClass: HostClass, from table: Int32, on stack: LuaStack) throws
  {
    var names: [String] = []
    try stack.forEachPair(table) {
      if stack.isInteger(-2) { return }
      guard let name = stack.string(-2) else {
        throw LuaError.usage("\(hostClass.name): expected a property name as a string, got \(stack.describeKind(-2))")
      }
      names.append(name)
    }
    let itemCount = stack.rawLength(table)
    if itemCount > 0 {
      guard let takeItem = hostClass.takeItem else {
        throw LuaError.usage(
          "\(hostClass.name) accepts only properties, no items: \(hostClass.name) { property = value }")
      }
      for item in 1...itemCount {
        stack.rawGet(table, Int64(item))
        try takeItem(object, stack, item)
        stack.pop()
      }
    }
    let late = hostClass.lateProperties.filter(names.contains)
    for name in names.sorted() where !late.contains(name) {
      try setProperty(name, of: object, hostClass, fromTable: table, on: stack)
    }
    for name in late { try setProperty(name, of: object, hostClass, fromTable: table, on: stack) }
  }

  private func setProperty(
    _ name: String, of object: AnyObject, _ hostClass: HostClass, fromTable table: Int32, on stack: LuaStack
  ) throws {
    stack.rawGet(table, name)
    defer { stack.pop() }
    if let property = hostClass.propertiesByName[name] {
      try property.set(object, toValueAt: stack.top, on: stack)
    } else if hostClass.allowsFields {
      setField(name, of: object, on: stack)
    } else {
      throw LuaError.usage(hostClass.lacks(property: name, isWriting: true))
    }
  }

  /// Sets a field of a host object to the value on top, which stays there.
  private func setField(_ name: String, of object: AnyObject, on stack: LuaStack) {
    let value = stack.top
    stack.push(object: object)
    pushUserTable(LH_FIELDS, on: stack)
    stack.pushValue(value)
    stack.rawSet(-2, name)
    stack.top = value
  }

  /// Returns the error for a name that is not in an object's class: the object is at 1, the name at 2.
  func unknownName(_ stack: LuaStack, isWriting: Bool) -> LuaError {
    guard let hostClass = classOfObject(at: 1, stack) else {
      return .usage("this object no longer exists: its app has exited, or it is not a host object")
    }
    let name = stack.quotableName(2)
    if isWriting, hostClass.hasMethod(name) {
      return .usage(
        "\(hostClass.name): '\(name)' is a method; to override it, create a subclass: ui.\(hostClass.name):subclass \"Name\""
      )
    }
    return .usage(hostClass.lacks(property: name, isWriting: isWriting))
  }

  // MARK: Modules

  /// Makes the module table on top read-only, with errors for unknown names.
  ///
  /// - Parameter prefix: the prefix of its names in messages, such as `"ui."`.
  public func makeStrictModule(_ name: String, prefix: String, on stack: LuaStack) throws {
    var names: [String] = []
    try stack.forEachPair(-1) {
      if let key = stack.string(-2) { names.append(key) }
    }
    stack.createTable()
    stack.setField(Self.modulePrefix, prefix)
    pushFunction(on: stack) { stack in
      let key = stack.quotableName(2)
      throw LuaError.usage("the module \(name) has no '\(key)'" + suggestion(for: key, among: names))
    }
    stack.rawSet(-2, "__index")
    pushFunction(on: stack) { stack in
      throw LuaError.usage("the module \(name) cannot be changed; use a local variable for '\(stack.quotableName(2))'")
    }
    stack.rawSet(-2, "__newindex")
    stack.setField("__metatable", false)
    _ = lh_set_metatable(stack.L, -2)
  }
}

extension LuaState {
  /// The field of a module's metatable with the prefix of its names.
  fileprivate static let modulePrefix = "luahost.module"
}

extension LuaStack {
  /// The name of the type of the table at an index, `__name` of its metatable (Lua manual, section 5.1, luaL_newmetatable); nil if
  /// it has none.
  package func typeName(ofTable index: Int32) -> String? { metatableText("__name", ofTable: index) }

  /// Returns the prefix of names in the module at an index, such as `"ui."`; nil for other values.
  func moduleName(_ index: Int32) -> String? { metatableText(LuaState.modulePrefix, ofTable: index) }

  private func metatableText(_ field: String, ofTable index: Int32) -> String? {
    guard kind(index) == .table, lua_getmetatable(L, index) != 0 else { return nil }
    defer { pop(2) }
    return rawGet(-1, field) == .string ? string(-1) : nil
  }
}
