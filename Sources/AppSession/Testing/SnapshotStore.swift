import ArchiveStore
import FoundationEssentials
import Glibc
import Interface

/// The accepted snapshots of a test file, in `snapshots/FILE/NAME.txt` (text with styles) and `NAME.svg` next to it.
@MainActor
public final class SnapshotStore {
  /// A screen that differs from its snapshot.
  public struct Difference {
    let name: String
    /// The accepted snapshot; nil if there is none yet.
    let expected: String?
    let actual: String
  }

  /// Advice about differences, appended to the message.
  public var advice = ""

  private let folder: String
  private let accepts: Bool
  /// The first use of each snapshot in this run.
  private var uses: [String: Use] = [:]

  private struct Use {
    let place: String?
    let text: String
    let picture: String
  }

  public private(set) var differences: [Difference] = []
  public private(set) var accepted = 0

  /// - Parameter accepts: whether screens are accepted as new snapshots.
  public init(testFile: String, accepts: Bool) {
    let url = URL(fileURLWithPath: testFile)
    var stem = url.lastPathComponent
    for ending in [".lua", ".test"] where stem.hasSuffix(ending) { stem.removeLast(ending.count) }
    folder = url.deletingLastPathComponent().appendingPathComponent("snapshots/\(stem)").path
    self.accepts = accepts
  }

  /// Returns a screen in the forms in which it is stored.
  ///
  /// - Parameter screen: the style of the screen in its theme.
  static func forms(of grid: Grid, on screen: Style, named name: String) -> (text: String, picture: String) {
    (StyledText.text(of: grid, on: screen) + "\n", ScreenPicture(grid, title: name).svg)
  }

  /// Compares a screen with a snapshot. Returns the difference; nil if there is none.
  ///
  /// - Parameters:
  ///   - text: the screen as text with styles.
  ///   - picture: the screen as SVG.
  ///   - place: the line of the test; nil after a tail call.
  ///   - isExpected: whether the screen should match; if not, it is never accepted.
  /// - Throws: ``SnapshotError``.
  func difference(
    _ name: String, text: String, picture svg: String, at place: String?, isExpected: Bool
  ) throws -> String? {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), name.utf8.count <= 100 else {
      throw SnapshotError.badName(name)
    }
    let path = "\(folder)/\(name)"
    let first = uses[name] ?? Use(place: place, text: text, picture: svg)
    if isExpected { uses[name] = first }
    let differsFromFirst = first.text != text || first.picture != svg
    let oldText = try? String(contentsOfFile: path + ".txt", encoding: .utf8)
    let oldPicture = try? String(contentsOfFile: path + ".svg", encoding: .utf8)
    if oldText == text, oldPicture == svg { return nil }
    guard isExpected else { return "the screen differs from the snapshot \"\(name)\"" }
    if accepts {
      // Writing it would make the first use fail in the next run.
      guard !differsFromFirst else {
        let places = [first.place, first.place == place ? nil : place].compactMap(\.self)
        throw SnapshotError.nameIsUsed(name, places: places, lines: Self.lines(first.text, text))
      }
      try write(text, to: path + ".txt")
      try write(svg, to: path + ".svg")
      accepted += 1
      return nil
    }
    differences.append(Difference(name: name, expected: oldPicture, actual: svg))
    guard let oldText else { return "there is no snapshot \"\(name)\" yet; \(advice)\n" + text }
    if oldText == text { return "the screen of \"\(name)\" is the same, but its picture is rendered differently" }
    return "the screen differs from the snapshot \"\(name)\""
      + (differsFromFirst ? ", which \(first.place ?? "an earlier expectation") uses, too" : "") + ":\n"
      + Self.lines(oldText, text) + advice
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw SnapshotError.cannotWrite(path: folder, reason: FileContents.reason(of: error))
    }
    do {
      try FileContents.writeOutput(Array(text.utf8), to: path, mode: 0o666)
    } catch let error as POSIXError {
      throw SnapshotError.cannotWrite(path: path, reason: String(cString: strerror(error.code.rawValue)))
    }
  }

  /// Returns the lines that differ, old ones with a minus and new ones with a plus.
  private static func lines(_ old: String, _ new: String) -> String {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false)
    var result = ""
    for index in 0..<max(before.count, after.count) {
      let (old, new) = (index < before.count ? before[index] : nil, index < after.count ? after[index] : nil)
      guard old != new else { continue }
      if let old { result += "\(index + 1) - \(old)\n" }
      if let new { result += "\(index + 1) + \(new)\n" }
    }
    return result
  }

  /// Returns an HTML page with the old and new picture of each difference.
  public static func report(_ differences: [(file: String, difference: Difference)]) -> String {
    var page = """
      <!DOCTYPE html><meta charset="utf-8"><title>Snapshots</title>
      <style>body{font-family:sans-serif;margin:2em} .pair{display:flex;gap:1em;flex-wrap:wrap}</style>
      <h1>\(differences.count) different</h1>

      """
    for (file, difference) in differences {
      page +=
        "<h2>\(ScreenPicture.escaped(difference.name))</h2><p>\(ScreenPicture.escaped(file))</p><div class=\"pair\">"
      page += "<figure><figcaption>was</figcaption>\(difference.expected ?? "nothing yet")</figure>"
      page += "<figure><figcaption>is</figcaption>\(difference.actual)</figure></div>\n"
    }
    return page
  }
}

/// A reason why a snapshot was not written.
public enum SnapshotError: Error, CustomStringConvertible {
  /// The name is not a valid file name.
  case badName(String)
  /// Two places of the file use the name for different screens, which differ in these lines.
  case nameIsUsed(String, places: [String], lines: String)
  /// The file cannot be written.
  case cannotWrite(path: String, reason: String)

  public var description: String {
    switch self {
    case .badName(let name):
      "a snapshot's name is used as a file name: expected letters, digits, spaces and '-', got \"\(name)\""
    case .nameIsUsed(let name, let places, let lines):
      "the snapshot name \"\(name)\" is used for two different screens\(places.isEmpty ? "" : ", at ")\(places.joined(separator: " and at ")); give each its own name:\n"
        + lines
    case .cannotWrite(let path, let reason): "cannot write the picture \(path): \(reason)"
    }
  }
}
