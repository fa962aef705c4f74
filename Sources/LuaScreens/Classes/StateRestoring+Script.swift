import LuaRuntime
import StateRestoration

extension ScriptClass where Object: StateRestoring {
  /// What views and view controllers are asked for when the state is saved and restored.
  func stateRestoring() {
    method(
      "encodeRestorableState(coder)",
      "Called when the state is saved, parents before children, and by autosave only where something may have changed: puts what is to come back into the coder. Call that of `super`, too. After an error what it kept the last time stands.",
      isCallback: true
    ) { try $0.encodeRestorableState(with: $1) }
    method(
      "decodeRestorableState(coder)",
      "Called when the state is restored, from the root down, after `viewDidLoad` and before `viewWillAppear`: takes what was kept out of the coder. Call that of `super`, too. A key that is not there decodes to nil.",
      isCallback: true
    ) { try $0.decodeRestorableState(with: $1) }
  }
}
