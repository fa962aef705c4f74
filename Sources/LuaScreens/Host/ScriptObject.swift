import Interface
import LuaRuntime
import StateRestoration

/// A table or instance of a script, other than a view or controller, that takes part in restoration.
@MainActor
package final class ScriptObject: RestorableObject {
  package let restorationIdentifier: String?
  let value: LuaReference
  package let className: String
  /// The place where a script registered it, as `file:line`.
  package internal(set) var registeredAt: String?
  /// Whether a saved value refers to it, or another object has it as its restoration parent.
  package internal(set) var isReferenced = false
  private var wasAsked = false
  private weak var host: ScriptHost?

  init(_ value: LuaReference, identifier: String, className: String, host: ScriptHost) {
    self.value = value
    restorationIdentifier = identifier
    self.className = className
    self.host = host
  }

  /// Calls a method of the object. Returns false if the object has no such method.
  @discardableResult
  private func call(_ callback: Callback, _ coder: StateCoder) throws -> Bool {
    try host?.calls.call(callback, of: receiver, for: self, coder) ?? false
  }

  private var receiver: ScriptCalls.Receiver { .value(value, name: restorationIdentifier ?? className) }

  /// Changes of a table cannot be observed.
  package var encodesUnobservedState: Bool { true }

  package func encodeRestorableState(with coder: StateCoder) throws {
    guard let host else { return }
    let isCalled = try call(RestorationCallbacks.encodeRestorableState, coder)
    if !isCalled, !wasAsked { host.observers.notify { $0.objectIsNotEncoded(self) } }
    wasAsked = true
  }

  package func decodeRestorableState(with coder: StateCoder) throws {
    try call(RestorationCallbacks.decodeRestorableState, coder)
  }

  package func finishRestoring() throws {
    try host?.calls.call(RestorationCallbacks.applicationFinishedRestoringState, of: receiver, for: self)
  }

  /// Calls a closure with the script's object on top of the stack. Returns nil if it fails.
  private func read<Value>(_ body: (LuaStack) throws -> Value?) -> Value? {
    (try? host?.lua.withStack { stack in
      stack.push(value)
      return try body(stack)
    }) ?? nil
  }

  private func field<Value>(_ name: String, _ take: (LuaStack) -> Value?) -> Value? {
    read { stack in
      try stack.getField(-1, name)
      return take(stack)
    }
  }

  /// Pushes the script's object.
  package func push(on stack: LuaStack) { stack.push(value) }

  /// The names of its fields and methods.
  package var memberNames: [String] { read { $0.memberNames(-1) } ?? [] }

  /// The functions of a plain table with the places where they are defined, by name: its own first, and then those of each
  /// class that it inherits from by the `__index` of a metatable.
  package var functionPlaces: [[String: String]] {
    read { stack -> [[String: String]]? in
      guard stack.kind(-1) == .table else { return nil }
      var tables: [[String: String]] = []
      repeat {
        var places: [String: String] = [:]
        try stack.forEachPair(-1) {
          guard stack.kind(-1) == .function, let name = stack.string(-2) else { return }
          places[name] = stack.definition(ofFunctionAt: -1)
        }
        tables.append(places)
      } while tables.count <= 20 && stack.pushInherited()
      return tables
    } ?? []
  }

  package var objectRestorationClass: (any RestorationClass)? {
    field("objectRestorationClass") { stack in
      if let name = stack.state.hostClass(at: -1, on: stack)?.name {
        return host?.restoration.restorationClass(named: name)
      }
      guard stack.kind(-1) == .table else { return nil }
      return host?.restoration.table(at: -1, on: stack)
    }
  }

  /// Whether its restoration class has no name, so that an archive cannot refer to it.
  var hasUnnamedRestorationClass: Bool {
    field("objectRestorationClass") { !$0.isNil(-1) } == true && objectRestorationClass == nil
  }

  package var objectRestorationParent: (any StateRestoring)? {
    get {
      field("restorationParent") { stack in
        if let node = stack.object(-1) as? any StateRestoring { return node }
        let parent = host?.restoration.knownObject(at: -1, on: stack)
        parent?.isReferenced = true
        return parent
      }
    }
    set {
      // An object that refuses the field has no parent.
      try? host?.lua.withStack { stack in
        stack.push(value)
        if let parent = newValue as? ScriptObject { parent.push(on: stack) } else { stack.push(object: newValue) }
        try stack.setField(-2, "restorationParent")
      }
    }
  }
}

extension ScriptHost {
  /// Returns the place where a script registered an object.
  package func place(ofRegistered object: AnyObject) -> String? { (object as? ScriptObject)?.registeredAt }
}
