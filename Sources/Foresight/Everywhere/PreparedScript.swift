import LuaScreens

/// Prepares the Lua state of an app before its script runs.
@MainActor
final class PreparedScript: ScriptObserver {
  private let prepare: () throws -> Void

  /// - Parameter prepare: an error, such as that of exhausted memory, leaves the state as it is: the script then meets it
  ///   as well.
  init(_ prepare: @escaping () throws -> Void) { self.prepare = prepare }

  override func scriptWillRun() { try? prepare() }
}
