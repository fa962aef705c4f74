import LuaRuntime
import StateRestoration

extension ScriptClass where Object: StateRestoring {
  /// What views and view controllers are asked for when the state is saved and restored.
  func stateRestoring() {
    method(
      "encodeRestorableState(coder)", "Called when the state is saved: keeps what is to come back.", isCallback: true
    ) { try $0.encodeRestorableState(with: $1) }
    method(
      "decodeRestorableState(coder)", "Called when the state is restored: takes what was kept.", isCallback: true
    ) { try $0.decodeRestorableState(with: $1) }
  }
}
