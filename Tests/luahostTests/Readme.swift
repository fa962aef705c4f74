import Foundation
import Testing
/// The README, as what its samples are taken from.
enum Readme {
  /// A piece of it that stands between fences.
  struct Block: CustomTestStringConvertible {
    /// What stands after the opening fence; empty for none.
    let language: String
    let text: String
    var lines: [String] { text.components(separatedBy: "\n") }
    var testDescription: String { "\(language): \(lines.first ?? "")" }
  }

  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// What stands between fences, in order.
  static let blocks: [Block] = {
    guard let text = try? String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8) else {
      return []
    }
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
  }()

  static func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }
}
