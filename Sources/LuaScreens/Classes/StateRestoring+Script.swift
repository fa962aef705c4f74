import LuaRuntime
import StateRestoration

extension ScriptClass where Object: StateRestoring {
  /// Declares the callbacks of views and view controllers for saving and restoration.
  func stateRestoring() {
    method(RestorationCallbacks.encodeRestorableState) { try $0.encodeRestorableState(with: $1) }
    method(RestorationCallbacks.decodeRestorableState) { try $0.decodeRestorableState(with: $1) }
  }
}
