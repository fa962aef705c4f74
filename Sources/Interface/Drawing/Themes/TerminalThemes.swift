extension Theme {
  /// Uses the colours configured in the terminal: no blue, white or bright black for text, and yellow only in charts, as
  /// common configurations make these unreadable.
  public static let terminal = Theme(
    "terminal", .any, usesFills: false, buttonEdges: .brackets,
    styles: [
      .scrim: Style(attributes: .dim), .secondary: Style(attributes: .dim), .disabled: Style(attributes: .dim),
      .placeholder: Style(attributes: [.dim, .italic]), .link: Style(foreground: .cyan, attributes: .underline),
      .accent: Style(foreground: .cyan), .header: Style(attributes: .bold), .columnTitle: Style(attributes: .bold),
      .sortedColumnTitle: Style(foreground: .cyan, attributes: .bold),
      .focused: Style(attributes: [.reverse, .bold]), .selected: Style(foreground: .cyan, attributes: .bold),
      .cursorLine: Style(attributes: .underline), .textSelection: Style(attributes: .reverse),
      .match: Style(attributes: [.underline, .bold]), .currentMatch: Style(attributes: [.reverse, .bold, .underline]),
      .field: Style(attributes: .underline), .fieldFocused: Style(attributes: [.underline, .bold]),
      .fieldInvalid: Style(foreground: .red, attributes: .underline), .border: Style(attributes: .dim),
      .focusedBorder: Style(foreground: .cyan, attributes: .bold), .guide: Style(attributes: .dim),
      .divider: Style(attributes: .dim), .success: Style(foreground: .green), .warning: Style(attributes: .bold),
      .error: Style(foreground: .red, attributes: .bold), .info: Style(foreground: .cyan),
      .destructive: Style(foreground: .red, attributes: .underline),
      .buttonFocused: Style(attributes: [.reverse, .bold]), .buttonPressed: Style(attributes: [.reverse, .underline]),
      .buttonDisabled: Style(attributes: .dim), .primaryButton: Style(foreground: .cyan, attributes: .bold),
      .primaryButtonFocused: Style(attributes: [.reverse, .bold]),
      .primaryButtonPressed: Style(attributes: [.reverse, .underline]),
      .primaryButtonDisabled: Style(attributes: .dim),
      .destructiveButton: Style(foreground: .red, attributes: .underline),
      .destructiveButtonFocused: Style(foreground: .red, attributes: [.reverse, .bold, .underline]),
      .destructiveButtonPressed: Style(foreground: .red, attributes: [.reverse, .underline]),
      .destructiveButtonDisabled: Style(attributes: .dim), .bar: Style(attributes: .underline),
      .barTitle: Style(attributes: [.bold, .underline]), .barTitleInactive: Style(attributes: [.dim, .underline]),
      .barItem: Style(foreground: .cyan, attributes: .underline),
      .selectedTab: Style(foreground: .cyan, attributes: .bold),
      .selectedTabFocused: Style(attributes: [.reverse, .bold]), .hintKey: Style(attributes: .bold),
      .hint: Style(attributes: .dim), .notice: Style(attributes: .bold), .scrollTrack: Style(attributes: .dim),
      .scrollThumbFocused: Style(foreground: .cyan, attributes: .bold), .track: Style(attributes: .dim),
      .chart1: Style(foreground: .cyan), .chart2: Style(foreground: .green), .chart3: Style(foreground: .magenta),
      .chart4: Style(foreground: .red), .chart5: Style(foreground: .yellow), .chart6: Style(foreground: .blue),
      .chart7: Style(foreground: .palette(14)), .chart8: Style(foreground: .palette(10)),
      .diffAdded: Style(foreground: .green), .diffRemoved: Style(foreground: .red), .diffHunk: Style(foreground: .cyan),
      .diffFile: Style(attributes: .bold), .syntaxKeyword: Style(attributes: .bold),
      .syntaxString: Style(foreground: .green), .syntaxNumber: Style(foreground: .magenta),
      .syntaxFunction: Style(foreground: .cyan), .syntaxType: Style(attributes: .underline),
      .syntaxComment: Style(attributes: [.dim, .italic]),
    ])

  /// Uses no colours: ``terminal`` with its attributes alone.
  public static let monochrome = Theme(
    "monochrome", .any, usesFills: false, buttonEdges: .brackets,
    styles: Dictionary(
      uniqueKeysWithValues: Role.allCases.map { ($0, Style(attributes: terminal[$0].attributes)) }))
}

extension Color {
  fileprivate static let red = Color.palette(1)
  fileprivate static let green = Color.palette(2)
  fileprivate static let yellow = Color.palette(3)
  fileprivate static let blue = Color.palette(4)
  fileprivate static let magenta = Color.palette(5)
  fileprivate static let cyan = Color.palette(6)
}
