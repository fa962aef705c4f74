/// The colour of a cell.
public enum Color: Hashable, Sendable {
  /// The terminal's default colour.
  case `default`
  /// One of the terminal's 256 colours; the user configures the first 16.
  case palette(UInt8)
  /// A 24-bit colour.
  case rgb(UInt8, UInt8, UInt8)

  /// Creates a 24-bit colour from a number such as `0xff8800`.
  public init(hex: UInt32) {
    self = .rgb(UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255))
  }

  /// Returns the colour halfway to another one; nil if either is not a 24-bit colour.
  func mixed(with other: Color) -> Color? {
    guard case .rgb(let red, let green, let blue) = self, case .rgb(let red2, let green2, let blue2) = other else {
      return nil
    }
    func middle(_ one: UInt8, _ two: UInt8) -> UInt8 { UInt8((Int(one) + Int(two)) / 2) }
    return .rgb(middle(red, red2), middle(green, green2), middle(blue, blue2))
  }

  /// The names of the terminal's first 16 colours: eight basic ones and their bright variants (`"brightRed"`).
  public static let names = basicNames + basicNames.map { "bright" + $0.capitalizedFirst }
  private static let basicNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// Parses a colour: a name, `"default"`, a number from 0 to 255, `"#rrggbb"` or `"#rgb"`; nil for any other text.
  public init?(_ text: String) {
    if text == "default" {
      self = .default
    } else if let index = Self.names.firstIndex(of: text) {
      self = .palette(UInt8(index))
    } else if let index = UInt8(text) {
      self = .palette(index)
    } else if text == "gray" || text == "grey" {
      self = .palette(8)
    } else if text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16), text.utf8.count == 7 {
      self.init(hex: value)
    } else if text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16), text.utf8.count == 4 {
      self.init(hex: (value >> 8 & 15) * 0x110000 | (value >> 4 & 15) * 0x1100 | (value & 15) * 0x11)
    } else {
      return nil
    }
  }

  /// The colour in the format that ``init(_:)`` parses.
  public var text: String {
    switch self {
    case .default: return "default"
    case .palette(let index) where index < 16: return Self.names[Int(index)]
    case .palette(let index): return String(index)
    case .rgb(let red, let green, let blue):
      let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Color {
  /// The colour as a number.
  var packed: UInt32 {
    switch self {
    case .default: 0
    case .palette(let index): 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue): 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  init(packed: UInt32) {
    let bytes = (UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8))
    let last = UInt8(truncatingIfNeeded: packed)
    self =
      switch packed >> 24 {
      case 0: .default
      case 1: .palette(last)
      default: .rgb(bytes.0, bytes.1, last)
      }
  }
}

/// The look of a cell.
public struct Style: Hashable, Sendable {
  /// Text attributes.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The set's bits.
    public let rawValue: UInt8

    /// The set of these bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Bold text.
    public static let bold = Attributes(rawValue: 1)
    /// Dim text.
    public static let dim = Attributes(rawValue: 2)
    /// Italic text.
    public static let italic = Attributes(rawValue: 4)
    /// Underlined text.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 16)
    /// Text with a line through it.
    public static let strikethrough = Attributes(rawValue: 32)
  }

  /// The text colour.
  public var foreground: Color {
    get { Color(packed: packedForeground) }
    set { packedForeground = newValue.packed }
  }
  /// The background colour.
  public var background: Color {
    get { Color(packed: packedBackground) }
    set { packedBackground = newValue.packed }
  }
  // Drawing a frame compares thousands of styles, for which colours are slow.
  private var packedForeground: UInt32
  private var packedBackground: UInt32
  /// The text attributes.
  public var attributes: Attributes
  /// The embedding level of the text in Unicode's bidirectional algorithm, from which the order of the text is restored.
  /// It is no part of the look: styles that differ in it alone are equal.
  var level: Int8 = 0
  /// The picture that takes the cell, for front ends that can show pictures.
  public var picture = PictureTag.none
  /// The link, for terminals with hyperlinks.
  public var link = Hyperlink.none

  /// Creates a style.
  public init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
    packedForeground = foreground.packed
    packedBackground = background.packed
    self.attributes = attributes
  }

  /// Returns whether styles look the same.
  public static func == (first: Style, second: Style) -> Bool {
    first.packedForeground == second.packedForeground && first.packedBackground == second.packedBackground
      && first.attributes == second.attributes && first.picture == second.picture && first.link == second.link
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(packedForeground)
    hasher.combine(packedBackground)
    hasher.combine(attributes)
    hasher.combine(picture)
    hasher.combine(link)
  }

  /// The terminal's default style.
  public static let plain = Style()

  /// Whether text on this style must not have colours of its own: the style has a background, or is in reverse.
  var hidesColors: Bool { background != .default || attributes.contains(.reverse) }

  /// Returns the style on top of another: default colours come from the base, and attributes are combined.
  public func over(_ base: Style) -> Style {
    guard base != .plain else { return self }
    var result = Style(
      foreground: foreground == .default ? base.foreground : foreground,
      background: background == .default ? base.background : background,
      attributes: attributes.union(base.attributes))
    result.link = link == .none ? base.link : link
    result.picture = picture
    return result
  }
}
