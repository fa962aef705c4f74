import AppSession
import Foresight

/// The doctor's findings in a running app.
@MainActor
struct Examination {
  private(set) var findings: [Finding] = []
  /// The findings by the paths of the nodes that they concern.
  private(set) var findingsByPath: [String: [Finding]] = [:]
  /// The reason why nothing of the app is restored; nil if its nodes are.
  private(set) var refusal: String?
  /// The time that it took.
  let duration: Duration

  /// Examines the app of a session as it is now.
  ///
  /// - Throws: an error if the app cannot be run again for it.
  init(_ session: AppSession) throws {
    let start = ContinuousClock.now
    findings = try Doctor.examine(session, changingControls: false).findings
    for finding in findings {
      for path in finding.allPaths { findingsByPath[path, default: []].append(finding) }
      if finding.code == .saveWithoutRestore { refusal = finding.message }
    }
    if refusal == nil, try session.host?.unsavedArchive() == nil {
      refusal = "shouldSaveApplicationState does not return true"
    }
    duration = ContinuousClock.now - start
  }
}
