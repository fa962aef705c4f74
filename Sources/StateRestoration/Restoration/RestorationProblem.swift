/// Something that went wrong in preservation or restoration and was worked around.
public enum RestorationProblem {
  /// A callback of the app failed; `consequence` says what that means for the user.
  case callbackFailed(LifeCycleEvent, error: any Error, consequence: String)
  /// Two or more siblings have one identifier; they are distinguished by their position.
  case duplicateIdentifier(path: IdentifierPath, classNames: [String], last: (any StateRestoring)?)
  /// A node could not be made again; it and all below it are left out.
  case leftOut(path: IdentifierPath, className: String, reason: LeftOutReason)
  /// An object was encoded as a reference but has no identifier path, so it will decode to nil.
  case unreachableReference(key: String?, className: String)
  /// The last launch died restoring this save, so it is not tried again.
  case diedWhileRestoring(SaveNumber)
  /// What is stored could not be changed for this reason, and was written as a whole.
  case savedAnew(any Error)
  /// ``completeStateRestoration`` was not called in time.
  case restorationNotCompleted(seconds: Double)

  /// Why a node could not be made again.
  public enum LeftOutReason: Sendable {
    /// This restoration method of this class returned nil.
    case methodReturnedNil(of: String, method: String)
    /// Its restoration method failed.
    case methodFailed
    /// Its restoration class is not defined by the app.
    case unknownRestorationClass(String)
    /// The method returned a controller that already stands for another path.
    case alreadyRestored
    /// The method returned a controller that cannot stand there.
    case cannotStandThere(because: String)
    /// It came from a scene that the app does not have any more, and nothing else makes it.
    case unknownScene(ArchivedNode.StoryboardScene)
    /// It has no restoration class, none was made by the application, none exists and it came from no storyboard.
    case nothingMakesIt
  }
}
