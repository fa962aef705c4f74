import Foundation
import Testing

/// A text for users: the README, or an article beside the sources.
struct Guide: CustomTestStringConvertible {
  /// A sample: the lines between two fences.
  struct Block: CustomTestStringConvertible {
    /// The word after the opening fence; empty if there is none.
    let language: String
    let text: String
    var lines: [String] { text.components(separatedBy: "\n") }
    var testDescription: String { "\(language): \(lines.first ?? "")" }
  }

  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The README first, then the articles by name.
  static let all: [Guide] = {
    let folders = ["luahost/luahost.docc", "LuaScreens/LuaScreens.docc", "AppSession/AppSession.docc"]
    let articles = folders.flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(atPath: root.path + "/Sources/" + folder)
      return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\(folder)/\($0)" }
    }
    return (["README.md", "Sources/README.md"] + articles).compactMap(Guide.init(path:))
  }()

  /// The samples of all guides, in order.
  static let blocks = all.flatMap(\.blocks)
  static func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }

  let path: String
  let text: String
  var testDescription: String { path }

  private init?(path: String) {
    let file = Self.root.appendingPathComponent(path)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    self.path = path
    self.text = text
  }

  var blocks: [Block] {
    var blocks: [Block] = []
    var language: String?
    var lines: [String] = []
    for line in text.components(separatedBy: "\n") {
      if !line.hasPrefix("```") {
        lines.append(line)
      } else if let begun = language {
        blocks.append(Block(language: begun, text: lines.joined(separator: "\n")))
        language = nil
      } else {
        language = String(line.dropFirst(3))
        lines = []
      }
    }
    return blocks
  }

  /// The targets of its links, relative to its folder.
  var links: [String] {
    text.matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }.filter { !$0.hasPrefix("http") }
  }
}
