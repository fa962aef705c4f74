/// A note about a bundle that was created successfully.
public enum BundlingNote: CustomStringConvertible, Sendable {
  /// The requirements of a module are unknown because it is precompiled.
  case precompiled(String)
  /// A required module's name is computed when the script runs.
  case computed(place: String)
  /// `require` is assigned to another name, with which modules may be required.
  case renamed(place: String)
  /// An optional module does not exist.
  case absent(module: String, place: String)
  /// A script mentions a file next to it that is not in the bundle.
  case omitted(file: String, place: String)
  /// A script opens a file next to it with a function that searches for it in the working directory.
  case opensBesideScript(file: String, opener: String, place: String)
  /// The app's identity could not be determined.
  case unknownIdentity(reason: String)

  public var description: String {
    switch self {
    case .precompiled(let path): "\(path) is precompiled; the modules that it requires are unknown"
    case .computed(let place): "\(place) requires a module whose name is computed at run time"
    case .renamed(let place): "\(place) assigns require to another name; the modules required through it are unknown"
    case .absent(let module, let place):
      "\(place) optionally requires \(module), which was not found; the bundle does not include it"
    case .omitted(let file, let place): "\(place) names \(file), a file beside the script that is not in the bundle"
    case .opensBesideScript(let file, let opener, let place):
      """
      \(place) opens \(file) with \(opener), which searches the current folder, not the script's folder or the bundle
      """
    case .unknownIdentity(let reason):
      "the app's identifier is unknown: without files and programs its script fails before it sets one: \(reason)"
    }
  }
}
