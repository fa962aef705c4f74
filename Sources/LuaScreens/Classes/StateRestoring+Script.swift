import LuaRuntime
import StateRestoration

extension ScriptClass where Object: StateRestoring {
  /// What views and view controllers are asked for when the state is saved and restored.
  func stateRestoring() {
    method(RestorationCallbacks.encodeRestorableState) { try $0.encodeRestorableState(with: $1) }
    method(RestorationCallbacks.decodeRestorableState) { try $0.decodeRestorableState(with: $1) }
  }
}
