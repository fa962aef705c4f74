/// The styles of everything that is drawn, by role.
///
/// In every theme, focus, selection and disabled controls differ from plain text by an attribute or a mark too, and in
/// ``monochrome`` by these alone: colour is never the only sign.
public struct Theme: Hashable, Sendable {
  /// Whether a theme is dark or light.
  public enum Appearance: String, Sendable {
    /// Light text on a dark background.
    case dark
    /// Dark text on a light background.
    case light
    /// The colours of the terminal.
    case any
  }

  /// The edges of buttons.
  public enum ButtonEdges: String, Sendable, CaseIterable {
    /// Blanks: the background shows the button.
    case blank
    /// Brackets.
    case brackets

    /// Returns the edges of a button.
    func glyphs(isEnabled: Bool) -> (left: String, right: String) {
      self == .blank ? (" ", " ") : isEnabled ? ("[", "]") : ("(", ")")
    }
  }

  /// The theme's name, for ``named(_:)``.
  public var name: String
  /// Whether the theme is dark or light.
  public private(set) var appearance: Appearance
  /// Whether bars, fields and selected rows have backgrounds of their own.
  public private(set) var usesFills: Bool
  /// The edges of buttons.
  public private(set) var buttonEdges: ButtonEdges
  /// The styles in the order of the roles.
  private var styles: [Style]
  /// The styles for terminals with 256 colours; empty if they are the same.
  private var indexedStyles: [Style] = []
  /// The styles by which this theme differs from the built-in theme ``baseName``.
  private var ownStyles: [Role: Style] = [:]
  private var baseName: String?

  /// Creates a theme. A role without a style looks like the one on which it is based, or else like text.
  public init(name: String, styles: [Role: Style]) {
    self.init(name, .any, usesFills: false, buttonEdges: .brackets, styles: [:])
    baseName = nil
    set(styles)
  }

  /// Creates a theme with the styles of another one, except for these roles and those based on them.
  ///
  /// - Parameters:
  ///   - usesFills: ``usesFills``; nil for that of the base.
  ///   - buttonEdges: ``buttonEdges``; nil for those of the base.
  public init(
    name: String, base: Theme, styles: [Role: Style], usesFills: Bool? = nil, buttonEdges: ButtonEdges? = nil
  ) {
    self = base
    self.name = name
    self.usesFills = usesFills ?? base.usesFills
    self.buttonEdges = buttonEdges ?? base.buttonEdges
    ownStyles.merge(styles) { $1 }
    set(styles)
  }

  /// Creates a theme without backgrounds.
  init(
    _ name: String, _ appearance: Appearance, usesFills: Bool, buttonEdges: ButtonEdges, styles: [Role: Style]
  ) {
    (self.name, baseName, self.appearance) = (name, name, appearance)
    (self.usesFills, self.buttonEdges) = (usesFills, buttonEdges)
    self.styles = Role.allCases.map { styles[$0] ?? .plain }
  }

  /// Creates a theme with backgrounds. A role without colours has those of the role on which it is based.
  init(_ name: String, _ appearance: Appearance, buttonEdges: ButtonEdges = .blank, colors: [Colors]) {
    self.init(name, appearance, usesFills: true, buttonEdges: buttonEdges, styles: [:])
    indexedStyles = styles
    var given = [Colors?](repeating: nil, count: Role.allCases.count)
    for colors in colors { given[colors.role.rawValue] = colors }
    for role in Role.allCases {
      guard let colors = sequence(first: role, next: \.base).lazy.compactMap({ given[$0.rawValue] }).first else {
        continue
      }
      let attributes = Colors.attributes(of: role)
      styles[role.rawValue] = Style(
        foreground: colors.foreground, background: colors.background, attributes: attributes)
      indexedStyles[role.rawValue] = Style(
        foreground: colors.indexedForeground, background: colors.indexedBackground, attributes: attributes)
    }
  }

  /// The style of a role.
  public subscript(role: Role) -> Style {
    get { styles[role.rawValue] }
    set {
      ownStyles[role] = newValue
      set([role: newValue])
    }
  }

  /// Sets roles, and those based on them that are not among them.
  private mutating func set(_ given: [Role: Style]) {
    for role in Role.allCases {
      guard let style = given[role] else { continue }
      styles[role.rawValue] = style
      if !indexedStyles.isEmpty { indexedStyles[role.rawValue] = style }
      for based in role.basedRoles { change(based, unlessIn: given) { style.over($0) } }
      let background = Style(background: style.background)
      for based in role.backgroundRoles { change(based, unlessIn: given) { background.over($0) } }
    }
  }

  private mutating func change(_ role: Role, unlessIn given: [Role: Style], _ change: (Style) -> Style) {
    guard given[role] == nil else { return }
    styles[role.rawValue] = change(styles[role.rawValue])
    if !indexedStyles.isEmpty { indexedStyles[role.rawValue] = change(indexedStyles[role.rawValue]) }
    for based in role.basedRoles { self.change(based, unlessIn: given, change) }
  }

  // MARK: Terminals

  /// Returns the theme as shown by a terminal: ``auto`` as a dark or light theme; with 256 colours, colours fitted to
  /// those; with 16 colours ``terminal``, and without colours ``monochrome``.
  public func resolved(for depth: ColorDepth, on background: TerminalBackground = .unknown) -> Theme {
    guard let baseName else { return depth == .none ? .monochrome : self }
    if baseName == Self.monochrome.name { return self }
    switch depth {
    case .none: return .monochrome
    case .basic:
      // Other colours have no place among the user's 16.
      let kept = ownStyles.filter { $0.value.foreground.isBasic && $0.value.background.isBasic }
      return kept.isEmpty ? .terminal : Theme(name: name, base: .terminal, styles: kept)
    case .palette, .full:
      var theme = self
      if baseName == Self.auto.name {
        theme = background == .light ? .light : .dark
        if !ownStyles.isEmpty {
          theme = Theme(
            name: name, base: theme, styles: ownStyles, usesFills: usesFills, buttonEdges: buttonEdges)
        }
      }
      if depth == .palette, !theme.indexedStyles.isEmpty {
        theme.styles = theme.indexedStyles
        theme.indexedStyles = []
      }
      return theme
    }
  }
}

extension Theme {
  /// The built-in themes by name, the default first. Each is created when it is used.
  private static let builtIn: KeyValuePairs<String, @Sendable () -> Theme> = [
    "auto": { .auto }, "dark": { .dark }, "light": { .light }, "high-contrast": { .highContrast }, "nord": { .nord },
    "gruvbox": { .gruvbox }, "catppuccin": { .catppuccin }, "solarized-light": { .solarizedLight },
    "dracula": { .dracula }, "terminal": { .terminal }, "monochrome": { .monochrome },
  ]
  /// The names of the built-in themes, the default first.
  public static let names = builtIn.map(\.key)
  /// The built-in themes, the default first.
  public static var all: [Theme] { names.compactMap(named) }

  /// Returns the built-in theme with a name.
  public static func named(_ name: String) -> Theme? { builtIn.first { $0.key == name }?.value() }

  /// Follows the terminal's background: ``light`` on a light one, otherwise ``dark``.
  public static let auto: Theme = {
    var theme = dark
    (theme.name, theme.baseName) = ("auto", "auto")
    return theme
  }()
}

/// The colours of a role: in 24 bits, and among the 256 of xterm.
struct Colors {
  let role: Theme.Role
  let foreground: Color
  let indexedForeground: Color
  let background: Color
  let indexedBackground: Color

  init(
    _ role: Theme.Role, _ foreground: UInt32? = nil, _ index: UInt8 = 0, on background: UInt32? = nil,
    _ backgroundIndex: UInt8 = 0
  ) {
    self.role = role
    self.foreground = foreground.map { Color(hex: $0) } ?? .default
    indexedForeground = foreground == nil ? .default : .palette(index)
    self.background = background.map { Color(hex: $0) } ?? .default
    indexedBackground = background == nil ? .default : .palette(backgroundIndex)
  }

  /// The attributes of the roles in themes with backgrounds.
  static func attributes(of role: Theme.Role) -> Style.Attributes {
    switch role {
    case .placeholder, .syntaxComment: .italic
    case .link, .fieldFocused: .underline
    case .currentMatch: [.bold, .underline]
    case .header, .columnTitle, .sortedColumnTitle, .focused, .selected, .focusedBorder, .error, .buttonFocused,
      .buttonPressed, .primaryButton, .primaryButtonFocused, .primaryButtonPressed, .primaryButtonDisabled,
      .destructiveButtonFocused, .destructiveButtonPressed, .barTitle, .selectedTab, .selectedTabFocused, .hintKey,
      .notice, .scrollThumbFocused, .diffFile:
      .bold
    default: []
    }
  }
}

extension Color {
  /// Whether the colour is the default one or one of the first 16, which the user configures.
  fileprivate var isBasic: Bool {
    switch self {
    case .default: true
    case .palette(let index): index < 16
    case .rgb: false
    }
  }
}
