import LuaRuntime

/// A function that scripts define and the host calls: its name, its parameters, when and how it is called.
///
/// The callbacks are defined in this folder, one file per family. Calls, annotations, `luahost doc` and the check for
/// misspelt names use the definitions.
package final class Callback: Sendable {
  /// The name, the parameters and the result.
  let signature: Signature
  /// A sentence on when it is called and what it returns.
  let about: String
  /// The cause of a call, which determines its consequences.
  let cause: Cause
  /// The properties of a list whose objects may implement it, in the order in which they are searched.
  let roles: [String]
  /// Whether a data source must implement it: without it there is nothing to display, which is an error.
  let isRequired: Bool
  /// Whether a repeated identical error is reported only once.
  let isErrorReportedOnce: Bool

  /// The cause of a call.
  enum Cause: Sendable {
    /// An event of the receiver: its encoded state may have changed.
    case event
    /// An action of the user on the receiver, which has changed its encoded state. State kept because its decode failed
    /// is discarded.
    case action
    /// A question of the host, asked repeatedly: what the function reads and writes does not count as changed.
    case query
    /// An event outside the app, such as a timer: the encoded state of any object may have changed.
    case outside

    /// Whether it leads to calls without user actions, so that an identical error would be reported forever.
    var isRecurring: Bool { self == .query || self == .outside }
  }

  /// Creates a callback that is documented by its definition.
  ///
  /// - Parameters:
  ///   - signature: with the types that Swift does not know.
  ///   - roles: by default the data source is asked first, and the delegate is notified first.
  init(
    _ signature: Signature, _ about: String, _ cause: Cause = .event, roles: [String]? = nil, isRequired: Bool = false,
    isErrorReportedOnce: Bool? = nil
  ) {
    self.signature = signature
    self.about = about
    self.cause = cause
    self.roles = roles ?? (cause == .query ? Self.dataSourceFirst : Self.delegateFirst)
    self.isRequired = isRequired
    self.isErrorReportedOnce = isErrorReportedOnce ?? cause.isRecurring
  }

  /// Creates a callback that is documented where scripts assign it, or that was named by a script.
  convenience init(named name: String, _ cause: Cause = .event, isErrorReportedOnce: Bool? = nil) {
    self.init(Signature(stringLiteral: name), "", cause, isErrorReportedOnce: isErrorReportedOnce)
  }

  /// Only the data source is searched.
  static let dataSource = ["dataSource"]
  /// The data source is searched first, then the delegate.
  static let dataSourceFirst = ["dataSource", "delegate"]
  /// The delegate is searched first, then the data source.
  static let delegateFirst = ["delegate", "dataSource"]

  /// The name.
  package var name: String { signature.name }
}

extension ScriptClass {
  /// Declares that the host calls a method of this name if a script defines it; the class itself has none.
  ///
  /// - Parameter isOfClass: whether it is a method of the class, not of its instances.
  func callback(_ callback: Callback, isOfClass: Bool = false) {
    self.callback(callback.signature, callback.about, isOfClass: isOfClass)
  }
}

// Methods that scripts override, and call as `Class.super.name(self, …)`.
extension ScriptClass {
  /// Declares that the host calls a method of this name if a script defines it, with the class's own implementation.
  func method(_ callback: Callback, _ body: @escaping @MainActor (Object) throws -> Void) {
    method(callback.signature, callback.about, isCallback: true, body)
  }

  /// Declares a method that takes an argument.
  func method<Argument: LuaConvertible>(
    _ callback: Callback, _ body: @escaping @MainActor (Object, Argument) throws -> Void
  ) {
    method(callback.signature, callback.about, isCallback: true, body)
  }

  /// Declares a method that takes an argument and returns a value.
  func method<Argument: LuaConvertible, Result: LuaConvertible>(
    _ callback: Callback, _ body: @escaping @MainActor (Object, Argument) throws -> Result
  ) {
    method(callback.signature, callback.about, isCallback: true, body)
  }

  /// Declares a method that takes its arguments from the stack, pushes its results and returns their count.
  func method(_ callback: Callback, onStack body: @escaping @MainActor (Object, LuaStack) throws -> Int32) {
    method(callback.signature, callback.about, isCallback: true, onStack: body)
  }
}

extension ScriptModule {
  /// Documents objects that scripts create and the host calls.
  func table(_ name: String, _ about: String, of callbacks: [Callback]) {
    let type = table(name, about)
    for callback in callbacks { type.callback(callback.signature, callback.about) }
  }
}
