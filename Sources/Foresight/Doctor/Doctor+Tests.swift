import AppSession
import FoundationEssentials

// Examinations of the screens that tests lead to.
extension Doctor {
  /// Examines the app at the end of each case of a test file that has launched it, when its steps are done.
  ///
  /// - Throws: ``DoctorError``; an error of the test file.
  public func examine(afterTest file: String) throws -> Diagnosis {
    var results: [Result<Diagnosis, any Error>] = []
    let script = Self.realPath(configuration.script)
    let runner = try TestRunner(file, apps: configuration.lua)
    var runs: [TrialRun] = []
    var number = 0
    runner.onPrint = { _ in }
    // They are findings, or reported beside them.
    runner.ignoresErrorsOfApps = true
    // The app is examined at the end of the case.
    runner.examine = { _ in nil }
    runner.willLaunch = { [weak runner] session in
      guard Self.realPath(session.configuration.script) == script else { return }
      runs.append(observe(session) { runner?.temporaryFiles ?? [] })
    }
    runner.caseDidEnd = { failure, _ in
      if let failure {
        // A case that needs a withheld effect is not examined.
        let refusedOperations = Set(runs.flatMap { $0.effects.refusedOperations }).sorted()
        results.append(
          refusedOperations.isEmpty
            ? .failure(DoctorError.caseFailed(failure)) : .success(Diagnosis(refusedOperations: refusedOperations)))
      } else {
        for (index, run) in runs.enumerated() where run.session.host != nil {
          var doctor = self
          doctor.configuration = run.session.configuration
          doctor.launchOptions = run.session.launchOptions
          results.append(
            Result { try doctor.examine(run, repeated: { repeated(index, inCase: number, of: file) }).diagnosis })
        }
      }
      runs = []
      number += 1
    }
    let outcome = runner.run()
    if results.isEmpty {
      throw DoctorError.noRunningApp(test: file, failure: outcome.cases.compactMap(\.failure).first)
    }
    var diagnosis = Diagnosis()
    for result in results { diagnosis.add(try result.get()) }
    return diagnosis
  }

  /// Performs a case again, with another clock, and returns the evidence of one of its apps; nil if the case fails.
  private func repeated(_ index: Int, inCase number: Int, of file: String) -> RunEvidence? {
    guard let runner = try? TestRunner(file, apps: configuration.lua) else { return nil }
    let script = Self.realPath(configuration.script)
    var runs: [TrialRun] = []
    var evidence: RunEvidence?
    runner.onlyCase = number
    runner.onPrint = { _ in }
    runner.ignoresErrorsOfApps = true
    runner.examine = { _ in nil }
    runner.willLaunch = { [weak runner] session in
      guard Self.realPath(session.configuration.script) == script else { return }
      runs.append(observe(session, clock: TrialRun.otherClock) { runner?.temporaryFiles ?? [] })
    }
    runner.caseDidEnd = { failure, _ in
      guard failure == nil, runs.indices.contains(index) else { return }
      evidence = runs[index].evidence ?? evidence
    }
    _ = runner.run()
    return evidence
  }

  private func observe(
    _ session: AppSession, clock: RunClock? = nil, ownFiles: @escaping () -> Set<String>
  ) -> TrialRun {
    TrialRun(observing: session, isAllowed: isAllowed, clock: clock, ownFiles: ownFiles)
  }

  private static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
