import LuaScreens

/// Why an app cannot be put together.
public enum BundlingError: Error, CustomStringConvertible {
  /// The script is a bundle already.
  case isBundle(String)
  /// Modules are required and are nowhere.
  case missing([Missing])
  /// There is no file, folder or module of a name.
  case noSuchFile(String, lookedFor: [String])
  /// A file cannot be read.
  case cannotRead(String, String)
  /// A file has a name that the format keeps for itself.
  case badName(String)
  /// It would be larger than a bundle may be.
  case tooLarge

  /// A module that is required and is nowhere.
  public struct Missing: Sendable {
    /// The module.
    public let module: String
    /// The file and line that require it.
    public let place: String
    let isOptional: Bool
    let lookedFor: [String]
  }

  public var description: String {
    switch self {
    case .isBundle(let path): "\(path) is a bundle already"
    case .missing(let missing):
      missing.map { missing in
        "\(missing.place): module '\(missing.module)' not found:\n" + Self.absent(missing.lookedFor)
      }.joined(separator: "\n")
    case .noSuchFile(let name, let places):
      "there is no file, folder or module '\(name)'" + (places.isEmpty ? "" : ":\n" + Self.absent(places))
    case .cannotRead(let path, let reason): "\(path) cannot be read: \(reason)"
    case .badName(let name):
      "a bundle cannot have a file \(name): the names below \(AppBundle.reservedFolder) are its own"
    case .tooLarge: "the bundle would be larger than \(AppBundle.maximumSize >> 20) MiB"
    }
  }

  /// Places where nothing is, as Lua's own `require` tells them.
  private static func absent(_ places: [String]) -> String {
    places.map { "\tno file '\($0)'" }.joined(separator: "\n")
  }
}
