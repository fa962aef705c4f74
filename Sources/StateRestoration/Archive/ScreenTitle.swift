/// The title of the screen, recorded with each save for the history. It is not state: it is never restored, and
/// changing it alone does not cause a save.
enum ScreenTitle {
  /// The key in the application's built-in state.
  static let key = "title"

  /// Returns an application's state without the title.
  @MainActor
  static func removed(from state: [UInt8]) -> [UInt8] {
    let coder = StateCoder(changing: state)
    guard !coder.isDamaged, coder.hasBuiltIn, coder.builtIn.contains(key) else { return state }
    coder.builtIn.removeValue(forKey: key)
    return coder.encodedState()
  }
}
