import ArchiveStore
import FoundationEssentials
import Glibc
import LuaScreens

/// The template of a new app: the files of the folder Template, in which `app-name` is replaced by the app's name and
/// `app-title` by the name as the author wrote it.
struct AppTemplate {
  /// A file to write.
  struct File {
    /// The path in the app's folder.
    let path: String
    let text: String
  }

  /// The folder to create.
  let folder: String
  /// The app's name, used in its identifier and file names.
  let app: String
  /// The files, in the order in which they are reported.
  let files: [File]
  /// Whether the annotations for editors were found.
  let hasAnnotations: Bool

  private static let contents: [(path: String, bytes: [UInt8])] = [
    ("app-name.lua", PackageResources.app_name_lua),
    ("model/items.lua", PackageResources.items_lua),
    ("screens/list.lua", PackageResources.list_lua),
    ("screens/item.lua", PackageResources.item_lua),
    ("app-name.test.lua", PackageResources.app_name_test_lua),
    ("README.md", PackageResources.README_md),
    (".luarc.json", PackageResources.luarc_json),
    (".gitignore", PackageResources.gitignore),
  ]

  /// Creates the template for a folder, whose last path component is the app's name. The path of a script stands for
  /// the folder without its extension.
  ///
  /// - Parameter annotations: the folder of the annotations for editors; nil if it is unknown.
  /// - Throws: ``UsageError`` if the name cannot be used for an app.
  init(folder: String, annotations: String?) throws {
    // The name of a script stands for its folder.
    let path = folder.trimming { $0 == "/" }
    let folder = path.pathExtension == "lua" ? String((folder.hasPrefix("/") ? "/" : "") + path.dropLast(4)) : folder
    self.folder = folder
    let last = FileContents.url(folder).standardizedFileURL.lastPathComponent
    guard !folder.isEmpty, let app = Self.name(of: last) else {
      throw UsageError("the name of an app needs a letter or a digit (a to z, 0 to 9); got \"\(folder)\"")
    }
    guard !Self.contents.contains(where: { $0.path.hasPrefix(app + "/") }) else {
      throw UsageError(
        "an app cannot be named \"\(app)\", which is the name of a folder that it contains; use another name")
    }
    self.app = app
    hasAnnotations = annotations != nil
    let library = annotations.map(Self.json) ?? ""
    let title = String(last.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0 })
    // Replaced in one pass, as a name may itself contain a placeholder.
    func filled(_ text: String) -> String {
      text.replacing(/app-name|"app-title"|app-title|"ANNOTATIONS"/) { match in
        switch match.output {
        case "app-name": app
        case "\"app-title\"": Self.json(title)
        case "app-title": title
        default: library
        }
      }
    }
    files = Self.contents.map { path, bytes in
      File(path: filled(path), text: filled(String(decoding: bytes, as: UTF8.self)))
    }
  }

  /// Returns a name for identifiers and files, of ASCII letters, digits, '-' and '_': Latin letters lose their marks. A
  /// name in another script is `app`; nil if there is neither letter nor digit.
  private static func name(of text: String) -> String? {
    func isKept(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }
    let letters = text.unicodeScalars.map(latin).joined().unicodeScalars
    let words = letters.split { !isKept($0) && $0 != "-" && $0 != "_" }
    let name = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-").prefix(100)
    guard name.unicodeScalars.contains(where: isKept) else {
      // A name in another script.
      return text.contains(where: \.isLetter) ? "app" : nil
    }
    return String(name.drop { $0 == "-" || $0 == "_" })
  }

  /// Returns the letters without marks for a letter of Latin script, as its name in Unicode says; nothing for a
  /// combining mark; any other character unchanged.
  private static func latin(_ scalar: Unicode.Scalar) -> String {
    if scalar.properties.generalCategory == .nonspacingMark { return "" }
    guard !scalar.isASCII, let name = scalar.properties.name,
      let match = name.wholeMatch(of: /LATIN (SMALL|CAPITAL) (?:LETTER|LIGATURE) (SHARP S|[A-Z]{1,2})( WITH .*)?/)
    else { return String(scalar) }
    let letters = match.2 == "SHARP S" ? "SS" : String(match.2)
    return match.1 == "SMALL" ? letters.lowercased() : letters
  }

  /// Returns a text without control characters as a JSON string, which is also a Lua string.
  private static func json(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  /// Creates the folder with its files, without changing existing files.
  ///
  /// - Throws: ``UsageError`` if the folder is not empty; ``OutputError``.
  func write() throws {
    let manager = FileManager.default
    var isFolder = false
    if manager.fileExists(atPath: folder, isDirectory: &isFolder) {
      guard isFolder else { throw UsageError("\(folder) is a file; name a folder to create") }
      // A folder with nothing but a Git repository counts as empty.
      guard let entries = try? manager.contentsOfDirectory(atPath: folder), entries.allSatisfy({ $0 == ".git" }) else {
        throw UsageError("\(folder) is not empty; name a folder to create")
      }
    }
    do {
      for file in files {
        let url = FileContents.url(folder).appendingPathComponent(file.path)
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url, options: .withoutOverwriting)
      }
    } catch {
      throw OutputError(path: folder, cause: error)
    }
  }
}
