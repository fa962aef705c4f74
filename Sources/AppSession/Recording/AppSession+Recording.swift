import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

// Recording what the user does, and playing it.
extension AppSession {
  /// Starts to record what the user does, as a test file.
  ///
  /// Unless a fresh launch leads to the present state, that is saved in a file beside the test, from which the test
  /// starts.
  ///
  /// - Throws: ``SessionError/notRunning``; ``RecordingError``; an error of the state's preservation.
  public func startRecording(to file: String) throws {
    let host = try running
    if let recording { throw RecordingError.alreadyRecording(recording.file) }
    if FileManager.default.fileExists(atPath: file),
      FileContents.readInput(file)?.starts(with: RecordedTest.mark.utf8) != true
    {
      throw RecordingError.otherFile(file)
    }
    var archive: String?
    if wasUsed || host.application.didRestoreState {
      let path = RecordedTest.stateFile(of: file)
      _ = try host.turn { try host.application.preserve(isDurable: true) }
      guard let current = try store?.currentArchive() else { throw RecordingError.notSaved }
      do {
        try FileContents.writeOutput(Array(ArchiveJSON.encode(current).utf8), to: path, mode: 0o600)
      } catch let error as POSIXError {
        throw RecordingError.cannotWrite(path, error)
      }
      archive = path
    }
    let recording = SessionRecording(self, host: host, to: file, archive: archive)
    if !wasUsed { launchErrors.forEach(recording.note) }
    do {
      // An unwritable file is reported now, not at the end.
      try FileContents.writeOutput(Array(recording.text.utf8), to: file, mode: 0o644)
    } catch let error as POSIXError {
      throw RecordingError.cannotWrite(file, error)
    }
    self.recording = recording
  }

  /// Ends the recording, if there is one, and writes its file.
  ///
  /// - Returns: the file; nil if nothing was being recorded.
  /// - Throws: ``RecordingError``.
  @discardableResult
  public func endRecording() throws -> String? {
    guard let recording else { return nil }
    self.recording = nil
    do {
      try recording.finish()
    } catch let error as POSIXError {
      throw RecordingError.cannotWrite(recording.file, error)
    }
    return recording.file
  }

  /// Treats the present moment as a pause of the user, in a recording.
  package func recordPause() { recording?.pause() }

  /// Runs a line of Lua, which is recorded unless it is a mere expression.
  package func recordingLine(_ source: String, _ body: () throws -> LuaTask) rethrows -> LuaTask {
    guard let recording, let host else { return try body() }
    let names = [
      ("ui", "local ui = require \"luahost\" "), ("app", "local app = require \"luahost\".Application.shared "),
    ]
    let words = Set(source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    let whole = names.filter { words.contains($0.0) }.map(\.1).joined() + source
    // As a statement; an expression that is no call changes nothing.
    guard host.canRun("do end \(whole)") else { return try body() }
    return try recording.record(
      { task in
        task.isRunning ? .comment("The line \(source) waited, which a test cannot do here.") : .evaluate(whole)
      }, body)
  }

  /// Runs a closure that makes a step, which is recorded.
  package func recorded<Result>(_ step: RecordedStep, _ body: () throws -> Result) rethrows -> Result {
    guard let recording else { return try body() }
    return try recording.record({ _ in step }, body)
  }
}

/// A reason why nothing can be recorded.
public enum RecordingError: Error, CustomStringConvertible {
  /// A recording is under way.
  case alreadyRecording(String)
  /// The file exists and is no recording.
  case otherFile(String)
  /// The app declines to be saved, so that a test cannot start from its present state.
  case notSaved
  /// The file cannot be written.
  case cannotWrite(String, POSIXError)

  public var description: String {
    switch self {
    case .alreadyRecording(let file): "already recording to \(file)"
    case .otherFile(let file): "\(file) exists and was not recorded; choose another name, or remove it"
    case .notSaved:
      "the app's shouldSaveApplicationState did not return true, so a test cannot start from its present state; start the recording before you use the app"
    case .cannotWrite(let file, let error):
      "cannot write \(file): \(String(cString: strerror(error.code.rawValue)))"
    }
  }
}
