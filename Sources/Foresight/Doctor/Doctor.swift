import AppSession
import ArchiveStore
import FoundationEssentials
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// Determines which state an app will not restore, and why.
///
/// It runs the app three times, in separate folders:
///
/// 1. *before*: a fresh launch, or one that restores ``initialState``, which is inspected, saved and killed;
/// 2. *beside*: a second fresh launch while the first is alive, with another clock, so that identifiers made of
///    addresses, counters and times differ;
/// 3. *after*: the launch that restores the state saved by the first.
///
/// If a test has led to a screen with identifiers that are not constants, its steps are repeated with another clock. A fourth
/// run restores the app once more, with another clock, if only that can tell lost values from those that differ in each run.
/// Another one changes the controls on the screen and is restarted (``ControlTrial``).
///
/// Observers record the scripts' actions in each run (``RunRecorder``). The checks compare the runs; each is a function
/// of the ``Evidence`` to findings. A ``Diagnosis`` keeps one finding for each cause.
@MainActor
public struct Doctor {
  /// The app, and how it is run.
  public var configuration: ScriptHost.Configuration
  /// The table passed to the launch callbacks, encoded.
  public var launchOptions: [UInt8] = []
  /// Whether the app may run commands, send requests and change files.
  public var isAllowed: Bool
  /// The state from which the examined run starts, and the folder of the app's own files; nil for a fresh launch.
  public var initialState: (archive: Archive, files: String)?
  /// Whether it changes the controls on the screen, and compares the texts that steps have changed, to find what only then is
  /// lost.
  var changesControls = true
  /// Receives the output of the app in the examined run.
  public var onPrint: ([UInt8]) -> Void = { _ in }

  /// Creates a doctor for an app.
  public init(_ configuration: ScriptHost.Configuration, isAllowed: Bool = false) {
    self.configuration = configuration
    self.isAllowed = isAllowed
  }

  /// Examines a launch of the app.
  ///
  /// - Throws: the script's error if it cannot be loaded; ``DoctorError/exited`` if it exits at once.
  public func examine() throws -> Diagnosis {
    try examineWithScripts().diagnosis
  }

  /// Performs ``examine()``, and also returns the app's scripts.
  func examineWithScripts() throws -> Examination {
    let before = try TrialRun(configuration, launchOptions: launchOptions, isAllowed: isAllowed, onPrint: onPrint)
    if let initialState { before.copyFiles(at: initialState.files) }
    try before.launch(with: initialState?.archive)
    return try examine(before)
  }

  /// Examines an app at this moment, without a change in it.
  ///
  /// - Parameter changesControls: whether a copy of the app is used, to find what is lost only then.
  /// - Throws: ``SessionError/notRunning``; any error of a store.
  public static func examine(_ session: AppSession, changingControls changesControls: Bool = true) throws -> Diagnosis {
    try examination(of: session, changingControls: changesControls).diagnosis
  }

  /// Performs ``examine(_:changingControls:)``, and also returns the app's scripts.
  static func examination(of session: AppSession, changingControls changesControls: Bool) throws -> Examination {
    _ = try session.running
    let before = TrialRun(running: session)
    defer { before.detach() }
    var doctor = Doctor(session.configurationOfCopies)
    doctor.launchOptions = session.launchOptions
    doctor.changesControls = changesControls
    return try doctor.examine(before, isLive: true)
  }

  /// The time in which delayed code still belongs to the launch, in seconds.
  static let longestLaunch = 1.0

  /// Examines a run that was launched.
  ///
  /// - Parameters:
  ///   - isLive: whether the app continues to run afterwards, so that a copy is restored instead.
  ///   - repeated: drives another run to the same screen, and returns its evidence, or nil if it cannot; nil for a run without
  ///     steps.
  func examine(_ before: TrialRun, isLive: Bool = false, repeated: (() -> RunEvidence?)? = nil) throws -> Examination {
    var runs = try makeRuns(of: before, isLive: isLive, repeated: repeated)
    defer { withExtendedLifetime(runs) {} }
    let (evidence, scripts) = (runs.evidence, runs.evidence.scripts)
    let path = configuration.source == nil && configuration.bundle == nil ? configuration.script : nil
    var diagnosis = Diagnosis(runs.findings())
    diagnosis.isSaved = runs.archive != nil
    diagnosis.refusedOperations = runs.refusedOperations
    diagnosis.losingLines = runs.losingLines
    diagnosis.addFields(ofObjects: evidence.before.fieldsOfObjects)
    if changesControls, let archive = runs.archive, evidence.isRestoring {
      let trial = ControlTrial(scripts: scripts, archive: archive, script: path) { other, script in
        let configuration = script.map(configuration.ofChangedScript) ?? configuration
        let run = try TrialRun(
          configuration, launchOptions: launchOptions, isAllowed: false, clock: .ofVirtualTime, isSilent: true)
        run.copyFiles(of: other ?? before)
        return run
      }
      let (losses, fieldsOfObjects) = trial.losses()
      diagnosis.addFields(ofObjects: fieldsOfObjects)
      diagnosis.addLosses(losses, scripts)
    }
    diagnosis.removeConsequences(ofLostKeysIn: evidence)
    let known = evidence.failureMessages
    // Both launches of the run can have the same one.
    var errors: Set<String> = []
    diagnosis.otherErrors = (isLive ? [] : before.errors).filter { error in
      !known.contains { error.contains($0) } && errors.insert(error).inserted
    }
    return Examination(
      diagnosis: diagnosis, evidence: evidence,
      lineTrial: path.flatMap(runs.lineTrial),
      screens: evidence.before.tree.controllers.map { "\($0.className) \($0.children.count)" })
  }
}

/// A diagnosis, and what repairs and explorations need of the examined app.
@MainActor
struct Examination {
  let diagnosis: Diagnosis
  let evidence: Evidence
  /// Tries changes of the script while the state is restored; nil if the app saves none, or is no file.
  let lineTrial: LineTrial?
  var scripts: AppScripts { evidence.scripts }
  /// The classes of the controllers in the examined run, parents before children, with the number of their children.
  let screens: [String]

  /// Returns the line that decodes a key of a node, or else encodes it; nil if it is unknown.
  func place(ofKey key: String, of path: String, in className: String) -> Place? {
    scripts.decoding(of: key, in: className) ?? evidence.callUsing(key, of: path)
  }
}

/// A reason why an app cannot be examined.
public enum DoctorError: Error, CustomStringConvertible {
  /// The app has exited before it could be examined.
  case exited
  /// The script cannot be loaded, as it is refused an operation; with the message of the refusal.
  case refused(String)
  /// An error of the app has left no screen that could be examined.
  case noScreen(String)
  /// No case of a test file leaves the app running.
  case noRunningApp(test: String, failure: String?)

  public var description: String {
    switch self {
    case .exited: "the app exited before it could be examined"
    case .refused(let message), .noScreen(let message): message
    case .noRunningApp(let test, let failure):
      failure ?? "\(test): no case ends while the app is running, so there is nothing to examine"
    }
  }
}
