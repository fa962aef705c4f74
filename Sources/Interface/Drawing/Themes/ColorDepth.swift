/// The range of colours that a terminal supports.
public enum ColorDepth: Int, Comparable, Sendable {
  /// No colours: `NO_COLOR` is set, or the terminal has none.
  case none
  /// The 16 colours configured by the user.
  case basic
  /// The 256 colours of xterm.
  case palette
  /// 24-bit colour.
  case full

  /// Orders by number of colours.
  public static func < (first: ColorDepth, second: ColorDepth) -> Bool { first.rawValue < second.rawValue }
}
