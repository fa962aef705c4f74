/// The brightness of the terminal's own background, which the theme ``Theme/auto`` follows.
public enum TerminalBackground: String, Sendable {
  /// The terminal has not reported it.
  case unknown
  /// A dark background.
  case dark
  /// A light background.
  case light
}
