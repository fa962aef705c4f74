import LuaRuntime
import StateRestoration

/// Lets C encode most values of a script's callback, without a call of Swift for each.
@MainActor
final class ScriptEncoding: PendingValues {
  private unowned let host: ScriptHost
  /// The coder for which C encodes.
  private var coder: StateCoder?

  init(_ host: ScriptHost) {
    self.host = host
  }

  /// Called before a callback that encodes.
  func begin(_ coder: StateCoder) {
    // Observers and the memory limit apply to each value.
    let host = host
    guard host.lua.isOpen, host.calls.lendsCoders, !coder.isDecoding, coder.hasNoKeys else { return }
    // A callback may save in turn.
    stop()
    host.lua.beginEncoding(into: coder, takingTables: !host.restoration.hasObjects)
    coder.pendingValues = self
    self.coder = coder
  }

  /// Called when the callback has returned.
  func end(_ coder: StateCoder) {
    // No value is encoded after these, so that none shares tables with them.
    take(of: coder, sharingTables: false)
  }

  /// Leaves all values from now on to Swift.
  func stop() {
    if let coder { add(to: coder) }
  }

  func add(to coder: StateCoder) { take(of: coder, sharingTables: true) }

  private func take(of coder: StateCoder, sharingTables: Bool) {
    guard self.coder === coder else { return }
    self.coder = nil
    coder.pendingValues = nil
    let host = host
    guard let stack = try? host.lua.stack else { return }
    let values = stack.encodedValues
    coder.setMap(values.map)
    if sharingTables, values.hasTables {
      stack.pushEncodedTables()
      EncodedTables.attached(to: coder, host).add(values, LuaReference(stack, -1))
      stack.pop()
    }
    stack.endEncoding()
  }
}
