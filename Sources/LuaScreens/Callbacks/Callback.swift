import LuaRuntime

/// A function that scripts define and the host calls: its name, its parameters, when it is called, and how.
///
/// The definitions stand in this folder, one file a family. Calls, annotations, `luahost doc` and the check for misspelt names
/// read them.
final class Callback: Sendable {
  /// Its name, its parameters and what it returns.
  let signature: Signature
  /// When it is called and what it returns, in a sentence.
  let about: String
  /// What leads to the call, and what follows from it.
  let cause: Cause
  /// The properties of a list whose objects may have it, in the order in which they are asked.
  let roles: [String]
  /// Whether a data source must have it: without it there is nothing to show, which is an error.
  let isRequired: Bool
  /// Whether the same error in it is reported once; else it is reported each time.
  let isErrorReportedOnce: Bool

  /// What leads to a call.
  enum Cause: Sendable {
    /// Something has happened to the receiver: what it encodes may have changed.
    case event
    /// The user has done something with the receiver, which has changed what it encodes. What is kept of a failed decode is
    /// given up.
    case action
    /// The host needs an answer, again and again: what the function reads and writes does not count as changed.
    case query
    /// Something has happened outside of the app, as a time that has come: what any object encodes may have changed.
    case outside

    /// Whether it leads to calls without the user doing anything: the same error would be reported for ever.
    var comesAgainAndAgain: Bool { self == .query || self == .outside }
  }

  /// A callback that is documented by its definition.
  ///
  /// - Parameters:
  ///   - signature: with the types that Swift does not know.
  ///   - roles: by default the data source answers first, and the delegate is notified first.
  init(
    _ signature: Signature, _ about: String, _ cause: Cause = .event, roles: [String]? = nil, isRequired: Bool = false
  ) {
    self.signature = signature
    self.about = about
    self.cause = cause
    self.roles = roles ?? (cause == .query ? Self.dataSourceFirst : Self.delegateFirst)
    self.isRequired = isRequired
    isErrorReportedOnce = cause.comesAgainAndAgain
  }

  /// A callback that is documented where scripts give it, or whose name a script has given.
  init(named name: String, _ cause: Cause = .event, isErrorReportedOnce: Bool? = nil) {
    signature = Signature(stringLiteral: name)
    about = ""
    self.cause = cause
    roles = cause == .query ? Self.dataSourceFirst : Self.delegateFirst
    isRequired = false
    self.isErrorReportedOnce = isErrorReportedOnce ?? cause.comesAgainAndAgain
  }

  /// The data source is asked alone: what it does not have, nobody has.
  static let dataSource = ["dataSource"]
  /// The data source is asked, and without it the delegate.
  static let dataSourceFirst = ["dataSource", "delegate"]
  /// The delegate is asked, and without it the data source.
  static let delegateFirst = ["delegate", "dataSource"]

  /// The name.
  var name: String { signature.name }
}

extension ScriptClass {
  /// Says that the host calls a method of this name where a script defines it; the class itself has none.
  ///
  /// - Parameter isOfClass: whether it is a method of the class, not of its objects.
  func callback(_ callback: Callback, isOfClass: Bool = false) {
    self.callback(callback.signature, callback.about, isOfClass: isOfClass)
  }
}

// Methods that scripts override, and call as `Class.super.name(self, …)`.
extension ScriptClass {
  /// Says that the host calls a method of this name where a script defines it, and what the class itself does.
  func method(_ callback: Callback, _ body: @escaping @MainActor (Object) throws -> Void) {
    method(callback.signature, callback.about, isCallback: true, body)
  }

  /// The same for a method that takes an argument.
  func method<Argument: LuaConvertible>(
    _ callback: Callback, _ body: @escaping @MainActor (Object, Argument) throws -> Void
  ) {
    method(callback.signature, callback.about, isCallback: true, body)
  }

  /// The same for one that returns a value.
  func method<Argument: LuaConvertible, Result: LuaConvertible>(
    _ callback: Callback, _ body: @escaping @MainActor (Object, Argument) throws -> Result
  ) {
    method(callback.signature, callback.about, isCallback: true, body)
  }

  /// The same for one that takes its arguments from the stack, pushes its results and returns their count.
  func method(_ callback: Callback, onStack body: @escaping @MainActor (Object, LuaStack) throws -> Int32) {
    method(callback.signature, callback.about, isCallback: true, onStack: body)
  }
}

extension ScriptModule {
  /// Describes the objects that scripts make for the host to ask.
  func table(_ name: String, _ about: String, of callbacks: [Callback]) {
    let type = table(name, about)
    for callback in callbacks { type.callback(callback.signature, callback.about) }
  }
}
