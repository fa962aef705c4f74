extension Theme {
  /// The purpose of something drawn.
  ///
  /// A theme that sets a role, but not one that is based on it (``Theme/Role/basedRoles``), changes both.
  public enum Role: Int, CaseIterable, Sendable {
    // Surfaces.

    /// The background of the screen.
    case screen
    /// The primary side of a split view, and the app's output.
    case panel
    /// Menus, and the fill of buttons.
    case raised
    /// Alerts, the command palette and the help.
    case overlay
    /// The screen under an alert, the command palette or the help.
    case scrim

    // Text.

    /// Text.
    case text
    /// Secondary text: details, labels, units.
    case secondary
    /// A disabled control.
    case disabled
    /// The placeholder of an empty field.
    case placeholder
    /// A link.
    case link
    /// An indicator of a value: the filled part of a bar, a bullet.
    case accent
    /// The title of a section.
    case header
    /// The title of a column.
    case columnTitle
    /// The title of the column by which rows are sorted.
    case sortedColumnTitle

    // Focus and selection.

    /// The focused row, control or segment.
    case focused
    /// A selected item that is not focused.
    case selected
    /// The line of the cursor in a text that is not edited.
    case cursorLine
    /// Selected text.
    case textSelection
    /// A match of a search.
    case match
    /// The current match of a search.
    case currentMatch

    // Fields and lines.

    /// Editable text.
    case field
    /// The focused field.
    case fieldFocused
    /// A field with an invalid text.
    case fieldInvalid
    /// Borders.
    case border
    /// The border of the focused view.
    case focusedBorder
    /// The lines between the levels of an outline.
    case guide
    /// The line between two views.
    case divider

    // Status.

    /// A success.
    case success
    /// A warning.
    case warning
    /// An error.
    case error
    /// Information.
    case info
    /// A destructive action.
    case destructive

    // Buttons.

    /// A button.
    case button
    /// The focused button.
    case buttonFocused
    /// A button while it is pressed.
    case buttonPressed
    /// A disabled button.
    case buttonDisabled
    /// The primary button of a screen.
    case primaryButton
    /// The primary button while it is focused.
    case primaryButtonFocused
    /// The primary button while it is pressed.
    case primaryButtonPressed
    /// The primary button while it is disabled.
    case primaryButtonDisabled
    /// The button of a destructive action.
    case destructiveButton
    /// The button of a destructive action while it is focused.
    case destructiveButtonFocused
    /// The button of a destructive action while it is pressed.
    case destructiveButtonPressed
    /// The button of a destructive action while it is disabled.
    case destructiveButtonDisabled

    // Bars.

    /// A navigation bar or tool bar.
    case bar
    /// The title of the screen with the focus.
    case barTitle
    /// The title of a screen beside the one with the focus.
    case barTitleInactive
    /// A button in a bar.
    case barItem
    /// A tab bar.
    case tabBar
    /// The selected tab.
    case selectedTab
    /// The selected tab while the tab bar is focused.
    case selectedTabFocused
    /// A key in the key hints and in the help.
    case hintKey
    /// The effect of a key in the key hints.
    case hint
    /// A notification.
    case notice

    // Bars that show a value or a position.

    /// The track of a scroll bar.
    case scrollTrack
    /// The thumb of a scroll bar.
    case scrollThumb
    /// The thumb of the scroll bar of a focused view.
    case scrollThumbFocused
    /// The empty part of a bar that shows a value.
    case track

    // Charts, differences between files, source code.

    /// The first series of a chart.
    case chart1
    /// The second series of a chart.
    case chart2
    /// The third series of a chart.
    case chart3
    /// The fourth series of a chart.
    case chart4
    /// The fifth series of a chart.
    case chart5
    /// The sixth series of a chart.
    case chart6
    /// The seventh series of a chart.
    case chart7
    /// The eighth series of a chart.
    case chart8
    /// An added line.
    case diffAdded
    /// A removed line.
    case diffRemoved
    /// The position of a group of changed lines.
    case diffHunk
    /// The name of a changed file.
    case diffFile
    /// A keyword in source code.
    case syntaxKeyword
    /// A string in source code.
    case syntaxString
    /// A number in source code.
    case syntaxNumber
    /// The name of a function in source code.
    case syntaxFunction
    /// The name of a type in source code.
    case syntaxType
    /// A comment in source code.
    case syntaxComment
  }
}

extension Theme.Role {
  /// The name in scripts and saved states.
  public var name: String { String(describing: self) }

  /// The names of all roles, in order.
  public static let names = allCases.map(\.name)
  private static let byName = Dictionary(uniqueKeysWithValues: zip(names, allCases))

  /// Creates a role from its name; nil if there is none with this name.
  public init?(name: String) {
    guard let role = Self.byName[name] else { return nil }
    self = role
  }

  /// The roles that look like this one unless a theme sets them: they take its colours, and add its attributes to their
  /// own.
  public var basedRoles: [Theme.Role] {
    switch self {
    case .text: [.screen, .header, .hintKey]
    case .screen: [.panel, .raised, .overlay]
    case .secondary: [.columnTitle, .hint, .barTitleInactive]
    case .disabled: [.buttonDisabled, .primaryButtonDisabled, .destructiveButtonDisabled]
    case .accent: [.link, .barItem, .sortedColumnTitle, .selectedTab, .primaryButton, .scrollThumbFocused]
    case .focused:
      [.buttonFocused, .primaryButtonFocused, .destructiveButtonFocused, .selectedTabFocused, .currentMatch]
    case .field: [.fieldFocused]
    case .border: [.guide, .divider, .track, .scrollTrack]
    case .destructive: [.destructiveButton]
    case .bar: [.tabBar]
    default: []
    }
  }

  /// The roles that take the background of this one unless a theme sets them.
  var backgroundRoles: [Theme.Role] {
    switch self {
    case .bar: [.barTitleInactive, .barItem]
    case .field: [.fieldInvalid]
    default: []
    }
  }

  /// The role that this one is based on, if there is one.
  var base: Theme.Role? { Self.bases[rawValue] }

  /// The base of each role.
  private static let bases = allCases.reduce(into: [Theme.Role?](repeating: nil, count: allCases.count)) {
    bases, base in
    for role in base.basedRoles { bases[role.rawValue] = base }
  }
}
