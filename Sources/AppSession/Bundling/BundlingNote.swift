/// What is worth knowing of a bundle that was made all the same.
public enum BundlingNote: CustomStringConvertible, Sendable {
  /// What a module requires is not known, as it is precompiled.
  case precompiled(String)
  /// A module is required whose name is known only when the script runs.
  case computed(place: String)
  /// `require` has another name, by which modules may be required.
  case renamed(place: String)
  /// A module that the script can do without is nowhere.
  case absent(module: String, place: String)
  /// A script names a file beside it that is not in the bundle.
  case leftOut(file: String, place: String)
  /// A script opens a file beside it by a function that looks for it where the app is run.
  case opensBesideScript(file: String, opener: String, place: String)
  /// The app did not come to say what it is called.
  case unknownIdentity(reason: String)

  public var description: String {
    switch self {
    case .precompiled(let path): "\(path) is precompiled: what it requires is not known"
    case .computed(let place): "\(place) requires a module whose name is known only when it runs"
    case .renamed(let place): "\(place) gives require another name: what is required by that is not known"
    case .absent(let module, let place):
      "\(place) requires \(module) if it is there; it is not, and not in the bundle"
    case .leftOut(let file, let place): "\(place) names \(file), a file beside the script that is not in the bundle"
    case .opensBesideScript(let file, let opener, let place):
      """
      \(place) opens \(file) by \(opener), which looks in the folder that the app is run in, not beside the script or in the \
      bundle
      """
    case .unknownIdentity(let reason):
      "what the app is called is not known, as without files and programs its script fails before it says so: \(reason)"
    }
  }
}
