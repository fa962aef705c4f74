import Foundation
import Testing

@testable import Interface

/// The themes as they were designed, in `Tests/Themes/roles.txt`. A line begins a theme (its name, appearance, `fills` or
/// `plain`, and edges of buttons) or describes a role: foreground, background, attributes. A colour is one of the
/// terminal's 16, or 24 bits and the nearest legible one of 256.
@Suite("The table of themes")
struct ThemeTableTests {
  private static let lines: [[String]] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Themes/roles.txt")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }()

  private static let attributes: [String: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
  ]

  private func color(_ field: String, isFull: Bool) throws -> Color {
    if field == "-" { return .default }
    let parts = field.split(separator: "/")
    guard parts.count == 2, isFull else { return .palette(try #require(UInt8(parts.last ?? ""))) }
    return Color(hex: try #require(UInt32(parts[0], radix: 16)))
  }

  @Test("all roles of all themes have the designed colours and attributes, with 24-bit colour and with 256 colours")
  func roles() throws {
    var theme: Theme?
    var compared = 0
    for line in Self.lines {
      if let named = Theme.named(line[0]) {
        theme = named
        #expect(named.appearance.rawValue == line[1] && named.buttonEdges.rawValue == line[3], "\(named.name)")
        #expect(named.usesFills == (line[2] == "fills"), "\(named.name)")
        continue
      }
      let role = try #require(Theme.Role(name: line[0]), "\(line[0])")
      let attributes = line.dropFirst(3).reduce(into: Style.Attributes()) { $0.formUnion(Self.attributes[$1] ?? []) }
      for depth in [ColorDepth.palette, .full] {
        let isFull = depth == .full
        let expected = Style(
          foreground: try color(line[1], isFull: isFull), background: try color(line[2], isFull: isFull),
          attributes: attributes)
        let resolved = try #require(theme).resolved(for: depth)
        #expect(resolved[role] == expected, "\(resolved.name), \(depth): \(role)")
        compared += 1
      }
    }
    #expect(compared == 2 * 10 * Theme.Role.allCases.count)
  }
}
