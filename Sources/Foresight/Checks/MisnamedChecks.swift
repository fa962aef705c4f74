import LuaScreens
import StateRestoration

// Callbacks of saving and restoring that are never called, as their names are misspelt.
extension Evidence {
  /// One finding for each misnamed callback; the keys that it would encode or decode follow from it.
  var misnamedFindings: [Finding] {
    before.misnamedCallbacks.compactMap { misnamed in
      guard let code = Self.codes[misnamed.intendedName] else { return nil }
      let isOfApplication = misnamed.receiver == .application
      guard isSaving || isOfApplication else { return nil }
      let place = before.place(misnamed.place)
      let isEncoding = code == .notEncoded
      let keys =
        place.flatMap { place in
          scripts.literalKeys(
            in: isEncoding ? ["encode"] : AppScripts.decodingMethods, ofFunctionAt: place, named: misnamed.name)
        } ?? []
      let owner: String
      var className: String?
      var paths: Set<String> = []
      switch misnamed.receiver {
      case .application:
        owner = "app:"
        paths = [""]
      case .class(let name):
        owner = "\(name):"
        className = name
        // One function can define several classes.
        let names = before.misnamedCallbacks.filter { $0.place == misnamed.place }.compactMap(\.className)
        let nodes = before.tree.all.filter { scripts.lineage(of: $0.className).contains(where: names.contains) }
        paths = Set(nodes.map(\.shownPath))
      case .object(let identifier):
        owner = "the registered object's "
        paths = Set(before.objects.keys.filter { $0.components.last == identifier }.map(\.description))
      }
      return Finding(
        code: code, className: className, key: misnamed.name, otherKeys: keys, nodePaths: paths, place: place,
        misnamedCallback: misnamed.intendedName,
        message: "\(owner)\(misnamed.name) is never called; did you mean '\(misnamed.intendedName)'?",
        consequence: Self.consequence(of: code, misnamed.intendedName, className ?? "", keys),
        remedy: "Rename it: \(misnamed.intendedName).")
    }
  }

  private static let codes: [String: FindingCode] = [
    RestorationName.encode: .notEncoded, RestorationName.decode: .notDecoded,
    RestorationName.make: .noClassMethod, RestorationName.makeObject: .noClassMethod,
    ApplicationCallbacks.willEncodeRestorableState.name: .notEncoded,
    ApplicationCallbacks.didDecodeRestorableState.name: .notDecoded,
    ApplicationCallbacks.shouldSaveApplicationState.name: .saveWithoutRestore,
    ApplicationCallbacks.shouldRestoreApplicationState.name: .saveWithoutRestore,
  ]

  private static func consequence(of code: FindingCode, _ callback: String, _ className: String, _ keys: [String])
    -> String
  {
    let shown = keys.map { "\"\($0)\"" }.joined(separator: ", ")
    switch code {
    case .notEncoded: return keys.isEmpty ? "What it encodes is not saved." : "Its values are not saved: \(shown)."
    case .notDecoded:
      return keys.isEmpty ? "What it decodes is not restored." : "Its values are not restored: \(shown)."
    case .noClassMethod:
      return className.isEmpty
        ? "Nothing that it creates is restored." : "Nothing of the class \(className) is restored."
    default:
      return callback == ApplicationCallbacks.shouldSaveApplicationState.name
        ? "Nothing is saved, so there is nothing to restore." : "The state is saved, and never restored."
    }
  }
}

extension Finding {
  /// Whether another finding follows from a callback with a misspelt name, which this one is about.
  func explainsAsMisnamed(_ other: Finding) -> Bool {
    guard misnamedCallback != nil, other.misnamedCallback == nil else { return false }
    switch code {
    case .saveWithoutRestore: return other.code == code
    case .noClassMethod:
      // Classes inherit the method. What the application should create has no other creator.
      let isOfNode = other.path.map(nodePaths.contains) == true
      return other.code == code && (other.className == className || isOfNode)
        || [.noCreator, .valueLost].contains(other.code) && className == nil
        || [.noCreator, .callbackFailed].contains(other.code) && isOfNode
    default:
      guard let path = other.path else { return false }
      if other.code == code {
        return nodePaths.contains(path)
          && (otherKeys.isEmpty || other.key.map { ([$0] + other.otherKeys).allSatisfy(otherKeys.contains) } == true)
      }
      // What the values should have been is shown by views, and is nil for other callbacks.
      return [.valueLost, .returnedNil].contains(other.code)
        && nodePaths.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
  }
}
