/// The colours of a picture, in CSS syntax.
struct PictureColors {
  private let foreground: String
  private let own: [String]
  /// The background of cells without a background colour.
  let screen: String
  /// The colour of the window frame.
  let frame: String
  /// The colour of the title in the frame.
  let title: String

  init(isLight: Bool, background: Color) {
    own =
      isLight
      ? [
        "#24292f", "#b42323", "#1a7f37", "#8a6100", "#0550ae", "#8250df", "#0a6c8e", "#6e7781", "#57606a", "#cf222e",
        "#2da44e", "#bf8700", "#218bff", "#a475f9", "#1b98c4", "#8c959f",
      ]
      : [
        "#1d2129", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d0d4dc", "#5c6370", "#f08080",
        "#b5e08f", "#f5d88a", "#83c5ff", "#dd9bf0", "#7fd6e0", "#ffffff",
      ]
    foreground = isLight ? "#24292f" : "#d8dee9"
    screen = isLight ? "#ffffff" : "#16191f"
    if case .default = background {
      frame = screen
    } else {
      frame = Self.css(background, own)
    }
    title = "#8490a5"
  }

  func text(of style: Style) -> String {
    style.attributes.contains(.reverse) ? plainBackground(style) : plainText(style)
  }

  func background(of style: Style) -> String {
    style.attributes.contains(.reverse) ? plainText(style) : plainBackground(style)
  }

  private func plainText(_ style: Style) -> String {
    style.foreground == .default ? foreground : Self.css(style.foreground, own)
  }

  private func plainBackground(_ style: Style) -> String {
    style.background == .default ? screen : Self.css(style.background, own)
  }

  private static func css(_ color: Color, _ own: [String]) -> String {
    switch color {
    case .default: return own[0]
    case .palette(let index) where index < 16: return own[Int(index)]
    case .palette(let index): return index.xtermColor.text
    case .rgb: return color.text
    }
  }
}

extension UInt8 {
  /// The RGB value that xterm uses for a palette colour from 16 on: a 6 × 6 × 6 cube, then greys.
  public var xtermColor: Color {
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    guard self >= 16 else { return .palette(self) }
    if self < 232 {
      let place = Int(self) - 16
      return .rgb(steps[place / 36], steps[place / 6 % 6], steps[place % 6])
    }
    let gray = (self - 232) * 10 + 8
    return .rgb(gray, gray, gray)
  }
}
