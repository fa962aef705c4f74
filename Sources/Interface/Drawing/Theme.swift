/// The styles of everything that is drawn, by role.
///
/// In every theme, focus, selection and disabled controls differ from plain text by an attribute too, and in
/// ``monochrome`` by attributes alone: colour is never the only sign.
public struct Theme: Hashable, Sendable {
  /// The purpose of something drawn.
  public enum Role: String, CaseIterable, Sendable {
    /// Text and the background of the screen.
    case text
    /// Secondary text: details and hints.
    case secondary
    /// The placeholder of an empty field.
    case placeholder
    /// An indicator of a value: the filled part of a bar, a mark.
    case accent
    /// The focused view.
    case focused
    /// A selected item.
    case selected
    /// Editable text.
    case field
    /// The title of a section.
    case header
    /// A navigation bar, tab bar or tool bar.
    case bar
    /// The selected item or the title of a bar.
    case barTitle
    /// Borders, dividers and tracks of scroll bars.
    case border
    /// The border of the focused view.
    case focusedBorder
    /// A disabled control.
    case disabled
    /// A destructive action.
    case destructive
  }

  /// The theme's name, for ``named(_:)``.
  public var name: String
  private var styles: [Role: Style]

  /// Creates a theme. A role without a style looks like text.
  public init(name: String, styles: [Role: Style]) {
    self.name = name
    self.styles = styles
  }

  /// The style of a role.
  public subscript(role: Role) -> Style {
    get { styles[role] ?? .plain }
    set { styles[role] = newValue }
  }

  /// The built-in themes.
  public static let all = [terminal, dark, light, monochrome]

  /// Returns the built-in theme with a name.
  public static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// Uses the colours configured in the terminal.
  public static let terminal: Theme = {
    var theme = monochrome
    theme.name = "terminal"
    theme[.accent] = Style(foreground: .palette(6))
    theme[.selected] = Style(foreground: .palette(6), attributes: .bold)
    theme[.focusedBorder] = Style(foreground: .palette(6), attributes: .bold)
    theme[.destructive] = Style(foreground: .palette(1))
    return theme
  }()

  /// Uses no colours.
  public static let monochrome = Theme(
    name: "monochrome",
    styles: [
      .secondary: Style(attributes: .dim), .placeholder: Style(attributes: [.dim, .italic]), .accent: .plain,
      .focused: Style(attributes: .reverse), .selected: Style(attributes: .bold),
      .field: Style(attributes: .underline), .header: Style(attributes: .bold), .bar: Style(attributes: .underline),
      .barTitle: Style(attributes: [.underline, .bold]), .border: Style(attributes: .dim),
      .focusedBorder: Style(attributes: .bold), .disabled: Style(attributes: .dim),
      .destructive: Style(attributes: .underline),
    ])

  /// Light text on a dark background, in 24-bit colour.
  public static let dark = palette(
    "dark", text: 0xd8dee9, background: 0x1d2129, secondary: 0x8490a5, accent: 0x7fc4d8, field: 0x2a303c,
    bar: 0x2f3644, line: 0x4a5468, disabled: 0x5d687c, destructive: 0xe06c75)

  /// Dark text on a light background, in 24-bit colour.
  public static let light = palette(
    "light", text: 0x24292f, background: 0xfbfbf8, secondary: 0x656d76, accent: 0x0a6c8e, field: 0xe9ecef,
    bar: 0xdfe4e8, line: 0xb4bcc4, disabled: 0x9aa2ab, destructive: 0xb42323)

  private static func palette(
    _ name: String, text: UInt32, background: UInt32, secondary: UInt32, accent: UInt32, field: UInt32, bar: UInt32,
    line: UInt32, disabled: UInt32, destructive: UInt32
  ) -> Theme {
    func color(_ value: UInt32) -> Color { Color(hex: value) }
    return Theme(
      name: name,
      styles: [
        .text: Style(foreground: color(text), background: color(background)),
        .secondary: Style(foreground: color(secondary)),
        .placeholder: Style(foreground: color(secondary), attributes: .italic),
        .accent: Style(foreground: color(accent)),
        .focused: Style(foreground: color(background), background: color(accent), attributes: .bold),
        .selected: Style(foreground: color(accent), attributes: .bold),
        .field: Style(background: color(field)),
        .header: Style(foreground: color(accent), attributes: .bold),
        .bar: Style(background: color(bar)),
        .barTitle: Style(foreground: color(accent), background: color(bar), attributes: .bold),
        .border: Style(foreground: color(line)),
        .focusedBorder: Style(foreground: color(accent), attributes: .bold),
        .disabled: Style(foreground: color(disabled), attributes: .dim),
        .destructive: Style(foreground: color(destructive)),
      ])
  }
}
