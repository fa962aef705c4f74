import StateRestoration

/// A problem that the app's author or user must know about.
public struct Problem: CustomStringConvertible {
  /// The problem and its location, in one line.
  public var summary: String
  /// The consequences and the remedy.
  public var detail: String
  /// The underlying error, with its traceback if a script threw it.
  public var error: (any Error)?
  /// Whether the same problem is reported only once in a run.
  public var isReportedOnce: Bool

  /// Whether the app remains usable, so that any key dismisses the message.
  public var isBlocking = true

  /// The save that was not restored and stays in the history; nil if the problem is not about a refused save.
  public var refusedSave: SaveNumber?

  /// The save that was pinned because of errors during the launch that restored it; nil if the problem is not about a
  /// pinned save.
  public var pinnedSave: SaveNumber?

  /// The state of saving, if the problem is about saving.
  public var saving: Saving?

  /// Whether the state can be saved.
  public enum Saving: Sendable {
    /// Saving fails and is retried. The message takes no keyboard input and stays until ``goesOn`` is reported.
    case fails(reason: String)
    /// Saving works again.
    case goesOn
  }

  /// Creates a problem. Very long texts are truncated.
  public init(
    summary: String, detail: String = "", error: (any Error)? = nil, isReportedOnce: Bool = false, saving: Saving? = nil
  ) {
    self.summary = summary.cutAsMessage
    self.detail = detail.cutAsMessage
    self.error = error
    self.isReportedOnce = isReportedOnce
    self.saving = saving
  }

  /// Creates a problem for a mistake in the app that does not stop it.
  public init(mistake: String) {
    self.init(summary: mistake)
    isBlocking = false
  }

  /// The notification that saving works again after a reported failure.
  static var savingGoesOn: Problem {
    Problem(summary: "The state is saved again", detail: "No changes were lost.", saving: .goesOn)
  }

  /// Creates the problem for a save that was pinned because of launch errors.
  init(launchErrorsPinning save: SaveNumber) {
    self.init(summary: "Launch errors: save \(save) pinned")
    pinnedSave = save
  }

  /// Returns the problem for a new controller that finds no room in its container besides the restored ones.
  @MainActor
  static func noRoom(for child: ViewController, in container: ViewController) -> Problem {
    let name = child.restorationIdentifierPath?.description ?? child.restorationIdentifier ?? child.className
    return Problem(
      summary:
        "\(name) (\(child.className)) has no room in \(container.className): a restored controller took its place",
      detail: "It was omitted; no saved state was lost. To show it, add it to a container that has room.",
      isReportedOnce: true)
  }

  /// - Parameter place: the place in the app to fix, as `file:line`; nil if it is unknown.
  @MainActor
  init(_ problem: RestorationProblem, at place: String? = nil) {
    switch problem {
    case .callbackFailed(let event, let error, let consequence):
      self.init(summary: event.description, detail: consequence, error: error)
    case .duplicateIdentifier(let path, let classNames, let last):
      let place = (last as? Responder)?.madeAt.map { "\($0): " } ?? ""
      self.init(
        summary:
          "\(place)\(path): \(classNames.count) siblings have this restoration identifier (\(classNames.joined(separator: ", ")))",
        detail: "They are distinguished by their position; give each its own identifier.", isReportedOnce: true)
    case .leftOut(let path, let className, let reason):
      self.init(
        summary: "\(place.map { "\($0): " } ?? "")\(path) (\(className)) was not restored",
        detail: Self.explain(reason), isReportedOnce: true)
    case .unreachableReference(_, let className):
      self.init(
        summary: "a reference to a \(className) without a restoration identifier path was encoded",
        detail: "It will decode to nil; give the object and every controller above it a restorationIdentifier.",
        isReportedOnce: true)
    case .diedWhileRestoring(let save):
      self.init(
        summary: "The app terminated twice while it restored save \(save), so it was launched without that state",
        detail: "Nothing is lost: the save stays in the history.")
      refusedSave = save
    case .savedAnew(let error):
      self.init(
        summary: "The saved state was written again; nothing is lost", detail: "\(error)")
    case .restorationNotCompleted(let seconds):
      self.init(
        summary: "completeStateRestoration was not called within \(Int(seconds)) seconds",
        detail: "The launch continued without waiting for it.")
    }
  }

  private static func explain(_ reason: RestorationProblem.LeftOutReason) -> String {
    switch reason {
    case .methodReturnedNil:
      "Its restoration method returned nil, so it and its descendants were omitted."
    case .methodFailed:
      "Its restoration method failed, so it and its descendants were omitted."
    case .unknownRestorationClass(let name):
      "The app no longer defines its restoration class \(name), so it and its descendants were omitted."
    case .alreadyRestored:
      "Its restoration method returned a controller that was already restored at another path, so it was omitted."
    case .cannotStandThere(let reason):
      "Its restoration method returned a controller that cannot be placed there: \(reason). It and its descendants were omitted."
    case .unknownScene(let scene):
      "It was created from the scene \"\(scene.scene)\" of the storyboard \"\(scene.storyboard)\", which the app no longer has; restore the scene, or give the controller a restorationClass."
    case .nothingMakesIt:
      "It has no restoration class and no scene, the application creates no controller for its path, and none exists there already; give it a restorationClass."
    }
  }

  /// Whether the problem is an error of the app's script and not an advice.
  public var isError: Bool { error != nil }

  public var description: String {
    var lines = [summary]
    if let error { lines[0] += ": \(error)" }
    if !detail.isEmpty { lines.append(detail) }
    return lines.joined(separator: "\n")
  }
}
