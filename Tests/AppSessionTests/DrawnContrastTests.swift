import Foundation
import Interface
import Loop
import LuaScreens
import TestApplication
import Testing

@testable import AppSession

/// The contrast of what is really drawn: every control in every state, in every theme, as each control is focused.
@Suite("Contrast of drawn controls")
@MainActor
final class DrawnContrastTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  nonisolated private static let kinds = [
    "button", "label", "text field", "text view", "switch", "slider", "stepper", "segments", "choices", "charts",
    "progress", "date picker", "picker", "table", "scrolling", "borders",
  ]
  nonisolated private static let themes = Theme.all.filter(\.usesFills).flatMap { theme in
    [ColorDepth.palette, .full].map { theme.resolved(for: $0) }
  }

  /// The cells that were checked in each theme.
  private var checked = Array(repeating: Set<Cell>(), count: themes.count)

  /// Launches an app; the launch options of controls.lua are replaced by a kind of controls.
  private func launch(_ script: String, kind: String = "") throws -> AppSession {
    let path = Self.root.appendingPathComponent(script).path
    var configuration = ScriptHost.Configuration(script: path)
    configuration.source = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(
        of: "didFinishLaunching(options)", with: "didFinishLaunching() local options = { kind = \"\(kind)\" }")
    configuration.screenSize = Size(width: 80, height: 30)
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    session.onProblem = { problem in if problem.severity == .error { Issue.record("\(problem)") } }
    try session.load()
    try session.launch()
    session.endStep()
    return session
  }

  /// Checks the current screen of an app in every theme.
  private func check(_ application: Application, _ name: String) {
    let before = application.requiredTheme
    defer { application.requiredTheme = before }
    for (index, theme) in Self.themes.enumerated() {
      application.requiredTheme = theme
      let grid = application.render()
      for cell in grid.cells where cell.text != " " {
        guard checked[index].insert(cell).inserted, let least = minimum(of: cell, in: theme),
          let ratio = Contrast.ratio(cell.style.foreground, cell.style.background), ratio < least
        else { continue }
        Issue.record("\(name), \(theme.name): \"\(cell.text)\" \(cell.style) has a contrast of \(ratio)")
      }
    }
  }

  /// The minimum contrast of a cell; nil for blanks and for what is under an overlay.
  private func minimum(of cell: Cell, in theme: Theme) -> Double? {
    guard let character = cell.text.first, character != " ", cell.style != theme[.scrim] else { return nil }
    // Scripts and pictures choose their own colours, except on focused and selected items.
    let roles = Theme.Role.allCases.map { theme[$0] }
    let isOwn = !roles.contains { $0.foreground == cell.style.foreground }
    let isMarked = [.focused, .selected, .textSelection].contains { theme[$0].background == cell.style.background }
    if isOwn && !isMarked || !roles.contains(where: { $0.background == cell.style.background }) { return nil }
    let disabled = theme[.disabled].foreground
    let isWord = character.isLetter || character.isNumber || character.isPunctuation
    let least = isWord ? (cell.style.foreground == disabled ? 3 : 4.5) : isLine(character) ? 1.6 : 3
    guard theme.name == Theme.highContrast.name else { return least }
    return least >= 4.5 ? 7 : least >= 3 ? 4.5 : 3
  }

  private func isLine(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0x2500...0x257f).contains($0.value) } ?? false
  }

  private func walk(_ session: AppSession, _ name: String, keys: [String]) throws {
    let host = try session.running
    check(host.application, name)
    for key in keys {
      try host.turn { try Automation(host.application).key(key) }
      session.endStep()
      check(host.application, "\(name) after \(key)")
    }
  }

  @Test("every control is legible in every state and theme", arguments: kinds)
  func controls(kind: String) throws {
    let session = try launch("Tests/Scripts/controls.lua", kind: kind)
    try walk(session, kind, keys: Array(repeating: "tab", count: kind == "text field" ? 8 : 5))
  }

  @Test("rows, a search, the help and the palette are legible in every theme")
  func overlays() throws {
    let session = try launch("Tests/Scripts/controls.lua", kind: "table")
    try walk(
      session, "table",
      keys: [
        "down", "enter", "down", "right", "escape", "/", "p", "escape", "tab", "space", "down", "?", "escape",
        "ctrl+p", "t", "escape",
      ])
  }

  @Test("the pages of the gallery are legible in every theme")
  func gallery() throws {
    let session = try launch("scripts/apps/gallery.lua")
    try walk(session, "gallery", keys: (1...8).flatMap { ["alt+\($0)", "tab", "tab", "down"] })
  }
}
