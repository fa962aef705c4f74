/// A colour of a cell.
public enum Color: Hashable, Sendable {
  /// What the terminal uses by itself.
  case `default`
  /// One of the terminal's 256 colours; the first 16 are the person's own.
  case palette(UInt8)
  /// True colour.
  case rgb(UInt8, UInt8, UInt8)
}

/// How a cell looks.
public struct Style: Hashable, Sendable {
  /// What is done to the letters.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The set's bits.
    public let rawValue: UInt8

    /// The set of these bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier letters.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter letters.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted letters.
    public static let italic = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 16)
    /// A line through.
    public static let strikethrough = Attributes(rawValue: 32)
  }

  /// The colour of the letters.
  public var foreground: Color
  /// The colour behind them.
  public var background: Color
  /// What is done to the letters.
  public var attributes: Attributes

  /// A style of these parts.
  public init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own.
  public static let plain = Style()
}
