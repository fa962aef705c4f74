import TestApplication
import Testing

@testable import Interface

@Suite("Theme roles")
@MainActor
struct ThemeRoleTests {
  nonisolated private static let depths: [ColorDepth] = [.palette, .full]
  /// The themes with backgrounds, as terminals with 256 colours and with 24-bit colour show them.
  nonisolated private static let filled = Theme.all.filter(\.usesFills).flatMap { theme in
    depths.map { theme.resolved(for: $0) }
  }
  nonisolated private static let plain: [Theme] = [.terminal, .monochrome]

  private static let surfaces: [Theme.Role] = [.screen, .panel, .raised, .overlay]
  private static let inputs: [Theme.Role] = [.field, .bar]
  private static let every = surfaces + inputs + [.cursorLine]
  private static let diffs: [Theme.Role] = [.diffAdded, .diffRemoved]

  /// The surfaces on which each role without a background of its own may be drawn, and its minimum contrast there.
  private static let rules: [(roles: [Theme.Role], surfaces: [Theme.Role], minimum: Double)] = [
    ([.text, .secondary, .header], every + [.selected], 4.5),
    ([.accent, .link, .success, .warning, .error, .info, .destructive], every, 4.5),
    ([.placeholder], surfaces + inputs + [.fieldFocused], 4.5),
    ([.columnTitle, .sortedColumnTitle, .hintKey, .hint], surfaces + [.bar], 4.5),
    ([.diffHunk, .diffFile], [.screen, .panel, .cursorLine, .overlay], 4.5),
    (
      [.syntaxKeyword, .syntaxString, .syntaxNumber, .syntaxFunction, .syntaxType, .syntaxComment],
      [.screen, .panel, .overlay, .cursorLine] + diffs, 4.5
    ),
    ([.disabled, .buttonDisabled, .primaryButtonDisabled, .destructiveButtonDisabled], surfaces + inputs, 3),
    ([.focusedBorder, .scrollThumbFocused], every, 3),
    ([.scrollThumb], [.screen, .panel, .overlay], 3),
    ([.chart1, .chart2, .chart3, .chart4, .chart5, .chart6, .chart7, .chart8], [.screen, .panel, .overlay], 3),
    ([.border, .guide, .divider, .scrollTrack, .track], [.screen, .panel, .overlay], 1.6),
  ]

  /// In the theme with high contrast, each minimum is one step higher.
  private func minimum(_ least: Double, in theme: Theme) -> Double {
    guard theme.name == Theme.highContrast.name else { return least }
    return least >= 4.5 ? 7 : least >= 3 ? 4.5 : 3
  }

  @Test("every role is legible on every surface on which it may be drawn", arguments: filled)
  func contrast(theme: Theme) throws {
    for role in Theme.Role.allCases where role != .scrim {
      let style = theme[role]
      guard style.foreground != .default else { continue }
      if style.background != .default {
        let ratio = try #require(Contrast.ratio(style.foreground, style.background))
        #expect(ratio >= minimum(4.5, in: theme), "\(theme.name): \(role) has a contrast of \(ratio)")
        continue
      }
      let rule = try #require(Self.rules.first { $0.roles.contains(role) }, "no rule for \(role)")
      for surface in rule.surfaces {
        let ratio = try #require(Contrast.ratio(style.foreground, theme[surface].background))
        #expect(ratio >= minimum(rule.minimum, in: theme), "\(theme.name): \(role) on \(surface): \(ratio)")
      }
    }
  }

  @Test("fills differ in brightness from the surfaces around them", arguments: filled)
  func fills(theme: Theme) throws {
    var pairs = (Self.every + [.selected]).map { (Theme.Role.focused, $0, 3.0) }
    for role in [Theme.Role.buttonFocused, .destructiveButtonFocused] { pairs += Self.surfaces.map { (role, $0, 3.0) } }
    pairs += [(.selected, .screen, 1.2), (.selected, .panel, 1.2)]
    for (role, surface, least) in pairs {
      let ratio = try #require(Contrast.ratio(theme[role].background, theme[surface].background))
      #expect(ratio >= least, "\(theme.name): \(role) on \(surface): \(ratio)")
    }
  }

  @Test(
    "without backgrounds, roles that must not be confused differ by their attributes",
    arguments: plain,
    [
      [Theme.Role.text, .focused, .selected, .cursorLine, .barTitle, .barTitleInactive], [.bar, .focused, .selected],
      [.button, .buttonFocused, .buttonPressed, .buttonDisabled, .primaryButton, .destructiveButton],
      [.destructiveButton, .destructiveButtonFocused, .destructiveButtonPressed],
      [.tabBar, .selectedTab, .selectedTabFocused], [.field, .fieldFocused, .text],
      [.text, .secondary, .link, .header, .placeholder], [.border, .focusedBorder],
      [.scrollTrack, .scrollThumb, .scrollThumbFocused], [.text, .match, .currentMatch, .textSelection],
      [.hint, .hintKey],
    ])
  func attributes(theme: Theme, roles: [Theme.Role]) {
    #expect(Set(roles.map { theme[$0].attributes.rawValue }).count == roles.count, "\(theme.name): \(roles)")
  }

  @Test("focused, selected and disabled items differ from text in every theme", arguments: Theme.all)
  func distinct(theme: Theme) {
    for role in [Theme.Role.focused, .selected, .disabled, .placeholder, .header, .focusedBorder, .destructive] {
      #expect(theme[role] != theme[.text], "\(theme.name): \(role)")
    }
    #expect(theme[.border].attributes != theme[.focusedBorder].attributes)
  }

  @Test("monochrome uses no colours")
  func monochrome() {
    for role in Theme.Role.allCases {
      #expect(Theme.monochrome[role].foreground == .default)
      #expect(Theme.monochrome[role].background == .default)
    }
  }

  @Test("the theme of the terminal uses no blue or white and no bright colours for text, and yellow only in charts")
  func terminal() {
    for role in Theme.Role.allCases {
      let color = Theme.terminal[role].foreground
      guard color != .default, !role.name.hasPrefix("chart") else { continue }
      #expect([Color.palette(1), .palette(2), .palette(5), .palette(6)].contains(color), "\(role)")
    }
  }

  // MARK: Terminals

  @Test("terminals with 256 colours get colours of their palette, fitted to every theme", arguments: Theme.all)
  func palette(theme: Theme) {
    let shown = theme.resolved(for: .palette)
    for role in Theme.Role.allCases {
      for color in [shown[role].foreground, shown[role].background] {
        if case .rgb = color { Issue.record("\(theme.name): \(role)") }
      }
      #expect(shown[role].attributes == theme[role].attributes)
    }
  }

  @Test("terminals with 16 colours get the theme of the terminal, and those without colours monochrome")
  func fewColors() {
    for theme in Theme.all where theme.name != Theme.monochrome.name {
      #expect(theme.resolved(for: .basic) == .terminal)
      #expect(theme.resolved(for: .none) == .monochrome)
    }
    #expect(Theme.monochrome.resolved(for: .basic) == .monochrome)
  }

  @Test("a custom theme keeps its basic colours with 16 colours, and all of them with 256")
  func customWithFewColors() {
    let green = Style(foreground: .palette(2))
    let orange = Style(foreground: Color(hex: 0xff8800))
    let theme = Theme(name: "custom", base: .nord, styles: [.accent: green, .header: orange])
    let basic = theme.resolved(for: .basic)
    #expect(basic[.accent] == green)
    #expect(basic[.header] == Theme.terminal[.header])
    let palette = theme.resolved(for: .palette)
    #expect(palette[.accent] == green)
    #expect(palette[.header] == orange)
    #expect(palette[.screen] == Theme.nord.resolved(for: .palette)[.screen])
  }

  @Test("the automatic theme is light on a light background, and dark on a dark or unknown one")
  func automatic() {
    #expect(Theme.auto.resolved(for: .full, on: .light) == .light)
    #expect(Theme.auto.resolved(for: .full, on: .dark) == .dark)
    #expect(Theme.auto.resolved(for: .full) == .dark)
    #expect(Theme.auto.resolved(for: .basic, on: .light) == .terminal)
    let custom = Theme(name: "custom", base: .auto, styles: [.accent: Style(foreground: .palette(2))])
    #expect(custom.resolved(for: .full, on: .light)[.screen] == Theme.light[.screen])
    #expect(custom.resolved(for: .full, on: .light)[.link].foreground == .palette(2))
  }

  @Test("an app follows the terminal's background and colours at once")
  func application() {
    let application = Application(identifier: "test")
    #expect(application.theme == .dark)
    application.terminalBackground = .light
    #expect(application.theme == .light)
    application.colorDepth = .basic
    #expect(application.theme == .terminal)
    application.colorDepth = .full
    application.previewedTheme = .nord
    #expect(application.theme == .nord)
    application.previewedTheme = nil
    application.requiredTheme = .dracula
    #expect(application.theme == .dracula)
    #expect(application.requestedTheme == .dracula)
  }

  // MARK: Based roles

  @Test("a theme that sets a role sets the roles based on it, unless it names them")
  func based() {
    let accent = Style(foreground: .palette(2), attributes: .italic)
    let theme = Theme(name: "custom", base: .dark, styles: [.accent: accent, .barItem: Style(foreground: .palette(3))])
    #expect(theme[.link] == Style(foreground: .palette(2), attributes: [.underline, .italic]))
    #expect(theme[.selectedTab].background == Theme.dark[.selectedTab].background)
    #expect(theme[.selectedTab].foreground == .palette(2))
    #expect(theme[.barItem] == Style(foreground: .palette(3)))
    #expect(theme[.focused] == Theme.dark[.focused])
  }

  @Test("the background of text is that of the screen, of panels, menus and overlays")
  func textBackground() {
    let text = Style(foreground: .palette(0), background: .palette(7))
    let theme = Theme(name: "custom", base: .dark, styles: [.text: text])
    for role in [Theme.Role.screen, .panel, .raised, .overlay] {
      #expect(theme[role].foreground == .palette(0))
      #expect(theme[role].background == .palette(7))
    }
    #expect(theme[.field] == Theme.dark[.field])
  }

  @Test("the background of a bar is that of its titles and buttons, whose colours stay")
  func barBackground() {
    let theme = Theme(name: "custom", base: .dark, styles: [.bar: Style(background: .palette(4))])
    #expect(theme[.tabBar].background == .palette(4))
    #expect(theme[.barItem] == Style(foreground: Theme.dark[.barItem].foreground, background: .palette(4)))
  }

  @Test("role names are those of the cases, and each names its role")
  func names() {
    #expect(Theme.Role.allCases.count == 76)
    #expect(Theme.Role.text.name == "text")
    for role in Theme.Role.allCases { #expect(Theme.Role(name: role.name) == role) }
    #expect(Theme.Role(name: "Text") == nil)
    #expect(Theme.names.count == 11)
    for name in Theme.names { #expect(Theme.named(name)?.name == name) }
  }
}
