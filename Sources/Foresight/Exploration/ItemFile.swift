import AppSession
import FoundationEssentials

/// The content of a file that an app has read, with the texts of the items that it may have: fields of lines, and elements of
/// JSON arrays.
final class ItemFile {
  let content: Data

  init(_ content: Data) { self.content = content }

  /// Whether the file has an item with a text.
  func contains(_ text: String) -> Bool { textsInJSON.contains(text) || !lines(with: text).isEmpty }

  // MARK: Lines

  /// The lines; none of a file that is not text.
  private(set) lazy var lines: [String] =
    String(validating: content, as: UTF8.self)?.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    .map { String($0) } ?? []

  /// The indices of the lines with a part between separators.
  private lazy var linesByPart: [Substring: [Int]] = {
    var found: [Substring: [Int]] = [:]
    for (index, line) in lines.enumerated() {
      for part in Self.parts(of: line) where found[part]?.last != index { found[part, default: []].append(index) }
    }
    return found
  }()

  /// Returns the indices of the lines that have a text as one of their fields.
  func lines(with text: String) -> [Int] {
    guard let part = Self.parts(of: text).first else { return [] }
    return linesByPart[part, default: []].filter { Self.line(lines[$0], has: text) }
  }

  private static func parts(of text: String) -> [Substring] { text.split(whereSeparator: isSeparator) }

  private static func isSeparator(_ character: Character) -> Bool {
    !character.isLetter && !character.isNumber && character != " "
  }

  private static func line(_ line: String, has text: String) -> Bool {
    var start = line.startIndex
    while let range = line[start...].firstRange(of: text) {
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      if [before, after].allSatisfy({ $0.map(isSeparator) ?? true }) { return true }
      start = range.upperBound
    }
    return false
  }

  // MARK: JSON

  /// The value in a JSON file; nil for any other file.
  private(set) lazy var json: JSONValue? = {
    guard let first = content.first(where: { $0 > 32 }), first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      return nil
    }
    return try? JSONDecoder().decode(JSONValue.self, from: content)
  }()

  private lazy var textsInJSON: Set<String> = {
    var texts: Set<String> = []
    func add(_ value: JSONValue) {
      switch value {
      case .object(let fields): fields.values.forEach(add)
      case .array(let elements):
        for element in elements {
          texts.formUnion(Self.texts(ofElement: element))
          add(element)
        }
      default: break
      }
    }
    json.map(add)
    return texts
  }()

  /// Returns the texts by which an element of an array can be shown.
  static func texts(ofElement element: JSONValue) -> [String] {
    if case .object(let fields) = element { fields.values.compactMap(\.text) } else { element.text.map { [$0] } ?? [] }
  }
}

/// The files that the runs of an exploration have read. Each content is only examined once.
final class ItemFiles {
  private var files: [Data: ItemFile] = [:]
  private static let mostFiles = 100
  private static let longestFile = 1 << 20

  /// Returns a file; nil if it is gone or too large.
  func file(at path: String) -> ItemFile? {
    guard let content = FileManager.default.contents(atPath: path), content.count < Self.longestFile else { return nil }
    if let known = files[content] { return known }
    if files.count == Self.mostFiles { files = [:] }
    let file = ItemFile(content)
    files[content] = file
    return file
  }
}
