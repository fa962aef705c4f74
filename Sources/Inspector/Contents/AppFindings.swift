import AppSession
import Foresight

/// The doctor's findings in a running app.
@MainActor
struct AppFindings {
  let all: [Finding]
  /// The findings by the paths of the nodes that they concern.
  private(set) var byPath: [String: [Finding]] = [:]
  /// The paths of the nodes that will not be restored.
  private(set) var lostPaths: Set<String> = []
  /// The reason why nothing of the app is restored; nil if its nodes are.
  private(set) var refusal: String?

  /// Examines the app of a session as it is now.
  ///
  /// - Throws: an error if the app cannot be run again for it.
  init(_ session: AppSession) throws {
    let diagnosis = try Doctor.examine(session, changingControls: false)
    all = diagnosis.findings
    for finding in all {
      for path in finding.allPaths { byPath[path, default: []].append(finding) }
      if finding.losesNode { lostPaths.formUnion(finding.allPaths) }
      if finding.code == .saveWithoutRestore { refusal = finding.message }
    }
    if refusal == nil, !diagnosis.isSaved { refusal = "shouldSaveApplicationState does not return true" }
  }
}
