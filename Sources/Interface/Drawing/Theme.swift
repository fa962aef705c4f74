/// The looks of everything that is drawn, by the role that it plays.
///
/// Every look that says something (focus, selection, a control that cannot be used) differs from plain text in every theme
/// by an attribute too, in ``monochrome`` by attributes alone: colour is never the only sign.
public struct Theme: Hashable, Sendable {
  /// What something is, for its look.
  public enum Role: String, CaseIterable, Sendable {
    /// Text, and the background of the whole screen.
    case text
    /// Text beside the main thing: details, hints.
    case secondary
    /// What stands in an empty field.
    case placeholder
    /// What shows a value: the filled part of a bar, a mark.
    case accent
    /// The focused view.
    case focused
    /// What is chosen.
    case selected
    /// A text that can be edited.
    case field
    /// The title of a section.
    case header
    /// A navigation bar, tab bar or tool bar.
    case bar
    /// What is chosen or said in a bar.
    case barTitle
    /// Borders, dividers, tracks of scroll bars.
    case border
    /// The border of the focused view.
    case focusedBorder
    /// What cannot be used.
    case disabled
    /// What destroys something.
    case destructive
  }

  /// The name that ``named(_:)`` finds it by.
  public var name: String
  private var styles: [Role: Style]

  /// A theme of these looks. A role that is left out looks like text.
  public init(name: String, styles: [Role: Style]) {
    self.name = name
    self.styles = styles
  }

  /// The look of a role.
  public subscript(role: Role) -> Style {
    get { styles[role] ?? .plain }
    set { styles[role] = newValue }
  }

  /// The built-in themes.
  public static let all = [terminal, dark, light, monochrome]

  /// The built-in theme of a name.
  public static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

  /// The colours that the user chose for the terminal.
  public static let terminal: Theme = {
    var theme = monochrome
    theme.name = "terminal"
    theme[.accent] = Style(foreground: .palette(6))
    theme[.selected] = Style(foreground: .palette(6), attributes: .bold)
    theme[.focusedBorder] = Style(foreground: .palette(6), attributes: .bold)
    theme[.destructive] = Style(foreground: .palette(1))
    return theme
  }()

  /// No colour at all.
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

  /// Light text on a dark screen, in true colour.
  public static let dark = palette(
    "dark", text: 0xd8dee9, background: 0x1d2129, secondary: 0x8490a5, accent: 0x7fc4d8, field: 0x2a303c,
    bar: 0x2f3644, line: 0x4a5468, disabled: 0x5d687c, destructive: 0xe06c75)

  /// Dark text on a light screen, in true colour.
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
