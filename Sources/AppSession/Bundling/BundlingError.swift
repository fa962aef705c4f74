import LuaScreens

/// A reason why an app cannot be bundled.
public enum BundlingError: Error, CustomStringConvertible {
  /// The script is a bundle already.
  case isBundle(String)
  /// Required modules do not exist.
  case missing([Missing])
  /// No file, folder or module has this name.
  case noSuchFile(String, searched: [String])
  /// A file cannot be read.
  case cannotRead(String, String)
  /// Two files would have the same path in the bundle.
  case sameName(String, String, String)
  /// A file's name is reserved by the format.
  case badName(String)
  /// The bundle would be too large.
  case tooLarge

  /// A required module that does not exist.
  public struct Missing: Sendable {
    /// The module's name.
    public let module: String
    /// The file and line that require it.
    public let place: String
    let isOptional: Bool
    let searched: [String]
  }

  public var description: String {
    switch self {
    case .isBundle(let path): "\(path) is already a bundle"
    case .missing(let missing):
      missing.map { missing in
        "\(missing.place): module '\(missing.module)' not found:\n" + Self.absent(missing.searched)
      }.joined(separator: "\n")
    case .noSuchFile(let name, let places):
      "no file, folder or module '\(name)'" + (places.isEmpty ? "" : ":\n" + Self.absent(places))
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .sameName(let name, let first, let second):
      "\(first) and \(second) would both be \(name) in the bundle; rename one of them"
    case .badName(let name):
      "a bundle cannot contain a file \(name): names below \(AppBundle.reservedFolder) are reserved"
    case .tooLarge: "the bundle would be larger than \(AppBundle.maximumSize >> 20) MiB"
    }
  }

  /// Returns the missing files in the format of Lua's own `require`.
  private static func absent(_ places: [String]) -> String {
    places.map { "\tno file '\($0)'" }.joined(separator: "\n")
  }
}
