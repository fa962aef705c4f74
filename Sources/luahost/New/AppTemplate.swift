import ArchiveStore
import Foundation

/// The app that a new one begins as: the files of the folder Template, in which `app-name` stands for the app's name and
/// `app-title` for that name as its author wrote it.
struct AppTemplate {
  /// A file to be written.
  struct File {
    /// Its path in the app's folder.
    let path: String
    let text: String
  }

  /// The folder to be made.
  let folder: String
  /// The app's name: it is part of its identifier, and of the names of its files.
  let app: String
  /// The files, in the order in which they are reported.
  let files: [File]
  /// Whether an editor finds the annotations.
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

  /// The app for a folder, which is called as its last part. Who gives a script's name gets the folder for the script.
  ///
  /// - Parameter annotations: the folder of the annotations for editors; nil if it is not known.
  /// - Throws: ``UsageError`` if no app can be called so.
  init(folder: String, annotations: String?) throws {
    let path = folder as NSString
    let folder = path.pathExtension == "lua" ? path.deletingPathExtension : folder
    self.folder = folder
    let last = FileContents.url(folder).standardizedFileURL.lastPathComponent
    guard !folder.isEmpty, let app = Self.name(of: last) else {
      throw UsageError("an app's name needs a letter or a digit (a to z, 0 to 9); got \"\(folder)\"")
    }
    guard !Self.contents.contains(where: { $0.path.hasPrefix(app + "/") }) else {
      throw UsageError("an app cannot be called \"\(app)\": a folder of its files is; give it another name")
    }
    self.app = app
    hasAnnotations = annotations != nil
    let library = annotations.map(Self.json) ?? ""
    let title = String(last.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0 })
    // In one go: a name may have such a word in it.
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

  /// A name as identifiers and files take it: ASCII letters, by which those of other scripts are written, digits, '-' and '_';
  /// nil if nothing is left.
  private static func name(of text: String) -> String? {
    func isKept(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }
    let latin = StringTransform(rawValue: "Any-Latin; Latin-ASCII")
    let letters = (text.applyingTransform(latin, reverse: false) ?? text).unicodeScalars
    let words = letters.split { !isKept($0) && $0 != "-" && $0 != "_" }
    let name = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-").prefix(100)
    guard name.unicodeScalars.contains(where: isKept) else { return nil }
    return String(name.drop { $0 == "-" || $0 == "_" })
  }

  /// A text without control characters as JSON has it, and Lua.
  private static func json(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  /// Makes the folder with its files. Nothing that is there is changed.
  ///
  /// - Throws: ``UsageError`` if something is in the folder already, or it cannot be written.
  func write() throws {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    if manager.fileExists(atPath: folder, isDirectory: &isFolder) {
      guard isFolder.boolValue else { throw UsageError("\(folder) is a file; give the name of a folder to make") }
      // Who makes the repository first has an empty folder all the same.
      guard let entries = try? manager.contentsOfDirectory(atPath: folder), entries.allSatisfy({ $0 == ".git" }) else {
        throw UsageError("\(folder) has something in it already; give the name of a folder to make")
      }
    }
    do {
      for file in files {
        let url = FileContents.url(folder).appendingPathComponent(file.path)
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url, options: .withoutOverwriting)
      }
    } catch {
      let reason = ((error as? CocoaError)?.underlying as? POSIXError).map {
        String(cString: strerror($0.code.rawValue))
      }
      throw UsageError("\(folder) cannot be written: \(reason ?? error.localizedDescription)")
    }
  }
}
