import AppSession
import FoundationEssentials
import LuaScreens

// Examinations of the screens that tests lead to.
extension Doctor {
  /// Examines the app at the end of each case of a test file that has launched it, when its steps are done. A case that fails, or
  /// leaves an app that cannot be examined, is one of the ``Diagnosis/failedCases``.
  ///
  /// - Throws: ``DoctorError``; an error of the test file.
  public func examine(afterTest file: String) throws -> Diagnosis {
    var results: [Diagnosis] = []
    var runs: [TrialRun] = []
    var number = 0
    let runner = try runner(of: file) { runs.append($0) }
    runner.caseDidEnd = { failure, _ in
      if let failure {
        // A case that needs a withheld effect is not examined.
        let refusedOperations = Set(runs.flatMap { $0.effects.refusedOperations }).sorted()
        results.append(
          Diagnosis(refusedOperations: refusedOperations, failedCases: refusedOperations.isEmpty ? [failure] : []))
      } else {
        for (index, run) in runs.enumerated() where run.session.host != nil {
          var doctor = self
          doctor.configuration = run.session.configurationOfCopies
          doctor.launchOptions = run.session.launchOptions
          do {
            results.append(
              try doctor.examine(run, repeated: { repeated(index, inCase: number, of: file) }).diagnosis)
          } catch {
            results.append(Diagnosis(failedCases: ["\(error)"]))
          }
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
    for result in results { diagnosis.add(result) }
    return diagnosis
  }

  /// Performs a case again, with another clock, and returns the evidence of one of its apps; nil if the case fails.
  private func repeated(_ index: Int, inCase number: Int, of file: String) -> RunEvidence? {
    var runs: [TrialRun] = []
    var evidence: RunEvidence?
    guard let runner = try? runner(of: file, usesOtherClock: true, observing: { runs.append($0) }) else { return nil }
    runner.onlyCase = number
    runner.caseDidEnd = { failure, _ in
      guard failure == nil, runs.indices.contains(index) else { return }
      evidence = runs[index].evidence ?? evidence
    }
    _ = runner.run()
    return evidence
  }

  /// Returns a runner of a test that observes the runs of the app.
  private func runner(
    of file: String, usesOtherClock: Bool = false, observing observe: @escaping (TrialRun) -> Void
  ) throws -> TestRunner {
    let script = configuration.resolvedScript
    let runner = try TestRunner(file, apps: configuration.lua)
    runner.register = configuration.register
    runner.onPrint = { _ in }
    runner.isolatesApps = false
    // They are findings, or reported beside them.
    runner.ignoresErrorsOfApps = true
    // The app is examined at the end of the case.
    runner.examine = { _ in nil }
    runner.repeatCase = CaseRepetition.once
    runner.willLaunch = { [weak runner] session in
      guard session.configuration.resolvedScript == script else { return }
      let clock = usesOtherClock ? TrialRun.otherClock : nil
      observe(TrialRun(observing: session, isAllowed: isAllowed, clock: clock) { runner?.temporaryFiles ?? [] })
    }
    return runner
  }
}

extension ScriptHost.Configuration {
  /// The path of the script with symbolic links resolved.
  var resolvedScript: String { URL(fileURLWithPath: script).resolvingSymlinksInPath().path }
}
