/// The title of the screen, which each save records for people who look for one. It is no state: it is never restored, and a
/// change of it alone is no reason to save.
enum ScreenTitle {
  /// The key among those that the application's class keeps by itself.
  static let key = "title"

  /// An application's state without the title.
  @MainActor
  static func removed(from state: [UInt8]) -> [UInt8] {
    let coder = StateCoder(decoding: state)
    guard !coder.isDamaged, coder.hasBuiltIn, coder.builtIn.contains(key) else { return state }
    coder.builtIn.removeValue(forKey: key)
    return coder.encodedState()
  }
}
