import Interface
import LuaRuntime
import StateRestoration

/// An object of a script that is no view or controller and takes part in restoration: a table, or an instance of a class.
@MainActor
final class ScriptObject: RestorableObject {
  let restorationIdentifier: String?
  let value: LuaReference
  let className: String
  /// Where a script registered it: `file:line`.
  var registeredAt: String?
  /// Whether something that was saved refers to it, or stands under it.
  var isReferenced = false
  private var wasAsked = false
  private weak var host: ScriptHost?

  init(_ value: LuaReference, identifier: String, className: String, host: ScriptHost) {
    self.value = value
    restorationIdentifier = identifier
    self.className = className
    self.host = host
  }

  /// Calls a method of the object, if it has one; false if it has none.
  @discardableResult
  private func call(_ callback: Callback, _ coder: StateCoder) throws -> Bool {
    try host?.calls.call(callback, of: receiver, coder) ?? false
  }

  private var receiver: ScriptCalls.Receiver { .value(value, name: restorationIdentifier ?? className) }

  /// What is done to a table is not seen.
  var encodesUnobservedState: Bool { true }

  func encodeRestorableState(with coder: StateCoder) throws {
    guard let host else { return }
    let isCalled = try call(RestorationCallbacks.encodeRestorableState, coder)
    if !isCalled, !wasAsked { host.mistakes.registeredObjectWasAsked(self, isSaving: true) }
    wasAsked = true
  }

  func decodeRestorableState(with coder: StateCoder) throws {
    try call(RestorationCallbacks.decodeRestorableState, coder)
  }

  func finishRestoring() throws {
    try host?.calls.call(RestorationCallbacks.applicationFinishedRestoringState, of: receiver)
  }

  private func field<Value>(_ name: String, _ take: (LuaStack) -> Value?) -> Value? {
    (try? host?.lua.withStack { stack in
      stack.push(value)
      try stack.getField(-1, name)
      return take(stack)
    }) ?? nil
  }

  /// The names that it can be asked for.
  var memberNames: [String] {
    (try? host?.lua.withStack { stack in
      stack.push(value)
      return stack.memberNames(-1)
    }) ?? []
  }

  var objectRestorationClass: (any RestorationClass)? {
    field("objectRestorationClass") { stack in
      if let name = stack.state.hostClass(at: -1, on: stack)?.name { return host?.restorationClass(named: name) }
      guard stack.kind(-1) == .table else { return nil }
      return host?.plainRestorationClass(at: -1, on: stack)
    }
  }

  /// Whether it has a restoration class that no archive could name.
  var hasNamelessRestorationClass: Bool {
    field("objectRestorationClass") { !$0.isNil(-1) } == true && objectRestorationClass == nil
  }

  var objectRestorationParent: (any StateRestoring)? {
    field("restorationParent") { stack in
      if let node = stack.object(-1) as? any StateRestoring { return node }
      let parent = stack.identity(-1).flatMap { host?.objectsByIdentity[$0] }
      parent?.isReferenced = true
      return parent
    }
  }
}

extension ScriptHost {
  /// The object that stands for the table or instance at an index, made if it is new.
  func scriptObject(at index: Int32, identifier: String, on stack: LuaStack) throws -> ScriptObject {
    let kind = stack.kind(index)
    guard kind == .table || kind == .userdata, let identity = stack.identity(index) else {
      throw LuaError.wrongType(
        what: "the object to restore", expected: "a table or an object", actual: stack.describeKind(index))
    }
    if let known = objectsByIdentity[identity] { return known }
    let className =
      stack.object(index).flatMap { lua.hostClass(of: $0)?.name } ?? lua.hostClass(at: index, on: stack)?.name
      ?? "table"
    let object = ScriptObject(LuaReference(stack, index), identifier: identifier, className: className, host: self)
    objectsByIdentity[identity] = object
    return object
  }
}
