/// A problem in preservation or restoration that was worked around.
public enum RestorationProblem {
  /// A callback of the app failed; `consequence` describes the effect for the user.
  case callbackFailed(LifeCycleEvent, error: any Error, consequence: String)
  /// Several siblings have the same identifier; they are distinguished by their order.
  case duplicateIdentifier(path: IdentifierPath, classNames: [String], last: (any StateRestoring)?)
  /// A node could not be re-created; it is omitted with its descendants.
  case omitted(path: IdentifierPath, className: String, reason: OmissionReason)
  /// An object was encoded as a reference but has no identifier path, so it will decode as nil.
  case unreachableReference(key: String?, className: String)
  /// The children of a node are nested in more than this many levels, so that they were not saved.
  case tooDeep(below: IdentifierPath, levels: Int)
  /// The last launches crashed while restoring this save, so it is not restored again.
  case crashedWhileRestoring(SaveNumber)
  /// The stored state could not be updated for this reason and was written completely.
  case storeRewritten(any Error)
  /// ``completeStateRestoration`` was not called in time.
  case restorationNotCompleted(seconds: Double)

  /// The reason why a node could not be re-created.
  public enum OmissionReason: Sendable {
    /// A restoration method of a class returned nil.
    case methodReturnedNil(of: String, method: String)
    /// The restoration method failed.
    case methodFailed
    /// The app does not define the restoration class.
    case unknownRestorationClass(String)
    /// The method returned an object that was already used for another path.
    case alreadyRestored
    /// The method returned a controller that cannot be used at this position.
    case invalidPosition(because: String)
    /// The scene of the controller no longer exists in the app, and nothing else creates it.
    case unknownScene(ArchivedNode.StoryboardScene)
    /// It has no restoration class, the application did not create it, it does not exist, and it came from no
    /// storyboard.
    case noCreator
    /// An object that is not registered, and that no class creates again.
    case notRegistered
  }
}

extension RestorationProblem: CustomStringConvertible {
  /// The event, without a full stop.
  public var summary: String {
    switch self {
    case .callbackFailed(let event, let error, _): "\(event): \(error)"
    case .duplicateIdentifier(let path, let classNames, _):
      "\(path): \(classNames.count) siblings have this restoration identifier (\(classNames.joined(separator: ", ")))"
    case .omitted(let path, let className, _): "\(path) (\(className)) was not restored"
    case .unreachableReference(_, let className):
      "A reference to an object of the class \(className) without a restoration identifier path was encoded"
    case .tooDeep(_, let levels): "Nodes nested deeper than \(levels) levels are not saved"
    case .crashedWhileRestoring(let save):
      "The app terminated twice while it restored save \(save), so it was launched without that state"
    case .storeRewritten: "The saved state was written again; nothing is lost"
    case .restorationNotCompleted(let seconds):
      "completeStateRestoration was not called within \(Int(seconds)) seconds"
    }
  }

  /// The reason, the consequences and the remedy.
  public var detail: String {
    switch self {
    case .callbackFailed(_, _, let consequence): consequence
    case .duplicateIdentifier: "They are distinguished by their position; give each its own identifier."
    case .omitted(_, _, let reason):
      "\("\(reason)".beginningSentence), so it and its descendants were omitted."
        + (reason.remedy.map { " \($0)" } ?? "")
    case .unreachableReference:
      "It will decode to nil; give the object and every controller above it a restorationIdentifier."
    case .tooDeep(let path, _): "They are below \(path)."
    case .crashedWhileRestoring: "Nothing is lost: the save stays in the history."
    case .storeRewritten(let error): "\(error)"
    case .restorationNotCompleted: "The launch continued without waiting for it."
    }
  }

  public var description: String { "\(summary). \(detail)" }
}

extension RestorationProblem.OmissionReason: CustomStringConvertible {
  /// The reason in a clause.
  public var description: String {
    switch self {
    case .methodReturnedNil: "its restoration method returned nil"
    case .methodFailed: "its restoration method failed"
    case .unknownRestorationClass(let name): "there is no restoration class \(name)"
    case .alreadyRestored: "its restoration method returned an object that was already restored at another path"
    case .invalidPosition(let reason):
      "its restoration method returned a controller that cannot be placed there: \(reason)"
    case .unknownScene(let scene): "the storyboard \"\(scene.storyboard)\" has no scene \"\(scene.scene)\""
    case .noCreator: "it has no restorationClass, and nothing else creates it"
    case .notRegistered: "it is not registered, and has no objectRestorationClass"
    }
  }

  /// The remedy, in a sentence; nil if the reason says it.
  var remedy: String? {
    switch self {
    case .unknownScene: "Restore the scene, or give the controller a restorationClass."
    case .noCreator: "Give it a restorationClass."
    case .notRegistered:
      "Register it in willFinishLaunching, or in viewDidLoad at the latest, or give it an objectRestorationClass."
    case .methodReturnedNil, .methodFailed, .unknownRestorationClass, .alreadyRestored, .invalidPosition: nil
    }
  }
}

extension String {
  /// The text with a capital at its beginning.
  fileprivate var beginningSentence: String { prefix(1).uppercased() + dropFirst() }
}
