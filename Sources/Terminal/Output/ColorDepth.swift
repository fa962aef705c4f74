import Interface

extension ColorDepth {
  /// Detects the colours of the terminal from the environment.
  public init(environment: [String: String]) {
    let name = environment["TERM"] ?? ""
    if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || name.hasSuffix("-direct")
      || Self.namesWithFullColor.contains(name)
    {
      self = .full
    } else if name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains(where: { $0.hasPrefix("256color") })
    {
      self = .palette
    } else if ["vt52", "vt100", "vt102", "vt220", "vt320"].contains(name) {
      self = .none
    } else {
      self = .basic
    }
  }

  /// The names of terminals that support all colours, for connections that don't pass on `COLORTERM`, as those of ssh.
  private static let namesWithFullColor: Set = [
    "xterm-kitty", "xterm-ghostty", "ghostty", "foot", "foot-extra", "alacritty", "wezterm", "contour",
  ]

  /// Returns the nearest supported colour.
  func nearest(to color: Color) -> Color {
    switch (self, color) {
    case (.none, _): .default
    case (_, .default), (.full, _): color
    case (.palette, .palette): color
    case (.palette, .rgb(let red, let green, let blue)): .palette(Self.paletteIndex(red, green, blue))
    case (.basic, .palette(let index)) where index < 16: color
    case (.basic, .palette(let index)): .palette(Self.basicIndex(Self.components(ofPaletteIndex: index)))
    case (.basic, .rgb(let red, let green, let blue)): .palette(Self.basicIndex((red, green, blue)))
    }
  }

  /// The first 16 colours of xterm by default.
  private static let basicColors: [(UInt8, UInt8, UInt8)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]

  private static func components(ofPaletteIndex index: UInt8) -> (UInt8, UInt8, UInt8) {
    guard case .rgb(let red, let green, let blue) = index.xtermColor else { return basicColors[Int(index)] }
    return (red, green, blue)
  }

  private static func distance(_ first: (UInt8, UInt8, UInt8), _ second: (UInt8, UInt8, UInt8)) -> Int {
    let red = Int(first.0) - Int(second.0)
    let green = Int(first.1) - Int(second.1)
    let blue = Int(first.2) - Int(second.2)
    return 3 * red * red + 4 * green * green + 2 * blue * blue
  }

  /// Never returns one of the first 16 colours, which the user configures.
  private static func paletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    func step(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
    let cube = UInt8(16 + 36 * step(red) + 6 * step(green) + step(blue))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let gray = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    let wanted = (red, green, blue)
    let cubeError = distance(wanted, components(ofPaletteIndex: cube))
    return distance(wanted, components(ofPaletteIndex: gray)) < cubeError ? gray : cube
  }

  private static func basicIndex(_ wanted: (UInt8, UInt8, UInt8)) -> UInt8 {
    var best = 0
    for index in basicColors.indices where distance(wanted, basicColors[index]) < distance(wanted, basicColors[best]) {
      best = index
    }
    return UInt8(best)
  }
}
